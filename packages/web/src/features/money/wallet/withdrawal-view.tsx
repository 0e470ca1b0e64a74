import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { WITHDRAWAL_FEE_PERCENT } from "@veritick/domain/product.ts";
import { useState } from "react";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { call } from "../../../api/client.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { keyOf, queryClient } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button, TextLink } from "../../../ui/button.tsx";
import { LongCode } from "../../../ui/copy-button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Term } from "../../../ui/overlay/term.tsx";
import { Caption, Num, Stack, Time } from "../../../ui/primitives.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { rememberWithdrawal, useLiveWithdrawal } from "./payment-queries.ts";

const SHARES = { pending: 0.12, processing: 0.6, completed: 1, failed: 1 };
const MOODS = { pending: "busy", processing: "busy", completed: "good", failed: "bad" } as const;

/** Shows the progress of a withdrawal. The user can cancel it until somebody decides it. */
function WithdrawalView({ known }: { known: Withdrawal }) {
  const { live, failure, details, form, help } = useTextOf("later").payments.withdrawal;
  const format = useFormat();
  const withdrawal = useLiveWithdrawal(known);
  const { status, failureReason, address, transactionHash, createdAt } = withdrawal;
  const { title, body } = live[withdrawal.beingChecked ? "checking" : status];
  return (
    <Stack gap={5}>
      <Progress
        mood={failureReason === "cancelled" ? "over" : MOODS[status]}
        share={SHARES[status]}
        title={title}
        body={status === "failed" && failureReason !== null ? failure[failureReason] : body}
      />
      <Facts>
        <Fact name={details.amount}>
          <Num>{format.exactAmount(withdrawal.amount)} USDMS</Num>
        </Fact>
        {status !== "failed" && (
          <>
            <Fact name={<Term term="fee">{form.fee(WITHDRAWAL_FEE_PERCENT)}</Term>}>
              <Num>{format.exactAmount(`-${withdrawal.fee}`)} USDMS</Num>
            </Fact>
            <Fact name={<Term term="net">{status === "completed" ? details.net : form.net}</Term>}>
              <Num tone="strong">{format.exactAmount(withdrawal.netAmount)} USDT</Num>
            </Fact>
          </>
        )}
        <Fact name={details.address}>
          <LongCode code={address} copyLabel={details.copyAddress} />
        </Fact>
        {transactionHash !== null && (
          <Fact name={details.hash}>
            <LongCode code={transactionHash} copyLabel={details.copyHash} />
          </Fact>
        )}
        {withdrawal.rejectionReason !== null && (
          <Fact name={details.reason}>{withdrawal.rejectionReason}</Fact>
        )}
        <Fact name={details.created}>
          <Time dateTime={createdAt}>{format.moment(createdAt)}</Time>
        </Fact>
      </Facts>
      <Caption>
        <TextLink href="/help#waiting">{help}</TextLink>
      </Caption>
      {status === "pending" && <CancelWithdrawal withdrawal={withdrawal} />}
    </Stack>
  );
}

type WithdrawalDetailsProps = { known: Withdrawal; open: boolean; onOpenChange: (open: boolean) => void };

export function WithdrawalDetails({ known, open, onOpenChange }: WithdrawalDetailsProps) {
  const { details } = useTextOf("later").payments.withdrawal;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={details.title}>
      <WithdrawalView known={known} />
    </Dialog>
  );
}

function CancelWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const { cancel, details } = useTextOf("later").payments.withdrawal;
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const amount = format.money(withdrawal.amount);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {details.cancel}
      </Button>
      <AskDialog
        open={asking}
        title={cancel.title}
        confirmLabel={cancel.confirm}
        keepLabel={cancel.keep}
        send={() => call("cancelWithdrawal", { params: { id: withdrawal.id } })}
        failed={cancel.failed}
        onDone={(cancelled) => {
          rememberWithdrawal(cancelled);
          notify({ title: cancel.done, body: cancel.doneBody(amount) });
        }}
        // Somebody has decided it meanwhile, or the answer was lost. The list shows which.
        onRefused={() => void queryClient.invalidateQueries({ queryKey: keyOf("listWithdrawals") })}
        onSettled={() => void refreshCurrentUser()}
        onClose={() => setAsking(false)}
      >
        <p>{cancel.body(amount)}</p>
      </AskDialog>
    </>
  );
}

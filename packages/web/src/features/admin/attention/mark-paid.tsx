import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import { inFours, useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { adminCall } from "../admin-calls.ts";
import { refreshAdministration, rememberIn } from "../admin-queries.ts";
import { AskDialog } from "../ask-dialog.tsx";
import { useTold } from "./use-told.ts";
import { readTransactionId } from "./what-can-be-done.ts";

type MarkPaidProps = { withdrawal: AdminWithdrawal; onClose: () => void };

/** Asks for the transaction before a payout that needed a person is taken for paid. */
export function MarkPaid({ withdrawal, onClose }: MarkPaidProps) {
  const { markPaid: words } = useAdminText().attention;
  const format = useFormat();
  const told = useTold();
  const { id, userId, userEmail: email, address } = withdrawal;
  const net = format.exactAmount(withdrawal.netAmount);
  return (
    <AskDialog
      title={words.title}
      confirmLabel={words.button}
      fields={[
        {
          name: "transactionId",
          label: words.transaction,
          hint: words.transactionHint,
          read: readTransactionId,
          invalid: words.transactionInvalid,
        },
      ]}
      failed={words.failed}
      send={(body, idempotencyKey) =>
        adminCall("markWithdrawalPaid", { params: { id }, body, idempotencyKey })
      }
      onDone={(decided) => {
        rememberIn("adminListWithdrawals", decided, userId);
        told(decided, { title: words.done, body: words.doneBody(net, email) });
      }}
      onSettled={() => refreshAdministration(userId)}
      onClose={onClose}
    >
      <p>{words.text(net, inFours(address).join(" "))}</p>
    </AskDialog>
  );
}

import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { Suspense } from "react";
import { useGet } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { plainDecimal } from "../../../lib/amount.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Banner } from "../../../ui/states.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton, LongCode } from "../../../ui/copy-button.tsx";
import { Fact, Facts } from "../../../ui/card.tsx";
import { Term } from "../../../ui/overlay/term.tsx";
import { Caption, Num, Stack, Time } from "../../../ui/primitives.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { canBePaid, isOpen, useLiveDeposit, useShownDeposit } from "./payment-queries.ts";
import styles from "./wallet-dialogs.module.css";

const SHARES = { pending: 0.12, confirming: 0.6, confirmed: 1, failed: 1 };
const MOODS = { pending: "busy", confirming: "busy", confirmed: "good", failed: "bad" } as const;

/** Follows a deposit: where and how much to pay while it is open, then the outcome. */
export function DepositView({ known, onDone }: { known: Deposit; onDone: () => void }) {
  const { live, failure } = useTextOf("later").payments.deposit;
  const deposit = useLiveDeposit(known);
  useShownDeposit(known.id);
  const { status, failureReason } = deposit;
  const isChecked = deposit.beingChecked;
  const isPayable = canBePaid(deposit);
  const { title, body } = live[isChecked ? "checking" : isOpen(deposit) && !isPayable ? "preparing" : status];
  return (
    <Stack gap={5}>
      {deposit.sandbox && isPayable && <SandboxBanner />}
      <Progress
        mood={MOODS[status]}
        share={SHARES[status]}
        title={title}
        body={status === "failed" && failureReason !== null ? failure[failureReason] : body}
      />
      {isPayable ? (
        <AwaitedDeposit deposit={deposit} address={deposit.payAddress!} />
      ) : (
        <DecidedDeposit deposit={deposit} onDone={onDone} />
      )}
    </Stack>
  );
}

function AwaitedDeposit({ deposit, address }: { deposit: Deposit; address: string }) {
  const { awaiting } = useTextOf("later").payments.deposit;
  const format = useFormat();
  const payAmount = deposit.payAmount ?? deposit.amount;
  return (
    <>
      <PayAddress address={address} />
      <Facts>
        <Fact name={awaiting.payAmount}>
          <Num tone="strong">{format.exactAmount(payAmount)} USDT</Num>
          <CopyButton label={awaiting.copyAmount} value={plainDecimal(payAmount)} />
        </Fact>
        <Fact name={awaiting.credited}>
          <Num>
            {format.money(deposit.amount)} <Term term="usdms">USDMS</Term>
          </Num>
        </Fact>
      </Facts>
      {!deposit.sandbox && <Banner tone="warn">{awaiting.network}</Banner>}
      <Caption>{deposit.sandbox ? awaiting.sandboxTime : awaiting.time}</Caption>
    </>
  );
}

/** A deposit that needs nothing from its owner, because it has no address yet, is being checked or is over. */
function DecidedDeposit({ deposit, onDone }: { deposit: Deposit; onDone: () => void }) {
  const { awaiting, asked, paidTo, created, reason, differs } = useTextOf("later").payments.deposit;
  const format = useFormat();
  const { amount, payAddress, createdAt } = deposit;
  const credited = creditedOf(deposit);
  return (
    <>
      {differsFromAsked(deposit) && <Banner tone="info">{differs}</Banner>}
      <Facts>
        {!isOpen(deposit) && (
          <Fact name={awaiting.credited}>
            <Num tone="strong">{format.signedExactAmount(credited)} USDMS</Num>
          </Fact>
        )}
        {credited !== amount && (
          <Fact name={asked}>
            <Num>{format.money(amount)} USDMS</Num>
          </Fact>
        )}
        {payAddress !== null && (
          <Fact name={paidTo}>
            <LongCode code={payAddress} copyLabel={awaiting.copyAddress} />
          </Fact>
        )}
        {deposit.rejectionReason !== null && <Fact name={reason}>{deposit.rejectionReason}</Fact>}
        <Fact name={created}>
          <Time dateTime={createdAt}>{format.moment(createdAt)}</Time>
        </Fact>
      </Facts>
      <Button size="large" onClick={onDone}>
        {awaiting.done}
      </Button>
    </>
  );
}

const creditedOf = ({ status, credited, amount }: Deposit) =>
  credited ?? (status === "confirmed" ? amount : "0.00000000");

const differsFromAsked = (deposit: Deposit) =>
  deposit.status === "confirmed" && creditedOf(deposit) !== deposit.amount;

const QrCode = lazyPart(async () => (await import("../../../ui/qr-code.tsx")).QrCode);

function PayAddress({ address }: { address: string }) {
  const { awaiting } = useTextOf("later").payments.deposit;
  return (
    <div className={styles["payAddress"]}>
      <div className={styles["qr"]}>
        <Suspense fallback={null}>
          <QrCode value={address} label={awaiting.qr} />
        </Suspense>
      </div>
      <div className={styles["side"]}>
        <Caption>{awaiting.address}</Caption>
        <p>
          <LongCode code={address} />
        </p>
        <CopyButton label={awaiting.copyAddress} value={address} wide />
      </div>
    </div>
  );
}

/** Warns that this is the sandbox, so that nobody sends real money. */
export function SandboxBanner() {
  const { sandbox } = useTextOf("later").payments;
  const { data: installation } = useGet("settings");
  const seconds = installation?.sandboxConfirmSeconds;
  return (
    <Banner tone="warn">
      <strong className={styles["sandboxTitle"]}>{sandbox.title}</strong>
      {sandbox.body} {seconds === undefined ? "" : sandbox.confirms(seconds)}
    </Banner>
  );
}

import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { Suspense } from "react";
import { useNowTick } from "../../../api/live/live.ts";
import { useGet } from "../../../api/query.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { plainDecimal } from "../../../lib/amount.ts";
import { useTextOf, useDeskText } from "../../../locales/text.ts";
import { Banner } from "../../../ui/states.tsx";
import { Button, TextLink } from "../../../ui/button.tsx";
import { CopyButton, LongCode } from "../../../ui/copy-button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Term } from "../../../ui/overlay/term.tsx";
import { Caption, Grid, Num, Skeleton, Stack, Strong, Time } from "../../../ui/primitives.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { canBePaid, isOpen, useLiveDeposit, useShownDeposit } from "./payment-queries.ts";
import { shortfallOf } from "./shortfall.ts";
import type { Shortfall } from "./shortfall.ts";

const SHARES = { pending: 0.12, confirming: 0.6, confirmed: 1, failed: 1 };
const MOODS = { pending: "busy", confirming: "busy", confirmed: "good", failed: "bad" } as const;

/** Follows a deposit: where and how much to pay while money may come, then the outcome. */
export function DepositView({ known, onDone }: { known: Deposit; onDone: () => void }) {
  const deposit = useLiveDeposit(known);
  useShownDeposit(known.id);
  const short = useWatchedShortfall(deposit);
  const { status, sandbox, leastAmount } = deposit;
  const isTooLittle = short !== undefined && parseMinor(short.missing) < parseMinor(leastAmount ?? "0");
  const isAwaited = short === undefined ? canBePaid(deposit) : !isTooLittle;
  const words = useProgressWords(deposit, short, isTooLittle);
  return (
    <Stack gap={4}>
      {sandbox && isAwaited && <SandboxBanner />}
      <Progress mood={MOODS[status]} share={short?.share ?? SHARES[status]} {...words} />
      {isAwaited ? (
        <AwaitedDeposit deposit={deposit} address={deposit.payAddress!} missing={short?.missing} />
      ) : (
        <DecidedDeposit deposit={deposit} isShort={short !== undefined} onDone={onDone} />
      )}
    </Stack>
  );
}

function useProgressWords(
  deposit: Deposit,
  short: Shortfall | undefined,
  isTooLittle: boolean,
): { title: string; body: string } {
  const { wallet } = useDeskText();
  const { live, failure, part } = useTextOf("later").payments.deposit;
  const { exactAmount } = useFormat();
  const { status, failureReason } = deposit;
  if (short !== undefined) {
    const missing = exactAmount(short.missing);
    return {
      title: wallet.partArrived(exactAmount(short.came), exactAmount(short.asked)),
      body: isTooLittle
        ? part.tooLittle(missing, exactAmount(deposit.leastAmount ?? "0"))
        : part.sendRest(missing),
    };
  }
  if (deposit.beingChecked) return live.checking;
  const { title, body } = live[isOpen(deposit) && !canBePaid(deposit) ? "preparing" : status];
  if (failureReason !== null) return { title, body: failure[failureReason] };
  return { title, body: deposit.sandbox && canBePaid(deposit) ? live.sandboxTime : body };
}

const REFRESH_SECONDS = 60;

/** Returns what a deposit lacks while its owner can still send it. */
function useWatchedShortfall(deposit: Deposit): Shortfall | undefined {
  const nowTick = useNowTick(REFRESH_SECONDS) ?? 0;
  const { sandbox, beingChecked, watchedUntil } = deposit;
  if (sandbox || beingChecked || watchedUntil === null || tickOf(watchedUntil) <= nowTick) return undefined;
  return shortfallOf(deposit);
}

type AwaitedDepositProps = { deposit: Deposit; address: string; missing: string | undefined };

/** A deposit whose money, or the missing part of it, may still come. */
function AwaitedDeposit({ deposit, address, missing }: AwaitedDepositProps) {
  const { awaiting, asked } = useTextOf("later").payments.deposit;
  const format = useFormat();
  const { amount, credited, leastAmount, watchedUntil, sandbox } = deposit;
  const payAmount = missing ?? deposit.payAmount ?? amount;
  return (
    <>
      <PayAddress address={address} />
      <Facts look="dense">
        <Fact name={missing === undefined ? awaiting.payAmount : awaiting.rest}>
          <Num tone="strong">{format.exactAmount(payAmount)} USDT</Num>
          <CopyButton label={awaiting.copyAmount} value={plainDecimal(payAmount)} />
        </Fact>
        {credited !== null && (
          <Fact name={awaiting.credited}>
            <Num>{format.signedExactAmount(credited)} USDMS</Num>
          </Fact>
        )}
        <Fact name={missing === undefined ? awaiting.credited : asked}>
          <Num>
            {format.money(amount)} <Term term="usdms">USDMS</Term>
          </Num>
        </Fact>
        {!sandbox && watchedUntil !== null && (
          <Fact name={awaiting.watched}>
            <Time dateTime={watchedUntil}>{format.moment(watchedUntil)}</Time>
          </Fact>
        )}
      </Facts>
      {!sandbox && (
        <Banner tone="warn">
          {awaiting.network} {leastAmount !== null && awaiting.least(format.exactAmount(leastAmount))}
        </Banner>
      )}
    </>
  );
}

type DecidedDepositProps = { deposit: Deposit; isShort: boolean; onDone: () => void };

/**
 * A deposit that needs nothing from its owner, because it has no address yet, is being checked or is over, or because too
 * little is missing.
 */
function DecidedDeposit({ deposit, isShort, onDone }: DecidedDepositProps) {
  const { awaiting, asked, paidTo, created, reason, differs, help } = useTextOf("later").payments.deposit;
  const format = useFormat();
  const { amount, payAddress, createdAt } = deposit;
  const credited = creditedOf(deposit);
  return (
    <>
      {!isShort && differsFromAsked(deposit) && <Banner tone="info">{differs}</Banner>}
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
      <Caption>
        <TextLink href="/help#deposit">{help}</TextLink>
      </Caption>
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
    <Grid gap={4} align="center" columns="132px minmax(0, 1fr)">
      <Stack as="figure" gap={1}>
        <Suspense fallback={<Skeleton width={132} height={132} />}>
          <QrCode value={address} label={awaiting.qr} />
        </Suspense>
        <Caption as="figcaption">{awaiting.qrHolds}</Caption>
      </Stack>
      <Stack gap={2} align="start">
        <Caption>{awaiting.address}</Caption>
        <p>
          <LongCode code={address} />
        </p>
        <CopyButton label={awaiting.copyAddress} value={address} wide />
      </Stack>
    </Grid>
  );
}

/** Warns that this is the sandbox, so that nobody sends real money. */
export function SandboxBanner() {
  const { sandbox } = useTextOf("later").payments;
  const { data: installation } = useGet("settings");
  const seconds = installation?.sandboxConfirmSeconds;
  return (
    <Banner tone="warn">
      <Strong as="p">{sandbox.title}</Strong>
      {sandbox.body} {seconds === undefined ? "" : sandbox.confirms(seconds)}
    </Banner>
  );
}

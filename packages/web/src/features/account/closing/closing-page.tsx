import type { Closing } from "@veritick/contract/schemas/closing.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import {
  MIN_WITHDRAWAL,
  WITHDRAWAL_FEE_PERCENT,
  withdrawalFee,
  withdrawalNet,
} from "@veritick/domain/product.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { getOptions } from "../../../api/query.ts";
import { shownFee } from "../../../lib/amount.ts";
import { useTitle } from "../../../lib/browser.ts";
import { truncated, useFormat } from "../../../lib/format.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Actions, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Lines, PageTitle, Quiet, Stack } from "../../../ui/primitives.tsx";
import { SettingRow } from "../../../ui/setting-row.tsx";
import { Banner, Loaded, LoadingPage } from "../../../ui/states.tsx";
import { StepUpPlace } from "../step-up/step-up-form.tsx";
import { OwnData, ScheduledClosing } from "../profile/data-cards.tsx";
import { AccountHeader } from "../profile/profile-menu.tsx";
import { ClosingForm } from "./closing-form.tsx";
import reading from "../../../ui/reading-page.module.css";

/** No push tells of the end of a pause, of a decision about a payment or of a lock, so the page asks again at this interval. */
const REFRESH_MS = 5_000;

export function ClosingPage() {
  const { common } = useText();
  const { closing: words } = useTextOf("later");
  const user = useCurrentUser();
  const query = useQuery({
    ...getOptions("getClosing"),
    refetchInterval: REFRESH_MS,
  });
  // The server pushes each change of the balance.
  const balance = user?.balance;
  const { refetch } = query;
  useEffect(() => void refetch(), [balance, refetch]);
  useTitle(`${words.title} · ${common.product}`);
  if (!user) return null;
  return (
    <>
      <AccountHeader back={words.back} to="profile" />
      <StepUpPlace email={user.email} />
      <main id="content" tabIndex={-1} className={reading["narrow"]}>
        <Stack gap={2}>
          <PageTitle>{words.title}</PageTitle>
          <Quiet pretty>{words.intro}</Quiet>
        </Stack>
        <Loaded query={query} failed={words.loadFailed} loading={<LoadingPage />}>
          {(closing) => (
            <>
              {closing.scheduled && <ScheduledClosing {...closing.scheduled} />}
              <FirstCard closing={closing} />
              <BalanceCard balance={closing.balance} />
              <Card title={words.data.title}>
                <OwnData text={words.data.text} />
              </Card>
              <StaysCard />
              {isFree(closing) && !closing.scheduled && <ClosingForm email={user.email} closing={closing} />}
            </>
          )}
        </Loaded>
      </main>
    </>
  );
}

const openOf = ({ openPositions, openWithdrawals, confirmingDeposits, undecidedPayments }: Closing) =>
  [
    ["positions", openPositions],
    ["withdrawals", openWithdrawals],
    ["deposits", confirmingDeposits],
    ["payments", undecidedPayments],
  ] as const;

const isFree = (closing: Closing): boolean =>
  closing.refusal === null && openOf(closing).every(([, count]) => count === 0);

/**
 * The positions and payments that must end first, and the reason why the account cannot be closed now. Hidden if there are
 * no obstacles.
 */
function FirstCard({ closing }: { closing: Closing }) {
  const { first, refused } = useTextOf("later").closing;
  const format = useFormat();
  const { refusal, until } = closing;
  const open = openOf(closing).filter(([, count]) => count > 0);
  if (isFree(closing)) return null;
  return (
    <Card title={first.title}>
      {refusal !== null && (
        <Banner tone="warn">
          {refusal === "closing_paused" || refusal === "closing_held"
            ? refused[refusal](format.moment(until!))
            : refused[refusal]}
        </Banner>
      )}
      {open.length > 0 && (
        <>
          <Quiet pretty>{first.text}</Quiet>
          <Lines>
            {open.map(([kind, count]) => (
              <SettingRow key={kind} name={first[kind](count)} notes={first[`${kind}Hint`]} />
            ))}
          </Lines>
          <Actions>
            <Link href="/dashboard" className={buttonClass("quiet")}>
              {first.toDashboard}
            </Link>
          </Actions>
        </>
      )}
    </Card>
  );
}

function BalanceCard({ balance }: { balance: string }) {
  const { balance: words } = useTextOf("later").closing;
  const amount = parseMinor(truncated(balance, 2));
  const [whole, payout] = [formatMinor(amount), formatMinor(withdrawalNet(amount))];
  const canWithdraw = amount >= MIN_WITHDRAWAL;
  const isOwed = parseMinor(balance) > 0n;
  return (
    <Card title={words.title}>
      <Facts>
        <Fact name={words.balance}>
          <Amount tone="strong" of={balance} unit="USDMS" />
        </Fact>
        {canWithdraw && (
          <>
            <Fact name={words.amount}>
              <Amount of={whole} unit="USDMS" />
            </Fact>
            <Fact name={words.fee(WITHDRAWAL_FEE_PERCENT)}>
              <Amount
                of={`-${formatMinor(withdrawalFee(amount))}`}
                shown={`-${shownFee({ amount: whole, netAmount: payout })}`}
                unit="USDMS"
              />
            </Fact>
            <Fact name={words.net}>
              <Amount of={payout} unit="USDT" />
            </Fact>
          </>
        )}
      </Facts>
      <Quiet pretty>
        {!isOwed ? words.nothing : canWithdraw ? words.withdrawFirst : words.tooSmall} {words.practice}
      </Quiet>
      {canWithdraw && (
        <Actions>
          <Link href="/dashboard#withdraw" className={buttonClass("quiet")}>
            {words.withdraw}
          </Link>
        </Actions>
      )}
    </Card>
  );
}

function StaysCard() {
  const { stays } = useTextOf("later").closing;
  return (
    <Card title={stays.title}>
      <Stack gap={3}>
        <Quiet pretty>{stays.gone}</Quiet>
        <Quiet>{stays.kept}</Quiet>
        <Lines>
          {[stays.ledger, stays.audit, stays.payments].map((point) => (
            <li key={point}>{point}</li>
          ))}
        </Lines>
        <Quiet pretty>{stays.backups}</Quiet>
      </Stack>
    </Card>
  );
}

import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { useContext } from "react";
import type { ReactNode } from "react";
import { noteField } from "../../../api/ask-dialog.tsx";
import { shownFee } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { CopyButton, LongCode } from "../../../ui/copy-button.tsx";
import { Badge, Caption, Code, Row, Skeleton, Stack, Strong, Text } from "../../../ui/primitives.tsx";
import { DepositStatusBadge, WithdrawalStatusBadge } from "../../money/public.ts";
import { adminCall, useUserHistory } from "../admin-queries.ts";
import { IsOfOneUser, Person } from "../lists/record-table.tsx";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { Select } from "../lists/selection.tsx";
import { Created } from "../times.tsx";
import { AwaitingSecond, NeedsAttention } from "./awaiting.tsx";
import { DecideButtons, DecidedAlone, ScreeningLine, useDecision } from "./decide-buttons.tsx";
import { DEPOSITS_TOGETHER, useRequestName, WITHDRAWALS_TOGETHER } from "./decide-together.tsx";
import { isOpenDeposit } from "./request-lists.ts";

/** Withdrawals, each with its payout and the decision on it. */
export const WITHDRAWALS: RecordTable<AdminWithdrawal> = {
  columns: [
    { width: "minmax(0, 1fr)", Cell: WithdrawalOwner },
    { width: "auto", Cell: WithdrawalAmounts, isEnd: true, phone: "line" },
    { width: "258px", Cell: WithdrawalTarget, phone: "line" },
    { width: "auto", Cell: WithdrawalDecision, isEnd: true, phone: "buttons" },
  ],
  from: "wide",
  isOver: ({ status, awaiting }) => status !== "pending" && awaiting === null,
  isQuiet: ({ attention }) => attention === null,
  userOf: ({ userId }) => userId,
  together: WITHDRAWALS_TOGETHER,
};

function WithdrawalOwner({ item, isOver, ...cell }: Cell<AdminWithdrawal>) {
  const { withdrawals: words } = useTextOf("admin");
  // The page of one user shows the locks at its top.
  const isOfOneUser = useContext(IsOfOneUser);
  const isLocked = (item.tradingLocked || item.withdrawalsLocked) && !isOfOneUser;
  const badges = !isOver && (item.attention !== null || isLocked) && (
    <>
      {item.attention !== null && <Badge tone="warn">{words.attention}</Badge>}
      {isLocked && <LockBadges of={item} />}
    </>
  );
  return <Owner {...cell} item={item} badges={badges} />;
}

type OwnerProps = Pick<Cell<AdminDeposit | AdminWithdrawal>, "item" | "opened" | "setOpened" | "below"> & {
  badges?: ReactNode;
};

/** The user of a request, after the box that selects it. */
function Owner({ item, badges, ...cell }: OwnerProps) {
  const { userId, userEmail, createdAt } = item;
  return (
    <Row gap={2} align="start" nowrap>
      <Select item={item} what={useRequestName()(item)} />
      <Person
        cell={cell}
        userId={userId}
        email={userEmail}
        badges={badges}
        note={<Created at={createdAt} />}
      />
    </Row>
  );
}

function WithdrawalAmounts({ item }: Cell<AdminWithdrawal>) {
  const { withdrawals: words } = useTextOf("admin");
  return (
    <>
      <Strong as="p">
        <Amount of={item.amount} unit="USDMS" />
      </Strong>
      <Caption>
        {words.fee} <Amount of={item.fee} shown={shownFee(item)} unit="USDMS" />
      </Caption>
      <p>
        <Caption as="span">{words.net}</Caption> <Amount of={item.netAmount} unit="USDT" />
      </p>
    </>
  );
}

function WithdrawalTarget({ item, isOver }: Cell<AdminWithdrawal>) {
  return (
    <>
      <Address address={item.address} />
      <ScreeningLine screening={item.screening} isOver={isOver} />
    </>
  );
}

function WithdrawalDecision({ item, isGone, isOver }: Cell<AdminWithdrawal>) {
  const { withdrawals: words, list } = useTextOf("admin");
  const format = useFormat();
  const params = { id: item.id };
  const reasons: Readonly<Record<string, string>> = words.reasons;
  const decision = useDecision<AdminWithdrawal>(item, {
    list: "adminListWithdrawals",
    words,
    send: {
      approve: (idempotencyKey) => adminCall("approveWithdrawal", { params, idempotencyKey }),
      reject: (idempotencyKey, reason) =>
        adminCall("rejectWithdrawal", { params, idempotencyKey, ...bodyOf({ reason }) }),
    },
    figureOf: ({ netAmount }) => format.money(netAmount),
  });
  if (isGone) return <Badge tone="neutral">{list.gone}</Badge>;
  if (item.awaiting !== null) return <AwaitingRequest item={item} />;
  if (item.attention !== null)
    return <NeedsAttention reason={reasons[item.attention] ?? words.otherReason} />;
  if (isOver) return <WithdrawalStatusBadge {...item} isExplained={false} />;
  return (
    <DecideButtons
      decision={decision}
      screening={item.screening}
      approval={{ title: words.payTitle, about: <PayoutFacts withdrawal={item} /> }}
    />
  );
}

/** Leaves out the body of a decision without words. */
function bodyOf<T extends Record<string, string | undefined>>(body: T) {
  return Object.values(body)[0] === undefined ? {} : { body };
}

function AwaitingRequest({ item }: { item: AdminDeposit | AdminWithdrawal }) {
  const format = useFormat();
  const { awaiting, userId, userEmail, amount } = item;
  return (
    <AwaitingSecond awaiting={awaiting!} userId={userId} email={userEmail} amount={format.money(amount)} />
  );
}

/** The address of a payout, with a copy button. */
export function Address({ address }: { address: string }) {
  const { withdrawals: words } = useTextOf("admin");
  return (
    <Row gap={2} align="center" nowrap>
      <LongCode code={address} copyLabel={words.copyAddress(address)} />
    </Row>
  );
}

/** The amount, address and owner of a payout, to read before approval. */
function PayoutFacts({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { withdrawals: words, user: userWords } = useTextOf("admin");
  const { data: user } = useUserHistory(withdrawal.userId);
  const counted = ({ count, amount }: { count: number; amount: string }) => (
    <Amount of={amount} words={(shown) => userWords.times(count, shown)} />
  );
  return (
    <>
      <Facts>
        <Fact name={words.account}>
          <Text as="span" anywhere>
            {withdrawal.userEmail}
          </Text>
        </Fact>
        <Fact name={words.net}>
          <Amount of={withdrawal.netAmount} unit="USDT" />
        </Fact>
        <Fact name={words.address}>
          <Stack gap={1} align="end">
            <span>
              <LongCode code={withdrawal.address} />
            </span>
            {withdrawal.firstToAddress && <Badge tone="warn">{words.firstToAddress}</Badge>}
          </Stack>
        </Fact>
        {user && (
          <>
            <Fact name={userWords.since}>
              <span>
                <Created at={user.createdAt} isDateFirst />
              </span>
            </Fact>
            <Fact name={userWords.balance}>
              <Amount of={user.balance} unit="USDMS" />
            </Fact>
            <Fact name={userWords.deposits}>{counted(user.confirmedDeposits)}</Fact>
            <Fact name={userWords.withdrawals}>{counted(user.completedWithdrawals)}</Fact>
          </>
        )}
      </Facts>
      {user === undefined && <Skeleton width="100%" height={208} />}
    </>
  );
}

type LockBadgesProps = { of: Pick<AdminWithdrawal, "tradingLocked" | "withdrawalsLocked"> };

/** The locks that an administrator has set on a user, shown beside decisions about them. */
export function LockBadges({ of: { tradingLocked, withdrawalsLocked } }: LockBadgesProps) {
  const { userPage: words } = useTextOf("admin");
  return (
    <>
      {tradingLocked && <Badge tone="bad">{words.tradingLocked}</Badge>}
      {withdrawalsLocked && <Badge tone="bad">{words.withdrawalsLocked}</Badge>}
    </>
  );
}

/** Deposits, each with its payment and the decision on it. */
export const DEPOSITS: RecordTable<AdminDeposit> = {
  columns: [
    { width: "minmax(0, 1.3fr)", Cell: Owner },
    { width: "auto", Cell: DepositAmounts, isEnd: true, phone: "line" },
    { width: "minmax(0, 1fr)", Cell: DepositPayment, phone: "line" },
    { width: "auto", Cell: DepositDecision, isEnd: true, phone: "buttons" },
  ],
  from: "wide",
  isOver: (item) => !isOpenDeposit(item),
  userOf: ({ userId }) => userId,
  together: DEPOSITS_TOGETHER,
};

function DepositAmounts({ item, isOver }: Cell<AdminDeposit>) {
  const { deposits: words } = useTextOf("admin");
  return (
    <>
      <Strong as="p">
        <Amount of={item.amount} unit="USDMS" />
      </Strong>
      {!isOver && <DepositStatusBadge status={item.status} isExplained={false} />}
      {!isOver && !item.sandbox && (
        <Caption as="p">
          <Amount of={item.arrived ?? "0"} words={words.arrived} />
        </Caption>
      )}
    </>
  );
}

function DepositPayment({ item, isOver }: Cell<AdminDeposit>) {
  const { deposits: words } = useTextOf("admin");
  const { paymentId } = item;
  return (
    <>
      <Facts look="inline">
        <Fact name={words.payment}>
          {paymentId === null ? (
            words.noPayment
          ) : (
            <>
              <Code translate="no">{paymentId}</Code>
              <CopyButton label={words.copyPayment(paymentId)} value={paymentId} />
            </>
          )}
        </Fact>
      </Facts>
      <ScreeningLine screening={item.screening} isOver={isOver} />
    </>
  );
}

function DepositDecision({ item, isGone, isOver }: Cell<AdminDeposit>) {
  const { deposits: words, list, attention, userPage } = useTextOf("admin");
  const reasons: Readonly<Record<string, string>> = attention.reasons;
  const format = useFormat();
  const params = { id: item.id };
  const decision = useDecision<AdminDeposit>(item, {
    list: "adminListDeposits",
    words,
    send: {
      approve: (idempotencyKey, note) =>
        adminCall("approveDeposit", { params, idempotencyKey, ...bodyOf({ note }) }),
      reject: (idempotencyKey, reason) =>
        adminCall("rejectDeposit", { params, idempotencyKey, ...bodyOf({ reason }) }),
    },
    figureOf: ({ credited, amount }) => format.money(credited ?? amount),
  });
  if (isGone) return <Badge tone="neutral">{list.gone}</Badge>;
  if (isOver) return <DepositStatusBadge status={item.status} isExplained={false} />;
  if (item.awaiting !== null) return <AwaitingRequest item={item} />;
  if (item.attention !== null)
    return <NeedsAttention reason={reasons[item.attention] ?? words.otherReason} />;
  // An amount above the arrived one is the house's own money, so it requires a reason.
  const isCovered = item.sandbox || parseMinor(item.arrived ?? "0") >= parseMinor(item.amount);
  const arrived = words.arrived(format.money(item.arrived ?? "0"));
  const approval = {
    title: words.trustTitle,
    about: (
      <>
        <p>{words.trustText(format.money(item.amount), arrived, item.userEmail)}</p>
        <DecidedAlone />
      </>
    ),
    reason: noteField(userPage.reason, userPage.reasonHint, userPage.reasonMissing),
  };
  return <DecideButtons decision={decision} screening={item.screening} {...(!isCovered && { approval })} />;
}

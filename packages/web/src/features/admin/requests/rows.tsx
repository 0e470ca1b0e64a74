import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import { memo, useContext } from "react";
import type { ComponentType } from "react";
import { parseMinor } from "@veritick/domain/money.ts";
import { shownFee } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { DepositStatusBadge, WithdrawalStatusBadge } from "../../money/public.ts";
import { adminCall, useUserHistory } from "../admin-queries.ts";
import { Created } from "../times.tsx";
import { IsOfOneUser, Row } from "../lists/row.tsx";
import type { SteadyRow } from "../lists/pages.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Badge, Caption, Skeleton, Strong } from "../../../ui/primitives.tsx";
import { Fact, Facts } from "../../../ui/card.tsx";
import { CopyButton, LongCode } from "../../../ui/copy-button.tsx";
import { AwaitingSecond, NeedsAttention } from "./awaiting.tsx";
import { DecideButtons, DecidedAlone, ScreeningLine, useDecision } from "./decide-buttons.tsx";
import { isOpenDeposit } from "./request-lists.ts";
import { noteField } from "../../../api/ask-dialog.tsx";
import styles from "./requests.module.css";

type RequestRow<T> = SteadyRow<T> & {
  /** Draws further facts below the row. */
  Below?: ComponentType<{ item: T }> | undefined;
};

function WithdrawalRowOf<T extends AdminWithdrawal>({ item, isGone, Below }: RequestRow<T>) {
  const { withdrawals: words } = useTextOf("admin");
  const format = useFormat();
  const isOver = isGone || (item.status !== "pending" && item.awaiting === null);
  const { id, userEmail: email, address } = item;
  const amount = format.money(item.amount);
  const params = { id };
  // The page of one user shows the locks at its top.
  const isOfOneUser = useContext(IsOfOneUser);
  const isLocked = (item.tradingLocked || item.withdrawalsLocked) && !isOfOneUser;

  const decision = useDecision<AdminWithdrawal>(item, {
    list: "adminListWithdrawals",
    words,
    send: {
      approve: (idempotencyKey) => adminCall("approveWithdrawal", { params, idempotencyKey }),
      reject: (idempotencyKey, reason) =>
        adminCall("rejectWithdrawal", {
          params,
          idempotencyKey,
          ...(reason !== undefined && { body: { reason } }),
        }),
    },
    figureOf: ({ netAmount }) => format.money(netAmount),
  });

  return (
    <Row
      userId={item.userId}
      email={email}
      isOver={isOver}
      isQuiet={item.attention === null}
      badges={
        !isOver &&
        (item.attention !== null || isLocked) && (
          <>
            {item.attention !== null && <Badge tone="warn">{words.attention}</Badge>}
            {isLocked && <LockBadges of={item} />}
          </>
        )
      }
      note={<Created at={item.createdAt} />}
      figure={
        <>
          <Strong as="p">
            <Amount of={item.amount} unit="USDMS" />
          </Strong>
          <div>
            <Caption>
              {words.fee} <Amount of={item.fee} shown={shownFee(item)} unit="USDMS" />
            </Caption>
            <p>
              <Caption as="span">{words.net}</Caption> <Amount of={item.netAmount} unit="USDT" />
            </p>
          </div>
        </>
      }
      detail={
        <>
          <Address address={address} />
          <ScreeningLine screening={item.screening} isOver={isOver} />
        </>
      }
      actions={
        isOver ? (
          <Outcome withdrawal={item} isGone={isGone} />
        ) : item.awaiting !== null ? (
          <AwaitingSecond awaiting={item.awaiting} userId={item.userId} email={email} amount={amount} />
        ) : item.attention !== null ? (
          <Outcome withdrawal={item} isGone={isGone} />
        ) : (
          <DecideButtons
            decision={decision}
            screening={item.screening}
            approval={{ title: words.payTitle, about: <PayoutFacts withdrawal={item} /> }}
          />
        )
      }
      more={Below && <Below item={item} />}
    />
  );
}

/** The address of a payout, with a copy button. */
export function Address({ address }: { address: string }) {
  const { withdrawals: words } = useTextOf("admin");
  return (
    <div className={styles["address"]}>
      <LongCode code={address} copyLabel={words.copyAddress(address)} />
    </div>
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
          <span className={styles["whole"]}>{withdrawal.userEmail}</span>
        </Fact>
        <Fact name={words.net}>
          <Amount of={withdrawal.netAmount} unit="USDT" />
        </Fact>
        <Fact name={words.address}>
          <div className={styles["target"]}>
            <span>
              <LongCode code={withdrawal.address} />
            </span>
            {withdrawal.firstToAddress && <Badge tone="warn">{words.firstToAddress}</Badge>}
          </div>
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

function Outcome({ withdrawal, isGone }: { withdrawal: AdminWithdrawal; isGone: boolean }) {
  const { withdrawals: words, list } = useTextOf("admin");
  const { attention } = withdrawal;
  if (isGone) return <Badge tone="neutral">{list.gone}</Badge>;
  if (attention === null) return <WithdrawalStatusBadge {...withdrawal} isExplained={false} />;
  const reasons: Readonly<Record<string, string>> = words.reasons;
  return <NeedsAttention reason={reasons[attention] ?? words.otherReason} />;
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

/** One withdrawal with its actions. */
export const WithdrawalRow = memo(WithdrawalRowOf) as typeof WithdrawalRowOf;

function DepositRowOf<T extends AdminDeposit>({ item, isGone, Below }: RequestRow<T>) {
  const { deposits: words, list, attention, userPage } = useTextOf("admin");
  const reasons: Readonly<Record<string, string>> = attention.reasons;
  const format = useFormat();
  const isOver = isGone || !isOpenDeposit(item);
  const { id, userEmail: email, paymentId } = item;
  const amount = format.money(item.amount);
  const params = { id };

  // An amount above the arrived one is the house's own money, so it requires a reason.
  const isCovered = item.sandbox || parseMinor(item.arrived ?? "0") >= parseMinor(item.amount);
  const arrived = words.arrived(format.money(item.arrived ?? "0"));
  const approval = {
    title: words.trustTitle,
    about: (
      <>
        <p>{words.trustText(amount, arrived, email)}</p>
        <DecidedAlone />
      </>
    ),
    reason: noteField(userPage.reason, userPage.reasonHint, userPage.reasonMissing),
  };

  const decision = useDecision<AdminDeposit>(item, {
    list: "adminListDeposits",
    words,
    send: {
      approve: (idempotencyKey, note) =>
        adminCall("approveDeposit", {
          params,
          idempotencyKey,
          ...(note !== undefined && { body: { note } }),
        }),
      reject: (idempotencyKey, reason) =>
        adminCall("rejectDeposit", {
          params,
          idempotencyKey,
          ...(reason !== undefined && { body: { reason } }),
        }),
    },
    figureOf: ({ credited, amount }) => format.money(credited ?? amount),
  });

  return (
    <Row
      userId={item.userId}
      email={email}
      isOver={isOver}
      note={<Created at={item.createdAt} />}
      figure={
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
      }
      detail={
        <>
          <div className={styles["payment"]}>
            <span className={styles["name"]}>{words.payment}</span>
            {paymentId === null ? (
              <span>{words.noPayment}</span>
            ) : (
              <>
                <span className={styles["code"]} translate="no">
                  {paymentId}
                </span>
                <CopyButton label={words.copyPayment(paymentId)} value={paymentId} />
              </>
            )}
          </div>
          <ScreeningLine screening={item.screening} isOver={isOver} />
        </>
      }
      actions={
        isOver ? (
          isGone ? (
            <Badge tone="neutral">{list.gone}</Badge>
          ) : (
            <DepositStatusBadge status={item.status} isExplained={false} />
          )
        ) : item.awaiting !== null ? (
          <AwaitingSecond awaiting={item.awaiting} userId={item.userId} email={email} amount={amount} />
        ) : item.attention !== null ? (
          <NeedsAttention reason={reasons[item.attention] ?? words.otherReason} />
        ) : (
          <DecideButtons decision={decision} screening={item.screening} {...(!isCovered && { approval })} />
        )
      }
      more={Below && <Below item={item} />}
    />
  );
}

/** One deposit with its actions. */
export const DepositRow = memo(DepositRowOf) as typeof DepositRowOf;

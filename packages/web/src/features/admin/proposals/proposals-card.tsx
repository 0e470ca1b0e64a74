import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { memo, useMemo } from "react";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { LongCode } from "../../../ui/long-code.tsx";
import { Caption, Num, Strong } from "../../../ui/primitives.tsx";
import { balanceAfter } from "../adjust-form.tsx";
import { useProposals, useWithdrawals } from "../admin-queries.ts";
import { Created } from "../created.tsx";
import { FailedList, NewCount, ScrollList } from "../list-card.tsx";
import { LockBadges } from "../lock-badges.tsx";
import styles from "../request-row.module.css";
import { Row } from "../row.tsx";
import type { SteadyRow } from "../steady-list.ts";
import { useSteadyList } from "../use-steady-list.ts";
import { ProposalButtons, ProposalDetails } from "./awaiting.tsx";
import own from "./awaiting.module.css";

const NONE: readonly Proposal[] = [];

/** What one administrator has decided and another one must agree to; nothing where there is none. */
export function ProposalsCard() {
  const { proposals: words, list } = useAdminText();
  const query = useProposals();
  const known = query.data ?? NONE;
  const withdrawals = useWithdrawals().data;
  const open = useMemo(() => known.filter(({ outcome }) => outcome === null), [known]);
  const { rows, newCount, holding } = useSteadyList(open, known);
  if (query.isError && query.data === undefined && !query.isFetching) {
    return (
      <Card title={words.title}>
        <FailedList onRetry={() => void query.refetch()} />
      </Card>
    );
  }
  if (rows.length === 0) return null;
  return (
    <Card title={`${words.title} (${open.length})`} aside={<NewCount count={newCount} />}>
      <div {...holding}>
        <ScrollList label={list.rows(words.title)} columns="withdrawals">
          {rows.map(({ item, isGone }) => (
            <ProposalRow
              key={item.id}
              item={item}
              isGone={isGone}
              withdrawal={withdrawals?.find(({ id }) => id === item.target)}
            />
          ))}
        </ScrollList>
      </div>
    </Card>
  );
}

type ProposalRowProps = SteadyRow<Proposal> & {
  /** What is to be paid, where it is about a withdrawal. */
  withdrawal: AdminWithdrawal | undefined;
};

/** One proposal with all that is needed to agree to it. */
const ProposalRow = memo(function ProposalRow({ item, isGone, withdrawal }: ProposalRowProps) {
  const { proposals: words, list } = useAdminText();
  const format = useFormat();
  const isOwn = useCurrentUser()?.id === item.proposedBy;
  const { action, outcome, subject } = item;
  const email = item.subjectEmail ?? words.nobody;
  const isOver = isGone || outcome !== null;
  const end = outcome === null ? list.gone : isTakenBack(item) ? words.takenBackShort : words.over[outcome];
  const amount =
    action === "rights_changed"
      ? null
      : action === "balance_adjusted"
        ? format.signedExactAmount(item.amount)
        : format.exactAmount(item.amount);
  return (
    <Row
      userId={subject ?? ""}
      email={email}
      isOver={isOver}
      badges={withdrawal && !isOver && <LockBadges of={withdrawal} />}
      note={
        <>
          <strong className={own["what"]}>{words.what[action]}</strong>
          {isOwn ? words.byYou : words.by(item.proposedByEmail ?? words.nobody)}
          {" · "}
          <Created at={item.createdAt} />
        </>
      }
      figure={
        <>
          {amount !== null && (
            <Strong as="p">
              <Num>{amount} USDMS</Num>
            </Strong>
          )}
          {item.balance !== null && (
            <div>
              <Caption>
                {words.balance} <Num>{format.money(item.balance)} USDMS</Num>
              </Caption>
              <p>
                <Caption as="span">{words.balanceAfter}</Caption>{" "}
                <Num>{format.money(balanceAfter(item.balance, parseMinor(item.amount)))} USDMS</Num>
              </p>
            </div>
          )}
          {withdrawal && (
            <div>
              <Caption>
                {words.fee} <Num>{format.exactAmount(withdrawal.fee)} USDMS</Num>
              </Caption>
              <p>
                <Caption as="span">{words.net}</Caption>{" "}
                <Num>{format.exactAmount(withdrawal.netAmount)} USDT</Num>
              </p>
            </div>
          )}
        </>
      }
      detail={
        <>
          {withdrawal && <Address address={withdrawal.address} />}
          <ProposalDetails proposal={item} />
        </>
      }
      actions={
        isOver ? (
          <Badge tone="neutral">{end}</Badge>
        ) : (
          <ProposalButtons
            id={item.id}
            action={action}
            subject={subject}
            email={email}
            amount={amount}
            isOwn={isOwn}
          />
        )
      }
    />
  );
});

/** By whoever had made it. */
const isTakenBack = ({ outcome, decidedBy, proposedBy }: Proposal) =>
  outcome === "declined" && decidedBy === proposedBy;

function Address({ address }: { address: string }) {
  const { withdrawals: words } = useAdminText();
  return (
    <div className={styles["address"]}>
      <span>
        <LongCode code={address} />
      </span>
      <CopyButton label={words.copyAddress(address)} value={address} />
    </div>
  );
}

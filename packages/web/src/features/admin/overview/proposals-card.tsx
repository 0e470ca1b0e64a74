import { DECIDERS } from "@veritick/contract/roles.ts";
import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { memo } from "react";
import { useCurrentUser } from "../../../api/current-user.ts";
import { shownFee } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { balanceAfter } from "../user/adjust-form.tsx";
import { useProposals } from "../admin-queries.ts";
import { Created } from "../times.tsx";
import { ListCard } from "../lists/lists.tsx";
import { DecidedAlone } from "../requests/decide-buttons.tsx";
import { useWithdrawals } from "../requests/request-lists.ts";
import { LinkedItem, useLinkedId } from "../lists/linked-item.tsx";
import { Address, LockBadges } from "../requests/rows.tsx";
import { Row } from "../lists/row.tsx";
import type { SteadyRow } from "../lists/pages.ts";
import { ProposalButtons, ProposalDetails, whatOf } from "../requests/awaiting.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Badge, Caption, Num, Strong } from "../../../ui/primitives.tsx";
import styles from "./admin-page.module.css";

/** The decisions of one administrator that another must agree to. The card is hidden while there are none. */
export function ProposalsCard() {
  const { proposals, requests } = useTextOf("admin");
  const query = useProposals();
  const linkedId = useLinkedId("proposal");
  return (
    <>
      <LinkedItem<Proposal>
        id={linkedId}
        list="listProposals"
        isListed={query.data?.some((proposal) => isOpen(proposal) && proposal.id === linkedId)}
        isOpen={isOpen}
        columns="withdrawals"
        row={(item) => <ProposalRow item={item} isGone={false} />}
      />
      <ListCard
        words={{
          title: proposals.title,
          intro: (
            <>
              <Caption as="p">{requests.twoPersons}</Caption>
              <DecidedAlone />
            </>
          ),
        }}
        pages={{ query, items: query.data }}
        isOpen={isOpen}
        belongs={isOpen}
        columns="withdrawals"
        Row={ProposalRow}
        linkedId={linkedId}
      />
    </>
  );
}

const isOpen = ({ outcome }: Proposal) => outcome === null;

/** One proposal with everything needed to agree to it. For a withdrawal, that includes the payout. */
const ProposalRow = memo(function ProposalRow({ item, isGone }: SteadyRow<Proposal>) {
  const { proposals: words, list } = useTextOf("admin");
  const format = useFormat();
  const isOwn = useCurrentUser()?.id === item.proposedBy;
  const withdrawal = useWithdrawals().items?.find(({ id }) => id === item.target);
  const isLinked = useLinkedId("proposal") === item.id;
  const { action, outcome, subject } = item;
  const isSetAside = action === "payment_credited" && subject === null;
  const nobody = isSetAside ? words.unclaimed : item.setting === null ? words.nobody : words.installation;
  const email = item.subjectEmail ?? nobody;
  const isOver = isGone || outcome !== null;
  const end = outcome === null ? list.gone : isTakenBack(item) ? words.takenBackShort : words.over[outcome];
  const isAdjustment = action === "balance_adjusted";
  const amount =
    DECIDERS[action] === "administrator" && !isAdjustment
      ? null
      : isAdjustment
        ? format.signedMoney(item.amount)
        : format.money(item.amount);
  return (
    <Row
      userId={subject ?? ""}
      email={email}
      isOver={isOver}
      isLinked={isLinked}
      badges={withdrawal && !isOver && <LockBadges of={withdrawal} />}
      note={
        <>
          <strong className={styles["what"]}>{whatOf(words, item)}</strong>
          {isOwn ? words.byYou : words.by(item.proposedByEmail ?? words.nobody)}
          {" · "}
          <Created at={item.createdAt} />
        </>
      }
      figure={
        <>
          {amount !== null && (
            <Strong as="p">
              <Amount of={item.amount} unit="USDMS" signed={isAdjustment} />
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
                {words.fee} <Amount of={withdrawal.fee} shown={shownFee(withdrawal)} unit="USDMS" />
              </Caption>
              <p>
                <Caption as="span">{words.net}</Caption> <Amount of={withdrawal.netAmount} unit="USDT" />
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
            effectiveAt={item.effectiveAt}
          />
        )
      }
    />
  );
});

/** Returns true if its author took the proposal back. */
const isTakenBack = ({ outcome, decidedBy, proposedBy }: Proposal) =>
  outcome === "declined" && decidedBy === proposedBy;

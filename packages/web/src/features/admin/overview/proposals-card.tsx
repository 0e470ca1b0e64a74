import { DECIDERS } from "@veritick/contract/roles.ts";
import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import { parseMinor } from "@veritick/domain/money.ts";
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
import { Address, LockBadges } from "../requests/request-tables.tsx";
import { Person } from "../lists/record-table.tsx";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { ProposalButtons, ProposalDetails, whatOf } from "../requests/awaiting.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Badge, Caption, Medium, Num, Strong } from "../../../ui/primitives.tsx";

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
        table={PROPOSALS}
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
        table={PROPOSALS}
        linkedId={linkedId}
      />
    </>
  );
}

const isOpen = ({ outcome }: Proposal) => outcome === null;

/** Proposals, each with everything needed to agree to it. For a withdrawal, that includes the payout. */
const PROPOSALS: RecordTable<Proposal> = {
  columns: [
    { width: "minmax(0, 1fr)", Cell: Subject },
    { width: "auto", Cell: Amounts, isEnd: true, phone: "line" },
    { width: "258px", Cell: Details, phone: "line" },
    { width: "auto", Cell: Decision, isEnd: true, phone: "buttons" },
  ],
  from: "wide",
  isOver: (proposal) => !isOpen(proposal),
  userOf: ({ subject }) => subject,
};

/** The subject of a proposal, with its amount as it is shown; null if no money is involved. */
function useSubject({ action, subject, subjectEmail, setting, amount }: Proposal) {
  const { proposals: words } = useTextOf("admin");
  const format = useFormat();
  const isSetAside = action === "payment_credited" && subject === null;
  const nobody = isSetAside ? words.unclaimed : setting === null ? words.nobody : words.installation;
  const isAdjustment = action === "balance_adjusted";
  const isMoney = isAdjustment || DECIDERS[action] !== "administrator";
  const sum = isAdjustment ? format.signedMoney(amount) : format.money(amount);
  return { email: subjectEmail ?? nobody, isAdjustment, amount: isMoney ? sum : null };
}

const usePayout = ({ target }: Proposal) => useWithdrawals().items?.find(({ id }) => id === target);

function Subject({ item, isOver, ...cell }: Cell<Proposal>) {
  const { proposals: words } = useTextOf("admin");
  const isOwn = useCurrentUser()?.id === item.proposedBy;
  const payout = usePayout(item);
  return (
    <Person
      cell={cell}
      userId={item.subject}
      email={useSubject(item).email}
      badges={payout && !isOver && <LockBadges of={payout} />}
      note={
        <>
          <Medium as="p">{whatOf(words, item)}</Medium>
          {isOwn ? words.byYou : words.by(item.proposedByEmail ?? words.nobody)}
          {" · "}
          <Created at={item.createdAt} />
        </>
      }
    />
  );
}

function Amounts({ item }: Cell<Proposal>) {
  const { proposals: words } = useTextOf("admin");
  const format = useFormat();
  const { amount, isAdjustment } = useSubject(item);
  const payout = usePayout(item);
  return (
    <>
      {amount !== null && (
        <Strong as="p">
          <Amount of={item.amount} unit="USDMS" signed={isAdjustment} />
        </Strong>
      )}
      {item.balance !== null && (
        <>
          <Caption>
            {words.balance} <Num>{format.money(item.balance)} USDMS</Num>
          </Caption>
          <p>
            <Caption as="span">{words.balanceAfter}</Caption>{" "}
            <Num>{format.money(balanceAfter(item.balance, parseMinor(item.amount)))} USDMS</Num>
          </p>
        </>
      )}
      {payout && (
        <>
          <Caption>
            {words.fee} <Amount of={payout.fee} shown={shownFee(payout)} unit="USDMS" />
          </Caption>
          <p>
            <Caption as="span">{words.net}</Caption> <Amount of={payout.netAmount} unit="USDT" />
          </p>
        </>
      )}
    </>
  );
}

function Details({ item }: Cell<Proposal>) {
  const payout = usePayout(item);
  return (
    <>
      {payout && <Address address={payout.address} />}
      <ProposalDetails proposal={item} />
    </>
  );
}

function Decision({ item, isOver }: Cell<Proposal>) {
  const { proposals: words, list } = useTextOf("admin");
  const { id, action, subject, outcome, effectiveAt } = item;
  const { email, amount } = useSubject(item);
  const isOwn = useCurrentUser()?.id === item.proposedBy;
  const end = outcome === null ? list.gone : isTakenBack(item) ? words.takenBackShort : words.over[outcome];
  if (isOver) return <Badge tone="neutral">{end}</Badge>;
  return <ProposalButtons {...{ id, action, subject, email, amount, isOwn, effectiveAt }} />;
}

/** Returns true if its author took the proposal back. */
const isTakenBack = ({ outcome, decidedBy, proposedBy }: Proposal) =>
  outcome === "declined" && decidedBy === proposedBy;

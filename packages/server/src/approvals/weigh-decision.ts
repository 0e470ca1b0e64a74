import type { Awaiting, ProposalAction } from "@veritick/contract/schemas/proposals.ts";
import { formatMinor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { isCredit, recordAudit, sumCreditedAlone } from "../audit/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Caller } from "../platform/http/call.ts";
import { newId } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { findAwaiting } from "./awaiting.ts";
import type { Deciding } from "./deciding.ts";
import { closeProposal, countAdjustments, isAdjustmentProposed, lockOpenProposal } from "./open-proposal.ts";
import type { OpenProposal } from "./open-proposal.ts";

export type ApprovalContext = {
  clock: Clock;
  /** Decisions above this amount take two administrators; undefined where one is enough. */
  fourEyesAbove: Minor | undefined;
};

export type Matter = {
  action: ProposalAction;
  /** The deposit, withdrawal, item or, for an adjustment or rights, user. */
  target: string;
  /** The user whose money it is. */
  subject: string;
  /** Signed for an adjustment, none for rights, which take two whatever the amount. */
  amount: Minor;
  note?: string | undefined;
  transactionId?: string | undefined;
};

/** `awaiting` where it is proposed and nothing is to be done now; else who proposed it, where somebody else did. */
export type Verdict =
  { waits: true; awaiting: NonNullable<Awaiting> } | { waits: false; proposedBy: string | undefined };

/** No thing keeps adjustments from being proposed again and again. */
const MOST_ADJUSTMENTS = 20;

const ALONE: Verdict = { waits: false, proposedBy: undefined };

/**
 * Whether a decision is done now, or recorded and left to a second administrator. Asked last before anything is written:
 * when it could be refused for nothing else any more, and what it is about and the users are locked. A proposal that is
 * agreed to is closed here, so that what is done next finds it closed.
 */
export async function weighDecision(
  context: ApprovalContext,
  connection: Queryable,
  matter: Matter,
  deciding: Deciding,
): Promise<Verdict | Refused> {
  const { by, agreement } = deciding;
  const open = await lockOpenProposal(connection, matter, agreement?.proposalId, dateOf(context.clock));
  if (agreement !== undefined) {
    if (open === undefined) return refuse("proposal_decided");
    if (open.proposed_by === by.actor) return refuse("proposal_own");
    return agree(context, connection, open, matter, deciding);
  }
  if (open === undefined) {
    return (await takesTwo(context, connection, matter, by))
      ? propose(context, connection, matter, by)
      : ALONE;
  }
  // Of one that was made before the rule was given up, what is done now is the end.
  if (context.fourEyesAbove === undefined) return ALONE;
  if (!isSame(open, matter)) return refuse("proposal_differs");
  if (open.proposed_by !== by.actor) return agree(context, connection, open, matter, deciding);
  if (!(await takesTwo(context, connection, matter, by))) return ALONE;
  return { waits: true, awaiting: (await findAwaiting(connection, open.id))! };
}

/** By how much balances are credited in small steps counts as one. */
async function takesTwo(
  { clock, fourEyesAbove }: ApprovalContext,
  connection: Queryable,
  { action, amount }: Matter,
  { actor }: Caller,
): Promise<boolean> {
  if (fourEyesAbove === undefined) return false;
  if (action === "rights_changed") return true;
  const beside = isCredit(action) ? await sumCreditedAlone(connection, actor, clock.nowMs()) : ZERO;
  return (amount < 0n ? -amount : amount) + beside > fourEyesAbove;
}

/** What another administrator wrote about it does not matter, what is to be done does. */
const isSame = (open: OpenProposal, { action, amount, transactionId }: Matter): boolean =>
  open.action === action &&
  parseMinor(open.amount) === amount &&
  open.transaction_id === (transactionId ?? null);

async function propose(
  { clock }: ApprovalContext,
  connection: Queryable,
  { action, target, subject, amount, note, transactionId }: Matter,
  by: Caller,
): Promise<Verdict | Refused> {
  const at = dateOf(clock);
  if (action === "balance_adjusted") {
    const isThere = await isAdjustmentProposed(connection, { target, amount: formatMinor(amount) }, at);
    if (isThere) return refuse("proposal_exists", { field: "amount" });
    if ((await countAdjustments(connection, by.actor)) >= MOST_ADJUSTMENTS)
      return refuse("too_many_proposals");
  }
  const id = newId(at.getTime());
  await connection.query(
    `insert into proposals (id, action, target, subject, amount, note, transaction_id, proposed_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, action, target, subject, formatMinor(amount), note ?? null, transactionId ?? null, by.actor, at],
  );
  const after = { action, target, amount: formatMinor(amount), transactionId: transactionId ?? null };
  await recordAudit(
    connection,
    { action: "proposal_made", by, subject, target: id, after, reason: note },
    at,
  );
  return { waits: true, awaiting: (await findAwaiting(connection, id))! };
}

async function agree(
  { clock }: ApprovalContext,
  connection: Queryable,
  { id, proposed_by: proposedBy }: OpenProposal,
  { subject }: Matter,
  { by, agreement }: Deciding,
): Promise<Verdict> {
  const at = dateOf(clock);
  await closeProposal(connection, { id, outcome: "agreed", by: by.actor }, at);
  if (agreement !== undefined) {
    const outcomes = { before: { outcome: null }, after: { outcome: "agreed" } };
    await recordAudit(
      connection,
      { action: "proposal_agreed", by, subject, target: id, ...outcomes, proposedBy },
      at,
    );
    await agreement.keep(connection);
  }
  return { waits: false, proposedBy };
}

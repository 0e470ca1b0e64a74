import type { AdminStats } from "@veritick/contract/schemas/admin.ts";
import type { Awaiting, ProposalAction } from "@veritick/contract/schemas/proposals.ts";
import type { Role } from "@veritick/contract/roles.ts";
import { formatMinor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { isCredit, recordAudit, sumCreditedAlone } from "../audit/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Caller } from "../platform/http/call.ts";
import { newId } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { ApprovalContext, DecisionRequest } from "./context.ts";
import {
  closeProposal,
  countAdjustments,
  findAwaiting,
  isAdjustmentProposed,
  lockOpenProposal,
  mayAgree,
} from "./proposals.ts";
import type { OpenProposal } from "./proposals.ts";

export type Matter = {
  action: ProposalAction;
  /** The id of the deposit, withdrawal or attention item. For an adjustment or a change of rights, the id of the user. */
  target: string;
  /** The user that owns the money; null for a payment that is set aside and has no owner yet. */
  subject: string | null;
  /** The amount: signed for an adjustment, zero for rights, deletions and withdrawal codes, which always need two. */
  amount: Minor;
  note?: string | undefined;
  transactionId?: string | undefined;
  /** The role that a change of rights grants; null if it revokes one. */
  role?: Role | null;
  /** A changed setting as `NAME=value`. */
  setting?: string;
  /** The time at which the proposal takes effect by itself unless somebody declines it. Set if nobody else could agree. */
  effectiveAt?: Date | undefined;
};

/**
 * The decision waits as a proposal, or is carried out now. Then `proposedBy` names the first of two people, if there are
 * two.
 */
export type FourEyesResult =
  | { waits: true; awaiting: NonNullable<Awaiting> }
  | { waits: false; proposedBy: string | undefined };

/** The most open adjustments of one administrator. Unlike other proposals, several adjustments of one target may be open. */
const MAX_OPEN_ADJUSTMENTS = 20;

/**
 * Actions that need two administrators for any amount, even if FOUR_EYES_ABOVE is not set. A change of a setting asks only if
 * it needs two.
 */
const ALWAYS_EVEN_IF_OFF = new Set<ProposalAction>(["screening_overridden", "setting_changed"]);
const ALWAYS = new Set<ProposalAction>([
  ...ALWAYS_EVEN_IF_OFF,
  "rights_changed",
  "role_changed",
  "user_deleted",
  "withdrawal_code_reset",
]);

const ALONE: FourEyesResult = { waits: false, proposedBy: undefined };

/**
 * Determines whether a decision is carried out now, or records it as a proposal for a second administrator. Call it last
 * before writing, after all other checks, with the target and the users locked. When the second administrator agrees, it
 * closes the proposal in the same transaction that carries it out.
 */
export async function applyFourEyes(
  context: ApprovalContext,
  connection: Queryable,
  matter: Matter,
  request: DecisionRequest,
): Promise<FourEyesResult | Refused> {
  const { by, agreement } = request;
  const open = await lockOpenProposal(connection, matter, agreement?.proposalId, dateOf(context.clock));
  if (agreement !== undefined) {
    if (open === undefined) return refuse("proposal_decided");
    if (open.proposed_by === by.actor) return refuse("proposal_own");
    if (!isSame(open, matter)) return refuse("proposal_differs");
    return agree(context, connection, open, matter, request);
  }
  if (open === undefined) {
    return (await needsTwo(context, connection, matter, by))
      ? propose(context, connection, matter, by)
      : ALONE;
  }
  if (isSwitchedOff(context, matter)) {
    // FOUR_EYES_ABOVE was switched off after this was proposed: one administrator is enough now. Nobody may agree later and
    // do it once more.
    if (isSame(open, matter))
      await closeProposal(connection, { id: open.id, outcome: "lapsed", by: null }, dateOf(context.clock));
    return ALONE;
  }
  if (!isSame(open, matter)) return refuse("proposal_differs");
  if (matter.effectiveAt !== undefined && open.effective_at === null) {
    // The administrator who could have agreed has gone, so the day for declining begins now.
    await closeProposal(connection, { id: open.id, outcome: "lapsed", by: null }, dateOf(context.clock));
    return propose(context, connection, matter, by);
  }
  if (open.proposed_by !== by.actor) return agree(context, connection, open, matter, request);
  if (!(await needsTwo(context, connection, matter, by))) return ALONE;
  return { waits: true, awaiting: (await findAwaiting(connection, open.id))! };
}

const isSwitchedOff = ({ settings }: Pick<ApprovalContext, "settings">, { action }: Matter): boolean =>
  settings.fourEyesAbove === undefined && !ALWAYS_EVEN_IF_OFF.has(action);

/**
 * Reads the sum that an administrator has credited and adjusted alone in the last 24 hours, as the rule counts it, and the
 * amount above which the rule needs a second administrator. Returns null while FOUR_EYES_ABOVE is not set.
 */
export async function readDecidedAlone(
  { clock, settings: { fourEyesAbove } }: Pick<ApprovalContext, "clock" | "settings">,
  connection: Queryable,
  actor: string,
): Promise<AdminStats["decidedAlone"]> {
  if (fourEyesAbove === undefined) return null;
  const amount = await sumCreditedAlone(connection, actor, clock.nowMs());
  return { amount: formatMinor(amount), limit: formatMinor(fourEyesAbove) };
}

/** Decides by the amount plus all that the administrator credited alone in the last 24 hours, so that small steps add up. */
async function needsTwo(
  { clock, settings: { fourEyesAbove } }: ApprovalContext,
  connection: Queryable,
  { action, amount }: Matter,
  { actor }: Caller,
): Promise<boolean> {
  if (fourEyesAbove === undefined) return ALWAYS_EVEN_IF_OFF.has(action);
  if (ALWAYS.has(action)) return true;
  const creditedAlone = isCredit(action) ? await sumCreditedAlone(connection, actor, clock.nowMs()) : ZERO;
  return (amount < 0n ? -amount : amount) + creditedAlone > fourEyesAbove;
}

const isSame = (
  open: OpenProposal,
  { action, subject, amount, transactionId, role, setting }: Matter,
): boolean =>
  open.action === action &&
  open.subject === subject &&
  open.role === (role ?? null) &&
  open.setting === (setting ?? null) &&
  parseMinor(open.amount) === amount &&
  open.transaction_id === (transactionId ?? null);

async function propose(
  { clock, notifier }: ApprovalContext,
  connection: Queryable,
  { action, target, subject, amount, note, transactionId, role, setting, effectiveAt }: Matter,
  by: Caller,
): Promise<FourEyesResult | Refused> {
  const at = dateOf(clock);
  if (action === "balance_adjusted") {
    const isProposed = await isAdjustmentProposed(connection, { target, amount: formatMinor(amount) }, at);
    if (isProposed) return refuse("proposal_exists", { field: "amount" });
    if ((await countAdjustments(connection, by.actor)) >= MAX_OPEN_ADJUSTMENTS)
      return refuse("too_many_proposals");
  }
  const id = newId(at.getTime());
  await connection.query(
    `insert into proposals (
       id, action, target, subject, amount, note, transaction_id, proposed_by, created_at, role, setting, effective_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      action,
      target,
      subject,
      formatMinor(amount),
      note ?? null,
      transactionId ?? null,
      by.actor,
      at,
      role ?? null,
      setting ?? null,
      effectiveAt ?? null,
    ],
  );
  const about = { ...(role !== undefined && { role }), ...(setting !== undefined && { setting }) };
  const after = {
    action,
    target,
    amount: formatMinor(amount),
    transactionId: transactionId ?? null,
    ...about,
  };
  await recordAudit(
    connection,
    { action: "proposal_made", by, subject, target: id, after, reason: note },
    at,
  );
  if (effectiveAt !== undefined) await notifyStaff(notifier, connection, "rights_granted", id, at);
  return { waits: true, awaiting: (await findAwaiting(connection, id))! };
}

/**
 * Tells everybody with rights about a grant by the only administrator, while there is a day to decline it, or about a limit
 * that was loosened. It also tells those who lost rights within a week: the administrator may have removed them first, alone.
 */
export async function notifyStaff(
  notifier: ApprovalContext["notifier"],
  connection: Queryable,
  news: "rights_granted" | "limit_loosened",
  ref: string,
  at: Date,
): Promise<void> {
  const { rows } = await connection.query<{ id: string }>(`select id from users where ${IS_TOLD}`, [at]);
  for (const { id } of rows) await notifier.notify(connection, id, news, { ref });
}

/** SQL: true for a row of `users` who has rights, or lost some in the week before $1. */
const IS_TOLD = `(is_admin or staff_role is not null or id in (
  select subject from audit_log
  where action in ('rights_changed', 'role_changed') and before ->> 'role' is not null
    and created_at >= $1::timestamptz - interval '7 days'))`;

/** Returns true if the user would be told of a grant by the only administrator. */
export async function isToldOfGrants(connection: Queryable, userId: string, at: Date): Promise<boolean> {
  const { rowCount } = await connection.query(`select from users where ${IS_TOLD} and id = $2`, [at, userId]);
  return rowCount === 1;
}

async function agree(
  { clock }: ApprovalContext,
  connection: Queryable,
  { id, proposed_by: proposedBy }: OpenProposal,
  { subject }: Matter,
  { by, agreement }: DecisionRequest,
): Promise<FourEyesResult | Refused> {
  // Otherwise one administrator could make a proposal, and then promote a person who agrees to it.
  if (!(await mayAgree(connection, { id }, by.actor))) return refuse("proposal_older");
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

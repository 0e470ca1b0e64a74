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

type Matter = {
  action: ProposalAction;
  /** The id of the deposit, withdrawal or attention item. For an adjustment or a change of rights, the id of the user. */
  target: string;
  /** The user whose money it is; null for a payment that is set aside for nobody yet. */
  subject: string | null;
  /** Signed for an adjustment. Zero for rights and deletions, which always need two administrators. */
  amount: Minor;
  note?: string | undefined;
  transactionId?: string | undefined;
  /** What a change of rights gives; null where it takes. */
  role?: Role | null;
  /** `NAME=value` of a setting that is changed. Its target is `SETTINGS_TARGET`. */
  setting?: string;
  /** Set where nobody else could agree: it takes effect by itself at this time, unless somebody declines it. */
  effectiveAt?: Date | undefined;
};

/** Either the decision waits as a proposal, or it is carried out now; then `proposedBy` names the first of two people. */
export type FourEyesResult =
  | { waits: true; awaiting: NonNullable<Awaiting> }
  | { waits: false; proposedBy: string | undefined };

/** Adjustments have no target that could be proposed only once, so a limit stops anyone from proposing them endlessly. */
const MAX_OPEN_ADJUSTMENTS = 20;

/** Whatever the amount, and whether or not FOUR_EYES_ABOVE is set. */
const ALWAYS_EVEN_IF_OFF = new Set<ProposalAction>(["screening_overridden"]);
const ALWAYS = new Set<ProposalAction>([
  ...ALWAYS_EVEN_IF_OFF,
  "rights_changed",
  "role_changed",
  "user_deleted",
  "setting_changed",
]);

/** What proposals about settings are about, so that one of them is open at a time. */
export const SETTINGS_TARGET = "00000000-0000-0000-0000-000000000001";

const ALONE: FourEyesResult = { waits: false, proposedBy: undefined };

/**
 * Says whether a decision is carried out now or recorded as a proposal for a second administrator. Call it last before
 * writing: every other check has passed, and the target and the users are locked. It closes a proposal that is agreed to,
 * in the same transaction that carries it out.
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
  // FOUR_EYES_ABOVE was switched off after this was proposed: one administrator is enough now.
  if (isSwitchedOff(context, matter)) return ALONE;
  if (!isSame(open, matter)) return refuse("proposal_differs");
  if (matter.effectiveAt !== undefined && open.effective_at === null) {
    // Whoever could have agreed has gone, so its day begins now.
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
 * What an administrator has credited and adjusted alone in the last 24 hours, by the sum that the rule goes by, and the amount
 * above which it asks for a second one. Null while FOUR_EYES_ABOVE is not set.
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

/** Adds what the administrator credited alone in the last 24 hours, so that small steps count as one. */
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

/** The note may differ: only what is to be done counts. */
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
  { clock, tell }: ApprovalContext,
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
  if (effectiveAt !== undefined) await tellStaff(tell, connection, id);
  return { waits: true, awaiting: (await findAwaiting(connection, id))! };
}

/** While there is a day to decline what the only administrator grants, everybody with rights hears of it. */
async function tellStaff(
  tell: ApprovalContext["tell"],
  connection: Queryable,
  proposalId: string,
): Promise<void> {
  const { rows } = await connection.query<{ id: string }>(
    "select id from users where is_admin union all select id from users where staff_role is not null",
  );
  for (const { id } of rows) await tell.person(connection, id, "rights_granted", { ref: proposalId });
}

async function agree(
  { clock }: ApprovalContext,
  connection: Queryable,
  { id, proposed_by: proposedBy }: OpenProposal,
  { subject }: Matter,
  { by, agreement }: DecisionRequest,
): Promise<FourEyesResult | Refused> {
  // Otherwise one administrator could make a proposal, then make somebody who agrees to it.
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

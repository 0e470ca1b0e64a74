import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { ROLES } from "../roles.ts";
import { byId, decimal8, instant, note, page, uuid } from "../values.ts";

/**
 * The decisions that need two administrators: about rights and withdrawal codes always, about money above
 * `FOUR_EYES_ABOVE`.
 */
export const PROPOSAL_ACTIONS = [
  "deposit_approved",
  "withdrawal_approved",
  "withdrawal_marked_paid",
  "withdrawal_marked_failed",
  "payment_credited",
  // A payment despite the answer of the screening service. It always needs two, whatever FOUR_EYES_ABOVE says.
  "screening_overridden",
  "balance_adjusted",
  // A grant of administration. A change to any other role, or to none, is `role_changed`.
  "rights_changed",
  "role_changed",
  "user_deleted",
  "withdrawal_code_reset",
  // A change that loosens the rule of two persons itself, or a limit that protects passwords, codes or money.
  "setting_changed",
] as const;
const proposalAction = z.enum(PROPOSAL_ACTIONS);
export type ProposalAction = z.infer<typeof proposalAction>;

/** The refusals of a decision about one thing that may need two administrators. */
export const BY_TWO_PERSONS = ["own_account", "proposal_differs", "proposal_older"] as const;

/** Set for a deposit, withdrawal or item if one administrator has decided and another one must agree. */
export const awaiting = z.nullable(
  z.object({
    proposalId: uuid,
    action: proposalAction,
    proposedBy: uuid,
    proposedByEmail: z.nullable(z.string()),
    proposedAt: instant,
    /**
     * The time at which it takes effect by itself, unless somebody declines it; null if another administrator must agree.
     */
    effectiveAt: z.nullable(instant),
  }),
);
export type Awaiting = z.infer<typeof awaiting>;

/** `lapsed`: its subject changed in the meantime, or nobody agreed within 7 days. */
export const proposalOutcome = z.enum(["agreed", "declined", "lapsed"]);

/**
 * A decision of one administrator that another one must agree to, or a decision of the only administrator that everybody
 * with rights sees for a day first. `target` is the deposit, withdrawal, item or, for an adjustment or a change of rights,
 * user. `subject` is null if a payment is to be set aside in \`house:unclaimed\`. `amount` is in USDMS, signed for an
 * adjustment and zero for rights; `balance` is the one that it would change, while an adjustment is open.
 */
export const proposal = z.object({
  id: uuid,
  action: proposalAction,
  target: uuid,
  subject: z.nullable(uuid),
  subjectEmail: z.nullable(z.string()),
  amount: decimal8,
  balance: z.nullable(decimal8),
  note: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  /** The role that is given; null if one is taken, and for other actions. */
  role: z.nullable(z.enum(ROLES)),
  /** `NAME=value` of a setting; without a value, the setting goes back to the environment's. Null for other actions. */
  setting: z.nullable(z.string()),
  /** The time at which it takes effect by itself, unless somebody declines it; null if another administrator must agree. */
  effectiveAt: z.nullable(instant),
  proposedBy: uuid,
  proposedByEmail: z.nullable(z.string()),
  createdAt: instant,
  outcome: z.nullable(proposalOutcome),
  decidedBy: z.nullable(uuid),
  decidedByEmail: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
});
export type Proposal = z.infer<typeof proposal>;

export const listProposals = endpoint("listProposals", {
  summary:
    "List decisions that need a second approval, newest first: every open one and the newest 100 others, or the one of an id",
  audience: "admin",
  query: z.extend(page, { id: z.optional(uuid) }),
  reply: z.array(proposal),
  refusals: ["page_invalid", "id_invalid"],
});

/** The refusals include those of the decision itself, because agreeing carries it out. */
export const agreeToProposal = endpoint("agreeToProposal", {
  summary: "Approve another administrator's proposal, which is then carried out",
  audience: "admin",
  role: "cashier",
  audits: "proposal_agreed",
  stepUp: true,
  params: byId,
  reply: proposal,
  idempotent: true,
  refusals: [
    "id_invalid",
    "not_found",
    "proposal_decided",
    "proposal_own",
    "note_required",
    "proposal_differs",
    "proposal_older",
    "own_account",
    "last_admin",
    "withdrawal_code_none",
    "payout_processing",
    "deposit_not_open",
    "withdrawal_not_pending",
    "withdrawal_doubtful",
    "withdrawals_stopped",
    "screening_unanswered",
    "screening_held",
    "screening_not_held",
    "withdrawal_not_processing",
    "withdrawal_not_stuck",
    "attention_resolved",
    "attention_not_creditable",
    "attention_has_account",
    "recipient_unknown",
    "credit_too_large",
    "house_funds_insufficient",
    "balance_too_small",
    "balance_too_large",
    "setting_invalid",
  ],
});

export const declineProposal = endpoint("declineProposal", {
  summary: "Reject another administrator's proposal, or withdraw your own",
  audience: "admin",
  role: "cashier",
  audits: "proposal_declined",
  stepUp: true,
  params: byId,
  body: z.strictObject({ note: z.optional(note) }),
  reply: proposal,
  idempotent: true,
  refusals: ["id_invalid", "not_found", "note_required", "proposal_decided"],
});

import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { adminPage, byId, note } from "../values.ts";
import { deposit, withdrawal } from "./payments.ts";
import { awaiting, BY_TWO_PERSONS } from "./proposals.ts";
import { BY_SCREENING, screening } from "./screening.ts";

/**
 * `attention` is the reason why the payment needs a person; null if it does not. A person decides on the attention list, and
 * a decision about the deposit decides that too. `awaiting` is set if one administrator has decided and another one must
 * agree; until then nothing has moved.
 */
export const adminDeposit = z.extend(deposit, {
  userEmail: z.string(),
  attention: z.nullable(z.string()),
  screening,
  awaiting,
});
export type AdminDeposit = z.infer<typeof adminDeposit>;

export const adminListDeposits = endpoint("adminListDeposits", {
  summary: "List the deposits of all users, newest first: the newest 500 open ones and the newest 100 others",
  audience: "admin",
  query: adminPage,
  reply: z.array(adminDeposit),
  refusals: ["page_invalid"],
});

export const approveDeposit = endpoint("approveDeposit", {
  summary: "Credit an open deposit with the requested amount",
  audience: "admin",
  role: "cashier",
  audits: "deposit_approved",
  stepUp: true,
  twoPersons: "by amount",
  params: byId,
  /** Outside the sandbox, crediting more than has arrived needs a note. Otherwise the body may be missing. */
  body: z.prefault(z.strictObject({ note: z.optional(note) }), {}),
  reply: adminDeposit,
  idempotent: true,
  refusals: [
    "id_invalid",
    "not_found",
    "deposit_not_open",
    "note_required",
    "house_funds_insufficient",
    "balance_too_large",
    ...BY_SCREENING,
    ...BY_TWO_PERSONS,
  ],
});

/** `reason` is for the user, who reads it and gets it by e-mail. The body may be missing. */
const rejection = z.prefault(z.strictObject({ reason: z.optional(note) }), {});

export const rejectDeposit = endpoint("rejectDeposit", {
  summary: "Reject an open deposit",
  audience: "admin",
  role: "cashier",
  audits: "deposit_rejected",
  stepUp: true,
  params: byId,
  body: rejection,
  reply: adminDeposit,
  idempotent: true,
  refusals: ["id_invalid", "not_found", "deposit_not_open", "note_required"],
});

/**
 * `firstToAddress`: the user was never paid to this address before. `attention` is the reason why the payout needs a
 * person; null if it does not. The locks are those that an administrator has put on the user; they do not stop pending
 * withdrawals.
 */
export const adminWithdrawal = z.extend(withdrawal, {
  userEmail: z.string(),
  firstToAddress: z.boolean(),
  tradingLocked: z.boolean(),
  withdrawalsLocked: z.boolean(),
  attention: z.nullable(z.string()),
  screening,
  awaiting,
});
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>;

export const adminListWithdrawals = endpoint("adminListWithdrawals", {
  summary:
    "List the withdrawals of all users, newest first: the newest 500 open ones and the newest 100 others",
  audience: "admin",
  query: adminPage,
  reply: z.array(adminWithdrawal),
  refusals: ["page_invalid"],
});

/**
 * The provider's answer about a payout at this moment. `not_found`: it has none of this id. `not_askable`: we have no id to
 * ask by. `details` are the provider's own words.
 */
const payoutWord = z.object({
  outcome: z.enum(["answered", "not_found", "no_answer", "not_askable"]),
  state: z.nullable(z.enum(["in_progress", "finished", "failed", "unknown"])),
  transactionHash: z.nullable(z.string()),
  details: z.record(z.string(), z.nullable(z.string())),
});
export type PayoutWord = z.infer<typeof payoutWord>;

export const askPayout = endpoint("askPayout", {
  summary: "Get the payment provider's present status of a withdrawal's payout",
  audience: "admin",
  role: "cashier",
  params: byId,
  reply: payoutWord,
  refusals: ["id_invalid", "not_found", "too_many_requests"],
});

const PENDING_DECISION = [
  "id_invalid",
  "not_found",
  "withdrawal_not_pending",
  "withdrawal_doubtful",
  ...BY_TWO_PERSONS,
] as const;

export const approveWithdrawal = endpoint("approveWithdrawal", {
  summary: "Approve a pending withdrawal, which the provider then pays",
  audience: "admin",
  role: "cashier",
  audits: "withdrawal_approved",
  stepUp: true,
  twoPersons: "by amount",
  params: byId,
  reply: adminWithdrawal,
  idempotent: true,
  refusals: [...PENDING_DECISION, ...BY_SCREENING, "withdrawals_stopped"],
});

export const rejectWithdrawal = endpoint("rejectWithdrawal", {
  summary: "Reject a pending withdrawal and refund the amount to the balance",
  audience: "admin",
  role: "cashier",
  audits: "withdrawal_rejected",
  stepUp: true,
  params: byId,
  body: rejection,
  reply: adminWithdrawal,
  idempotent: true,
  refusals: [...PENDING_DECISION, "note_required"],
});

export const markWithdrawalPaid = endpoint("markWithdrawalPaid", {
  summary: "Mark a payout that needs attention as paid, with its transaction id",
  audience: "admin",
  role: "cashier",
  audits: "withdrawal_marked_paid",
  stepUp: true,
  twoPersons: "by amount",
  params: byId,
  body: z.strictObject({
    transactionId: z
      .string({ error: "transaction_id_invalid" })
      .check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/, "transaction_id_invalid")),
  }),
  reply: adminWithdrawal,
  idempotent: true,
  refusals: [
    "id_invalid",
    "not_found",
    "transaction_id_invalid",
    "withdrawal_not_processing",
    "withdrawal_not_stuck",
    "screening_held",
    ...BY_TWO_PERSONS,
  ],
});

export const markWithdrawalFailed = endpoint("markWithdrawalFailed", {
  summary: "Mark a payout that needs attention as failed and refund the amount to the balance",
  audience: "admin",
  role: "cashier",
  audits: "withdrawal_marked_failed",
  stepUp: true,
  twoPersons: "by amount",
  params: byId,
  body: z.strictObject({ note }),
  reply: adminWithdrawal,
  idempotent: true,
  refusals: [
    "id_invalid",
    "not_found",
    "note_required",
    "withdrawal_not_processing",
    "withdrawal_not_stuck",
    ...BY_TWO_PERSONS,
  ],
});

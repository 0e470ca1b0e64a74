import { parseMinor, parseSignedFormAmount, STORABLE_MAX, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import * as z from "zod/mini";
import { deposit } from "./deposits.ts";
import { endpoint } from "./endpoint.ts";
import { decimal8, instant, page, uuid } from "./values.ts";
import { withdrawal } from "./withdrawals.ts";

const byId = z.object({ id: uuid });

/** `totalDeposits` is what was credited for deposits, over all users there have ever been. */
export const adminStats = endpoint({
  method: "GET",
  path: "/api/admin/stats",
  summary: "How many users there are, and what they have deposited",
  audience: "admin",
  reply: z.object({ totalUsers: z.number(), totalDeposits: decimal8 }),
});
export type AdminStats = z.infer<typeof adminStats.reply>;

export const adminUser = z.object({
  id: uuid,
  email: z.string(),
  balance: decimal8,
  isAdmin: z.boolean(),
  createdAt: instant,
});
export type AdminUser = z.infer<typeof adminUser>;

export const adminListUsers = endpoint({
  method: "GET",
  path: "/api/admin/users",
  summary: "Users, newest first; `search` is any part of an e-mail address, in any case",
  audience: "admin",
  query: z.extend(page, {
    search: z.optional(
      z
        .string({ error: "search_invalid" })
        .check(
          z.trim(),
          z.toLowerCase(),
          z.maxLength(254, "search_invalid"),
          z.refine(hasNoNul, "search_invalid"),
        ),
    ),
  }),
  reply: z.array(adminUser),
  refusals: ["page_invalid", "search_invalid"],
});

const countAndSum = z.object({ count: z.number(), amount: decimal8 });

/** A user with what an administrator needs to decide about them. Amounts are sums in USDMS. */
export const adminUserDetails = z.extend(adminUser, {
  twoStep: z.boolean(),
  /** Positions that are not settled; `amount` is the sum of their stakes. */
  openPositions: countAndSum,
  pendingWithdrawals: countAndSum,
  /** Payouts under way, which no deletion can call back. */
  processingWithdrawals: countAndSum,
  confirmedDeposits: countAndSum,
  completedWithdrawals: countAndSum,
});
export type AdminUserDetails = z.infer<typeof adminUserDetails>;

export const adminGetUser = endpoint({
  method: "GET",
  path: "/api/admin/users/{id}",
  summary: "One user, with what is open and what was paid in and out",
  audience: "admin",
  params: byId,
  reply: adminUserDetails,
  refusals: ["id_invalid", "not_found"],
});

export const setAdmin = endpoint({
  method: "POST",
  path: "/api/admin/users/{id}/set-admin",
  summary: "Grant or revoke administration",
  audience: "admin",
  params: byId,
  body: z.object({ isAdmin: z.boolean({ error: "body_invalid" }) }),
  reply: adminUser,
  refusals: ["id_invalid", "not_found", "last_admin"],
});

export const deleteUser = endpoint({
  method: "DELETE",
  path: "/api/admin/users/{id}",
  summary:
    "Delete a user: open positions and pending withdrawals are returned, the balance goes to the house",
  audience: "admin",
  params: byId,
  reply: z.object({
    id: uuid,
    email: z.string(),
    /** What moved to `house:unclaimed`. */
    unclaimed: decimal8,
    openPositions: countAndSum,
    pendingWithdrawals: countAndSum,
  }),
  refusals: ["id_invalid", "not_found", "last_admin", "payout_processing"],
});

/** PostgreSQL's text holds any character but this one. */
function hasNoNul(text: string): boolean {
  return !text.includes("\0");
}

/** A few words of a person's, kept with the decision. */
const note = z
  .string({ error: "note_required" })
  .check(
    z.trim(),
    z.minLength(1, "note_required"),
    z.maxLength(500, "note_required"),
    z.refine(hasNoNul, "note_required"),
  );

export const adminDeposit = z.extend(deposit, { userEmail: z.string() });
export type AdminDeposit = z.infer<typeof adminDeposit>;

export const adminListDeposits = endpoint({
  method: "GET",
  path: "/api/admin/deposits",
  summary: "Deposits of all users, newest first: every open one and the newest 100 others",
  audience: "admin",
  query: page,
  reply: z.array(adminDeposit),
  refusals: ["page_invalid"],
});

export const approveDeposit = endpoint({
  method: "POST",
  path: "/api/admin/deposits/{id}/approve",
  summary: "Credit an open deposit with the amount that was asked for",
  audience: "admin",
  params: byId,
  reply: adminDeposit,
  idempotent: true,
  refusals: ["id_invalid", "not_found", "deposit_not_open", "balance_too_large"],
});

export const rejectDeposit = endpoint({
  method: "POST",
  path: "/api/admin/deposits/{id}/reject",
  summary: "Call an open deposit failed",
  audience: "admin",
  params: byId,
  reply: adminDeposit,
  idempotent: true,
  refusals: ["id_invalid", "not_found", "deposit_not_open"],
});

/** `attention` says why the payout needs a person; null where it does not. */
export const adminWithdrawal = z.extend(withdrawal, {
  userEmail: z.string(),
  attention: z.nullable(z.string()),
});
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>;

export const adminListWithdrawals = endpoint({
  method: "GET",
  path: "/api/admin/withdrawals",
  summary: "Withdrawals of all users, newest first: every open one and the newest 100 others",
  audience: "admin",
  query: page,
  reply: z.array(adminWithdrawal),
  refusals: ["page_invalid"],
});

export const approveWithdrawal = endpoint({
  method: "POST",
  path: "/api/admin/withdrawals/{id}/approve",
  summary: "Let the provider pay a pending withdrawal",
  audience: "admin",
  params: byId,
  reply: adminWithdrawal,
  idempotent: true,
  refusals: ["id_invalid", "not_found", "withdrawal_not_pending"],
});

export const rejectWithdrawal = endpoint({
  method: "POST",
  path: "/api/admin/withdrawals/{id}/reject",
  summary: "Refuse a pending withdrawal; the amount goes back to the balance",
  audience: "admin",
  params: byId,
  reply: adminWithdrawal,
  idempotent: true,
  refusals: ["id_invalid", "not_found", "withdrawal_not_pending"],
});

export const markWithdrawalPaid = endpoint({
  method: "POST",
  path: "/api/admin/withdrawals/{id}/mark-paid",
  summary: "Record that a payout that needed a person was paid, with its transaction id",
  audience: "admin",
  params: byId,
  body: z.object({
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
  ],
});

export const markWithdrawalFailed = endpoint({
  method: "POST",
  path: "/api/admin/withdrawals/{id}/mark-failed",
  summary: "Call a payout that needed a person failed for good; the amount goes back to the balance",
  audience: "admin",
  params: byId,
  body: z.object({ note }),
  reply: adminWithdrawal,
  idempotent: true,
  refusals: ["id_invalid", "not_found", "note_required", "withdrawal_not_processing", "withdrawal_not_stuck"],
});

export const adjustBalance = endpoint({
  method: "POST",
  path: "/api/admin/users/{id}/adjust-balance",
  summary: "Add to or deduct from a balance, in the administrator's name",
  audience: "admin",
  params: byId,
  body: z.object({
    /** Signed. */
    amount: z.pipe(
      z.union([z.string(), z.number()], { error: "adjustment_invalid" }),
      z.transform((input, context): Minor => {
        const change = parseSignedFormAmount(input);
        if (change === undefined || change === 0n || change > STORABLE_MAX || change < -STORABLE_MAX) {
          context.issues.push({ code: "custom", message: "adjustment_invalid", input });
          return z.NEVER;
        }
        return change;
      }),
    ),
    note: z.optional(note),
  }),
  reply: z.object({ id: uuid, email: z.string(), balance: decimal8, isAdmin: z.boolean() }),
  idempotent: true,
  refusals: [
    "id_invalid",
    "not_found",
    "adjustment_invalid",
    "note_required",
    "house_funds_insufficient",
    "balance_too_small",
    "balance_too_large",
  ],
});

/** Why a payment or payout needs a person. */
export const attentionReason = z.enum([
  "repeated_payment",
  "wrong_asset",
  "money_after_rejection",
  "more_arrived",
  "money_in_failed_payment",
  "unknown_state",
  "nothing_arrived",
  "too_large",
  "unknown_order",
  "account_closed",
  "payout_refused",
  "payout_unknown",
  "payout_unverified",
  "payout_failed",
  "address_refused",
  "paid_after_refund",
  "paid_twice",
  "refunded_after_credit",
]);
export type AttentionReason = z.infer<typeof attentionReason>;

/** A decision about an item that came back afterwards. `resolvedBy` is an administrator's id; null for the platform. */
const earlierDecision = z.object({
  reason: attentionReason,
  resolution: z.string(),
  note: z.nullable(z.string()),
  resolvedBy: z.nullable(uuid),
  resolvedAt: instant,
});

/**
 * A payment or payout that no rule decides. `amount` counts `asset` for a payment, net USDT for a payout: what is left to
 * decide. `details` is what the provider said last, `history` how the item was resolved before it came back, oldest first.
 */
export const attentionItem = z.object({
  id: uuid,
  kind: z.enum(["payment", "payout"]),
  reason: attentionReason,
  provider: z.string(),
  paymentId: z.nullable(z.string()),
  depositId: z.nullable(uuid),
  withdrawalId: z.nullable(uuid),
  userId: z.nullable(uuid),
  userEmail: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  asset: z.nullable(z.string()),
  details: z.record(z.string(), z.nullable(z.string())),
  createdAt: instant,
  updatedAt: instant,
  resolvedAt: z.nullable(instant),
  resolution: z.nullable(z.string()),
  note: z.nullable(z.string()),
  history: z.array(earlierDecision),
});
export type AttentionItem = z.infer<typeof attentionItem>;

export const listAttention = endpoint({
  method: "GET",
  path: "/api/admin/attention",
  summary: "Payments and payouts that need a person, newest first: every open one and the newest 100 others",
  audience: "admin",
  query: page,
  reply: z.array(attentionItem),
  refusals: ["page_invalid"],
});

/** What a payment is credited with, exact: text or a number in plain decimal notation with at most eight decimals. */
const creditAmount = z.pipe(
  z.union([z.string(), z.number()], { error: "stake_invalid" }),
  z.transform((input, context): Minor => {
    const text = String(input);
    const amount = /^\d{1,12}(\.\d{1,8})?$/.test(text) ? parseMinor(text) : ZERO;
    if (amount <= 0n || amount > STORABLE_MAX) {
      context.issues.push({ code: "custom", message: "stake_invalid", input });
      return z.NEVER;
    }
    return amount;
  }),
);

export const creditPayment = endpoint({
  method: "POST",
  path: "/api/admin/attention/{id}/credit",
  summary: "Credit a payment that needed a person to its user",
  audience: "admin",
  params: byId,
  body: z.object({ amount: creditAmount, note }),
  reply: attentionItem,
  idempotent: true,
  refusals: [
    "id_invalid",
    "not_found",
    "stake_invalid",
    "note_required",
    "attention_resolved",
    "attention_not_creditable",
    "credit_too_large",
    "balance_too_large",
  ],
});

export const dismissAttention = endpoint({
  method: "POST",
  path: "/api/admin/attention/{id}/dismiss",
  summary: "Close a payment's item without crediting anything",
  audience: "admin",
  params: byId,
  body: z.object({ note }),
  reply: attentionItem,
  idempotent: true,
  refusals: ["id_invalid", "not_found", "note_required", "attention_resolved", "attention_of_withdrawal"],
});

import { plainEmail } from "@veritick/domain/emails.ts";
import { SMALLEST } from "@veritick/domain/money.ts";
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { mostOfEmail } from "./auth.ts";
import { adminPage, byId, formAmount, hasNoNul, instant, note, uuid } from "../values.ts";
import { awaiting, BY_TWO_PERSONS } from "./proposals.ts";
import { BY_SCREENING } from "./screening.ts";

/** The reason why a payment, payout, position, webhook or screening needs a person. */
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
  "restored",
  "payout_unverified",
  "payout_late",
  "payout_failed",
  "address_refused",
  "paid_after_refund",
  "paid_twice",
  "payout_unexpected",
  "refunded_after_credit",
  "money_returned",
  "answer_differs",
  "payout_differs",
  "payout_undone",
  "payout_unknown_state",
  "payout_not_stored",
  "callback_given_up",
  "webhook_failed",
  "webhook_gone",
  "screening_held",
  "screening_refused",
  "screening_unreachable",
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
 * A payment, payout or position that no rule decides, or a screening that keeps money from moving. A screening names its
 * deposit or withdrawal, or in `paymentId` the item of the payment that a person would credit. `amount` is the amount left
 * to decide: in `asset` for a payment, net USDT for a payout and USDMS for a position. A webhook has none, nor has a payment
 * or payout of which only a callback told, nor a payment in another asset whose amount the provider does not name. `details` is the provider's last answer. `history` lists how the item was
 * resolved before it came back, oldest first. `resolvedBy` is null if the platform resolved it. `transactionHash` is that of
 * its withdrawal once that is paid. `setAside` is the part of a payment in \`house:unclaimed\`; null if there is none.
 */
export const attentionItem = z.object({
  id: uuid,
  kind: z.enum(["payment", "payout", "position", "webhook", "screening"]),
  reason: attentionReason,
  provider: z.string(),
  paymentId: z.nullable(z.string()),
  depositId: z.nullable(uuid),
  withdrawalId: z.nullable(uuid),
  userId: z.nullable(uuid),
  userEmail: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  asset: z.nullable(z.string()),
  setAside: z.nullable(z.string()),
  details: z.record(z.string(), z.nullable(z.string())),
  createdAt: instant,
  updatedAt: instant,
  resolvedAt: z.nullable(instant),
  resolvedBy: z.nullable(uuid),
  resolvedByEmail: z.nullable(z.string()),
  resolution: z.nullable(z.string()),
  note: z.nullable(z.string()),
  transactionHash: z.nullable(z.string()),
  history: z.array(earlierDecision),
  awaiting,
});
export type AttentionItem = z.infer<typeof attentionItem>;

export const listAttention = endpoint("listAttention", {
  summary:
    "List payments, payouts and positions that need attention, newest first: the newest 500 open ones and the newest 100 others, or the one of an id",
  audience: "admin",
  query: z.extend(adminPage, { id: z.optional(uuid) }),
  reply: z.array(attentionItem),
  refusals: ["page_invalid", "id_invalid"],
});

/** The exact amount to credit, as text or a number in plain decimal notation with at most eight decimals. */
const creditAmount = formAmount("stake_invalid", SMALLEST, "amount_too_large", "stake_invalid", 8);

/** The account for a payment without a user, until its owner is known. */
export const UNCLAIMED = "house:unclaimed";

export const creditPayment = endpoint("creditPayment", {
  summary: "Credit a payment to its user, or to the user you name",
  audience: "admin",
  role: "cashier",
  audits: "payment_credited",
  stepUp: true,
  twoPersons: "by amount",
  params: byId,
  body: z.strictObject({
    amount: creditAmount,
    note,
    to: z.optional(
      z
        .string({ error: "recipient_unknown" })
        .check(
          mostOfEmail("recipient_unknown"),
          z.overwrite(plainEmail),
          z.minLength(1, "recipient_unknown"),
          z.maxLength(254, "recipient_unknown"),
          z.refine(hasNoNul, "recipient_unknown"),
          z.describe(
            `For a payment without a user: the id or e-mail address of the account that gets it, or \`${UNCLAIMED}\`, which holds it until its owner is known`,
          ),
        ),
    ),
  }),
  reply: attentionItem,
  idempotent: true,
  refusals: [
    "id_invalid",
    "not_found",
    "stake_invalid",
    "amount_too_large",
    "note_required",
    "attention_resolved",
    "attention_not_creditable",
    "attention_has_account",
    "recipient_unknown",
    "credit_too_large",
    "balance_too_large",
    ...BY_SCREENING,
    ...BY_TWO_PERSONS,
  ],
});

export const dismissAttention = endpoint("dismissAttention", {
  summary: "Close an item about a payment without crediting anything",
  audience: "admin",
  role: "cashier",
  audits: "attention_dismissed",
  stepUp: true,
  params: byId,
  body: z.strictObject({ note }),
  reply: attentionItem,
  idempotent: true,
  refusals: [
    "id_invalid",
    "not_found",
    "note_required",
    "attention_resolved",
    "attention_of_withdrawal",
    "attention_of_position",
    "attention_of_screening",
    "own_account",
  ],
});

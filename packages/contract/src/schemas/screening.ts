import * as z from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import { byId, decimal8, hasNoNul, instant, note, uuid } from "../values.ts";
import { awaiting } from "./proposals.ts";

/** A deposit to be credited, a withdrawal to be paid, or a payment that a person wants to credit. */
const screeningKind = z.enum(["deposit", "withdrawal", "payment"]);
export type ScreeningKind = z.infer<typeof screeningKind>;

/**
 * The body of a question to the screening service. `id` is the deposit, the withdrawal or the item of the attention list.
 * `amount` is the credit, or the payout after the fee, in USDMS. `address` is the address that a deposit was paid to or
 * that a withdrawal goes to. `transactionHash` is the incoming transaction if the payment provider names it.
 */
export const screeningQuestion = z.object({
  kind: screeningKind,
  id: uuid,
  userId: uuid,
  amount: decimal8,
  currency: z.literal("USDTTRC20"),
  address: z.nullable(z.string()),
  transactionHash: z.nullable(z.string()),
});
export type ScreeningQuestion = z.infer<typeof screeningQuestion>;

const shortText = (most: number) => z.string().check(z.maxLength(most), z.refine(hasNoNul));

/**
 * The answer of the screening service. `reference` is its own name of the case. `askAgainAt` goes with "hold": the platform
 * asks again at that time, and not before.
 */
export const screeningAnswer = z.object({
  verdict: z.enum(["allow", "hold", "refuse"]),
  reference: z.nullish(shortText(200)),
  reason: z.nullish(shortText(500)),
  askAgainAt: z.nullish(z.iso.datetime()),
});
export type ScreeningAnswer = z.infer<typeof screeningAnswer>;

/**
 * The administrators' view of the screening of a deposit or withdrawal. `at` is the time of the last change of state,
 * `amount` the amount that the verdict is about. `askAgainAt` is the time at which the platform asks again, null for never.
 */
export const screening = z.nullable(
  z.object({
    state: z.enum(["asking", "allow", "hold", "refuse", "unreachable", "overridden"]),
    amount: decimal8,
    reference: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    at: instant,
    askAgainAt: z.nullable(instant),
  }),
);
export type Screening = z.infer<typeof screening>;

/** The refusals of a decision about money that the screening service has not allowed. */
export const BY_SCREENING = ["screening_unanswered", "screening_held"] as const;

export const askScreeningAgain = endpoint("askScreeningAgain", {
  summary: "Ask the screening service again about a deposit, withdrawal or payment under review",
  audience: "admin",
  role: "cashier",
  audits: "screening_asked_again",
  stepUp: true,
  params: byId,
  reply: done,
  refusals: ["id_invalid", "not_found", "screening_not_held", "screening_too_early"],
});

export const overrideScreening = endpoint("overrideScreening", {
  summary: "Allow a deposit, withdrawal or payment despite the screening, with a second approval",
  audience: "admin",
  role: "cashier",
  audits: "screening_overridden",
  stepUp: true,
  twoPersons: "always",
  params: byId,
  body: z.strictObject({ note }),
  reply: z.object({ awaiting }),
  idempotent: true,
  refusals: [
    "id_invalid",
    "not_found",
    "note_required",
    "screening_not_held",
    "own_account",
    "proposal_differs",
    "proposal_older",
  ],
});

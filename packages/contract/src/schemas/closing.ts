import { parseMinor, STORABLE_MAX } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import * as z from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import { decimal8, instant } from "../values.ts";
import { existingPassword, twoStepCode, linkToken } from "./auth.ts";
import { passkeyAssertion } from "./passkey-assertion.ts";
import { PROOF_REFUSALS, stepUpState } from "./security.ts";

/** The reasons why an account cannot be closed now, whatever is open on it. */
const CLOSING_REFUSALS = [
  "closing_locked",
  "closing_paused",
  "closing_held",
  "last_admin",
  "closing_takes_two",
] as const;

/** The obstacles to closing an account. Counts are of items that are open now. */
export const closing = z.object({
  /** The balance in USDMS. The owner must withdraw it or give it up on purpose. */
  balance: decimal8,
  openPositions: z.number(),
  /** Withdrawals that are pending or being paid. */
  openWithdrawals: z.number(),
  /** Deposits whose payment was seen and is being confirmed. */
  confirmingDeposits: z.number(),
  /** Payments that wait for an administrator's decision. */
  undecidedPayments: z.number(),
  /** Deposits for which no payment was seen. They need not end: their owner may say that nothing was sent. */
  expectedDeposits: z.number(),
  refusal: z.nullable(z.enum(CLOSING_REFUSALS)),
  /** The end of the break or of the pause of withdrawals that prevents the closing; null if none does. */
  until: z.nullable(instant),
  method: stepUpState.shape.method,
  /** True if the call also needs the withdrawal code, unless a passkey proves the identity. */
  needsWithdrawalCode: z.boolean(),
  /**
   * True if the account would close at once. Otherwise closing it is scheduled for 72 hours later: a balance above zero is
   * given up at once only with a withdrawal code, a second step or a passkey, from a device known for at least a day.
   */
  atOnce: z.boolean(),
  /** The scheduled closing; null if there is none. */
  scheduled: z.nullable(z.object({ at: instant, waived: decimal8 })),
});
export type Closing = z.infer<typeof closing>;

export const getClosing = endpoint("getClosing", {
  summary: "Get what prevents closing your account, and what you would give up",
  audience: "user",
  reply: closing,
});

/** The balance to the last decimal. */
const exactAmount = z.pipe(
  z
    .string({ error: "closing_amount_invalid" })
    .check(z.regex(/^\d{1,12}(\.\d{1,8})?$/, "closing_amount_invalid")),
  z.transform((text, context): Minor => {
    const amount = parseMinor(text);
    if (amount > STORABLE_MAX) {
      context.issues.push({ code: "custom", message: "closing_amount_invalid", input: text });
      return z.NEVER;
    }
    return amount;
  }),
);

/** The balance that is given up, in the closing itself and in a passkey's challenge for it. */
export const waiver = z.strictObject({ waived: exactAmount });

/**
 * Needs a password, with the withdrawal code if there is one and `waived` is above zero, and with a code if there is a second
 * step. A passkey replaces all three, for a challenge about this amount.
 */
export const closeAccount = endpoint("closeAccount", {
  summary:
    "Close your own account for good, at once or 72 hours later; `waived` is the whole balance, which you give up",
  audience: "user",
  proves: true,
  body: z.extend(waiver, {
    /** True if the owner says that nothing was sent for the deposits that are still expected. */
    nothingSent: z.optional(z.boolean({ error: "body_invalid" })),
    password: z.optional(existingPassword("current_password_required")),
    withdrawalCode: z.optional(
      z.string({ error: "withdrawal_code_invalid" }).check(z.regex(/^\d{5}$/, "withdrawal_code_invalid")),
    ),
    code: z.optional(twoStepCode),
    passkey: z.optional(passkeyAssertion),
  }),
  secrets: ["password", "withdrawalCode", "code", "passkey"],
  reply: z.object({
    waived: decimal8,
    /** The time at which the account closes unless somebody stops it; null if it is closed already. */
    scheduledFor: z.nullable(instant),
  }),
  refusals: [
    ...CLOSING_REFUSALS,
    "closing_open",
    "closing_expected",
    "closing_amount_invalid",
    "closing_balance_differs",
    "closing_scheduled",
    "withdrawal_code_invalid",
    "withdrawal_code_wrong",
    "withdrawal_code_locked",
    "too_many_requests",
    ...PROOF_REFUSALS,
    "body_invalid",
  ],
});

export const stopClosing = endpoint("stopClosing", {
  summary: "Stop the scheduled closing of your account",
  audience: "user",
  reply: done,
});

/** The token of the mailed link, which works once and without a session. */
export const stopClosingByLink = endpoint("stopClosingByLink", {
  summary: "Stop a scheduled closing with the token of a link",
  audience: "public",
  body: z.strictObject({ token: linkToken("closing_link_invalid") }),
  secrets: ["token"],
  reply: done,
  refusals: ["closing_link_invalid"],
});

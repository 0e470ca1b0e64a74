import { isKnownContract, isPayableAddress } from "@veritick/domain/addresses.ts";
import { MIN_DEPOSIT, MIN_WITHDRAWAL } from "@veritick/domain/product.ts";
import * as z from "zod/mini";
import { catch as otherwise } from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import { passkeyAssertion } from "./passkey-assertion.ts";
import { byId, decimal8, formAmount, hasNoNul, instant, page, uuid, wellFormed } from "../values.ts";

/** The reasons why a deposit failed, in the order in which they may happen. */
export const depositFailure = z.enum(["no_address", "provider", "expired", "refunded", "rejected"]);

export const depositStatus = z.enum(["pending", "confirming", "confirmed", "failed"]);
export type DepositStatus = z.infer<typeof depositStatus>;

/** The reason that an administrator gave for a rejection, in their own words; null if there is none. */
const rejectionReason = z.nullable(z.string());

/** True while the amount waits for a check before it is credited or paid. */
const beingChecked = z.boolean();

/**
 * A deposit. Without `payAddress` it waits for its address, because the provider is busy; a push brings it. `payAmount` is the
 * amount to send in USDT, and `leastAmount` the least that the provider counts. `arrived` is the amount last seen in the
 * payment, in USDT; null if nothing was seen yet. `credited` is the amount that arrived and was credited, which may differ from
 * `amount`. Money that comes until `watchedUntil` may be credited by itself; null without an address, once a
 * person has decided, and once the provider took money back. `sandbox` means that nothing must be sent.
 */
export const deposit = z.object({
  id: uuid,
  userId: uuid,
  amount: decimal8,
  payAmount: z.nullable(decimal8),
  paymentId: z.nullable(z.string()),
  payAddress: z.nullable(z.string()),
  leastAmount: z.nullable(decimal8),
  watchedUntil: z.nullable(instant),
  arrived: z.nullable(decimal8),
  credited: z.nullable(decimal8),
  status: depositStatus,
  failureReason: z.nullable(depositFailure),
  rejectionReason,
  beingChecked,
  sandbox: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});
export type Deposit = z.infer<typeof deposit>;

export const createDeposit = endpoint("createDeposit", {
  summary: "Create a deposit and get the address to pay it to",
  audience: "user",
  restricted: true,
  body: z.strictObject({ amount: formAmount("deposit_minimum", MIN_DEPOSIT, "deposit_maximum") }),
  reply: deposit,
  status: 201,
  idempotent: true,
  refusals: [
    "deposit_minimum",
    "amount_decimals",
    "deposit_provider_minimum",
    "deposit_maximum",
    "too_many_open_deposits",
    "too_many_deposits",
    "provider_unavailable",
    "deposit_limit",
    "deposit_limit_reached",
    "paused",
  ],
});

export const listDeposits = endpoint("listDeposits", {
  summary: "List your deposits, newest first",
  audience: "user",
  query: page,
  reply: z.array(deposit),
  refusals: ["page_invalid"],
});

export const withdrawalStatus = z.enum(["pending", "processing", "completed", "failed"]);
export type WithdrawalStatus = z.infer<typeof withdrawalStatus>;

/** The reasons why a withdrawal failed. In each case the whole amount went back to the balance. */
export const withdrawalFailure = z.enum(["rejected", "cancelled", "payout_failed", "account_closed"]);

/**
 * A withdrawal. `amount` left the balance at once; `netAmount`, the amount less the fee, is paid in USDT to `address`.
 * `transactionHash` is the transaction on the TRON network, once it is known.
 */
export const withdrawal = z.object({
  id: uuid,
  userId: uuid,
  amount: decimal8,
  fee: decimal8,
  netAmount: decimal8,
  address: z.string(),
  status: withdrawalStatus,
  failureReason: z.nullable(withdrawalFailure),
  rejectionReason,
  beingChecked,
  transactionHash: z.nullable(z.string()),
  sandbox: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});
export type Withdrawal = z.infer<typeof withdrawal>;

/**
 * Text that the handler judges. It checks amount, balance, address and code in this order, and a schema does not know the
 * balance. Anything that is not text fails when its turn comes.
 */
const judgedLater = otherwise(z.string().check(z.maxLength(200)), "");

/**
 * The handler judges this after the withdrawal code. A value that can be no code becomes an invalid one, so that it does
 * not count as missing.
 */
const twoStepCodeJudgedLater = otherwise(z.optional(z.string().check(z.maxLength(64))), "?");

export const createWithdrawal = endpoint("createWithdrawal", {
  summary: "Withdraw to a USDT TRC20 address; the amount leaves the balance at once",
  audience: "user",
  body: z.strictObject({
    amount: formAmount("withdrawal_minimum", MIN_WITHDRAWAL, "balance_insufficient"),
    address: judgedLater,
    withdrawalCode: judgedLater,
    /** Needed if two-step sign-in is on. */
    twoStepCode: z.optional(twoStepCodeJudgedLater),
    /** Replaces both codes, for a challenge of `askPasskey` about this amount and address. */
    passkey: z.optional(passkeyAssertion),
  }),
  reply: withdrawal,
  status: 201,
  idempotent: true,
  secrets: ["withdrawalCode", "twoStepCode", "passkey"],
  proves: true,
  refusals: [
    "withdrawal_minimum",
    "amount_decimals",
    "balance_insufficient",
    "withdrawal_provider_minimum",
    "address_invalid",
    "address_is_contract",
    "address_not_saved",
    "withdrawal_code_invalid",
    "withdrawal_code_missing",
    "email_unconfirmed",
    "withdrawals_on_hold",
    "withdrawal_code_locked",
    "withdrawal_code_wrong",
    "two_step_required",
    "passkey_required",
    "passkey_wrong",
    "two_step_code_invalid",
    "two_step_wrong",
    "two_step_locked",
    "too_many_open_withdrawals",
    "withdrawals_locked",
    "withdrawals_stopped",
  ],
});

export const listWithdrawals = endpoint("listWithdrawals", {
  summary: "List your withdrawals, newest first: every open one and the newest 100 others",
  audience: "user",
  query: page,
  reply: z.array(withdrawal),
  refusals: ["page_invalid"],
});

export const cancelWithdrawal = endpoint("cancelWithdrawal", {
  summary: "Cancel a withdrawal that is still pending; the amount is refunded to the balance",
  audience: "user",
  params: byId,
  reply: withdrawal,
  idempotent: true,
  refusals: ["id_invalid", "not_found", "withdrawal_not_pending", "withdrawal_doubtful"],
});

export const createWithdrawalCode = endpoint("createWithdrawalCode", {
  summary: "Set the personal withdrawal code, once; only an administrator can allow a new one",
  audience: "user",
  stepUp: true,
  body: z.strictObject({
    code: z.string({ error: "code_invalid" }).check(z.regex(/^[0-9]{5}$/, "code_invalid")),
  }),
  reply: done,
  refusals: ["code_invalid", "withdrawal_code_exists"],
});

/** An address that the user has saved for withdrawals, with the name that they gave it. */
const withdrawalAddress = z.object({
  id: uuid,
  name: z.string(),
  address: z.string(),
  createdAt: instant,
});
export type WithdrawalAddress = z.infer<typeof withdrawalAddress>;

export const listWithdrawalAddresses = endpoint("listWithdrawalAddresses", {
  summary: "List the addresses that you saved to withdraw to, by name",
  audience: "user",
  reply: z.array(withdrawalAddress),
});

export const saveWithdrawalAddress = endpoint("saveWithdrawalAddress", {
  summary: "Save an address to withdraw to; withdrawals are on hold afterwards",
  audience: "user",
  stepUp: "always",
  body: z.strictObject({
    name: z
      .string({ error: "address_name_invalid" })
      .check(
        wellFormed(),
        z.trim(),
        z.minLength(1, "address_name_invalid"),
        z.maxLength(50, "address_name_invalid"),
        z.refine(hasNoNul, "address_name_invalid"),
      ),
    address: z.string({ error: "address_invalid" }).check(
      z.trim(),
      z.maxLength(64, "address_invalid"),
      z.refine((text) => !isKnownContract(text), "address_is_contract"),
      z.refine(isPayableAddress, "address_invalid"),
    ),
  }),
  reply: withdrawalAddress,
  status: 201,
  refusals: [
    "address_name_invalid",
    "address_invalid",
    "address_is_contract",
    "address_saved",
    "too_many_addresses",
  ],
});

/** Whether withdrawals may go to saved addresses only. Switching it off pauses withdrawals. */
export const setSavedAddressesOnly = endpoint("setSavedAddressesOnly", {
  summary:
    "Choose whether withdrawals may go to your saved addresses only; switching it off puts withdrawals on hold",
  audience: "user",
  stepUp: { when: "to switch it off", isFor: ({ on }) => !on },
  body: z.strictObject({ on: z.boolean({ error: "body_invalid" }) }),
  reply: done,
  refusals: ["body_invalid", "no_saved_address"],
});

export const removeWithdrawalAddress = endpoint("removeWithdrawalAddress", {
  summary: "Remove an address that you saved",
  audience: "user",
  params: byId,
  reply: done,
  refusals: ["id_invalid", "not_found"],
});

/** Only the payment provider makes this call: the signature over the raw body is its only credential. */
export const paymentCallback = endpoint("paymentCallback", {
  summary: "Receive a payment provider's callback about a payment or payout",
  audience: "provider",
  params: z.object({ provider: z.string().check(z.regex(/^[a-z]{1,20}$/)) }),
  reply: done,
  refusals: ["callback_invalid", "callback_refused", "not_found", "too_many_requests"],
});

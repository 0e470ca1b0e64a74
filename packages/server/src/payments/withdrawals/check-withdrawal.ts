import type { Language } from "@veritick/contract/errors.ts";
import type { PasskeyAssertion } from "@veritick/contract/schemas/passkey-assertion.ts";
import { isPayableAddress } from "@veritick/domain/addresses.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { IdempotencyClaim, Identity } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext, WithdrawalProofs } from "../context.ts";
import { ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import { refuseStopped } from "./stopped.ts";

export type WithdrawalRequest = {
  identity: Identity;
  /** The network address the person calls from. */
  callerAddress: string;
  amount: Minor;
  address: string;
  withdrawalCode: string;
  twoStepCode: string | undefined;
  /** Stands for both codes. */
  passkey: PasskeyAssertion | undefined;
  idempotency: IdempotencyClaim | undefined;
  /** For the mail about it. */
  language: Language | undefined;
};

const ADDRESS_LENGTH = 34;
const CODE = /^[0-9]{5}$/;
const HOUR_MS = 3_600_000;

/**
 * Makes every check that is possible before money moves, in the documented order: amount, balance, address, code. The
 * codes come last, because a failed check uses up an attempt or a one-time code. The provider is asked only after a correct
 * code, so that nobody can make it work with guesses, but before the second step, whose code works once.
 */
export async function checkWithdrawal(
  context: PaymentContext,
  proofs: WithdrawalProofs,
  request: WithdrawalRequest,
): Promise<Refused | undefined> {
  const { database, clock } = context;
  const { identity, callerAddress, address, withdrawalCode, twoStepCode, passkey } = request;
  const account = await findAccount(database, identity.userId);
  if (account === undefined) return refuse("not_signed_in");
  if (request.amount > parseMinor(account.balance))
    return refuse("balance_insufficient", { field: "amount" });
  if (!(await isForeignAddress(database, address))) return refuse("address_invalid", { field: "address" });
  if (passkey !== undefined) {
    const blocked =
      (await refuseStopped(database)) ??
      refuseLocked(account) ??
      refuseOnHold(account.withdrawals_held_until, clock.nowMs());
    if (blocked !== undefined) return blocked;
    const proved = await proofs.provePasskey(identity, request, passkey);
    return isRefused(proved) ? proved : refuseUnpayable(context, address);
  }
  if (!CODE.test(withdrawalCode)) return refuse("withdrawal_code_invalid", { field: "withdrawalCode" });
  if (!account.has_code) return refuse("withdrawal_code_missing", { field: "withdrawalCode" });
  return (
    (await refuseStopped(database)) ??
    refuseLocked(account) ??
    refuseOnHold(account.withdrawals_held_until, clock.nowMs()) ??
    (await proofs.proveWithdrawalCode(identity, callerAddress, withdrawalCode)) ??
    (await refuseUnpayable(context, address)) ??
    (await proofs.proveSecondStep(identity, callerAddress, twoStepCode))
  );
}

type Account = {
  balance: string;
  has_code: boolean;
  withdrawals_locked_at: Date | null;
  withdrawals_held_until: Date | null;
};

async function findAccount(database: Queryable, userId: string): Promise<Account | undefined> {
  const { rows } = await database.query<Account>({
    name: "find_withdrawing_account",
    text: `select balance, withdrawal_code is not null as has_code, withdrawals_locked_at, withdrawals_held_until
           from users where id = $1`,
    values: [userId],
  });
  return rows[0];
}

/** Whether an address is well formed, can be paid, and was never given to anybody for a deposit here. */
async function isForeignAddress(database: Queryable, address: string): Promise<boolean> {
  if (address.length < ADDRESS_LENGTH || !isPayableAddress(address)) return false;
  const { rowCount } = await database.query({
    name: "find_own_address",
    text: `select where exists (select from deposit_transactions where pay_address = $1)
             or exists (select from closed_payments where pay_address = $1)`,
    values: [address],
  });
  return rowCount === 0;
}

/** Refuses where an administrator has locked withdrawals. */
export function refuseLocked(account: { withdrawals_locked_at: Date | null }): Refused | undefined {
  return account.withdrawals_locked_at === null ? undefined : refuse("withdrawals_locked");
}

/** Refuses while withdrawals are on hold after a change of password, passkeys, second step, withdrawal code or saved addresses. */
export function refuseOnHold(heldUntil: Date | null, nowMs: number): Refused | undefined {
  const leftMs = heldUntil === null ? 0 : heldUntil.getTime() - nowMs;
  if (leftMs <= 0) return undefined;
  return refuse("withdrawals_on_hold", { values: { hours: String(Math.ceil(leftMs / HOUR_MS)) } });
}

/** Refuses only where the provider says no. A provider that does not answer is asked again before anything is paid. */
async function refuseUnpayable({ provider }: PaymentContext, address: string): Promise<Refused | undefined> {
  try {
    if (await provider.acceptsAddress(address)) return undefined;
    return refuse("address_invalid", { field: "address" });
  } catch (error) {
    if (error instanceof ProviderUnavailableError || error instanceof ProviderRefusedError) return undefined;
    throw error;
  }
}

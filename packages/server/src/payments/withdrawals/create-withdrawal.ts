import type { Language } from "@veritick/contract/errors.ts";
import type { PasskeyAssertion } from "@veritick/contract/schemas/passkey-assertion.ts";
import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { isKnownContract, isPayableAddress } from "@veritick/domain/addresses.ts";
import { formatFixed, formatMinor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { withdrawalHeld } from "@veritick/domain/postings.ts";
import { withdrawalFee, withdrawalFor, withdrawalNet } from "@veritick/domain/product.ts";
import { post } from "../../ledger/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { answerOnce, recordAnswer } from "../../platform/http/idempotency.ts";
import type { IdempotencyClaim, Identity, Replayed } from "../../platform/http/call.ts";
import { newId } from "../../platform/ids.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { queueWebhookEvent } from "../../notifications/public.ts";
import type { PaymentContext, WithdrawalProofs } from "../context.ts";
import { ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import { announceWithdrawal, refuseStopped, toWithdrawal, WITHDRAWAL_COLUMNS } from "../withdrawal.ts";
import type { ChangedWithdrawal, WithdrawalRow } from "../withdrawal.ts";

type WithdrawalRequest = {
  identity: Identity;
  /** The network address of the caller. */
  callerAddress: string;
  amount: Minor;
  address: string;
  withdrawalCode: string;
  twoStepCode?: string | undefined;
  /** A passkey's answer, which replaces both codes. */
  passkey?: PasskeyAssertion | undefined;
  idempotency: IdempotencyClaim | undefined;
  /** The language of the mail about it. */
  language: Language | undefined;
};

/**
 * Creates a withdrawal. It makes all checks in the documented order. Then one transaction takes the amount out of the
 * balance, stores the withdrawal and stores the answer with its idempotency key.
 */
export function createWithdrawal(
  context: PaymentContext,
  proofs: WithdrawalProofs,
  request: WithdrawalRequest,
): Promise<Withdrawal | Refused | Replayed> {
  return answerOnce(context, request.identity.userId, request.idempotency, async () => {
    const proved = await checkWithdrawal(context, proofs, request);
    if (isRefused(proved)) return proved;
    const held = await holdWithdrawal(context, proofs, request, proved);
    if (isRefused(held)) return held;
    announceWithdrawal(context.bus, held);
    return toWithdrawal(held.withdrawal);
  });
}

/** The most open withdrawals of an account. They are limited because each is work for an administrator. */
const MOST_OPEN = 20;

/** The stored form of the code that was checked. A passkey stands for it. */
type Proved = { readonly stored: string } | { readonly stored?: never };

type LockedAccount = {
  balance: string;
  withdrawal_code: string | null;
  email_confirmed_at: Date | null;
  withdrawals_locked_at: Date | null;
  withdrawals_held_until: Date | null;
  saved_addresses_only: boolean;
};

/**
 * Takes the whole amount out of the balance and stores the withdrawal. With the user's row locked, it repeats every check
 * whose result may have changed.
 */
function holdWithdrawal(
  context: PaymentContext,
  proofs: WithdrawalProofs,
  request: WithdrawalRequest,
  { stored }: Proved,
): Promise<ChangedWithdrawal | Refused> {
  const { userId } = request.identity;
  return transaction(context.database, async (connection): Promise<ChangedWithdrawal | Refused> => {
    const { rows } = await connection.query<LockedAccount>({
      name: "lock_withdrawing_account",
      text: `select balance, withdrawal_code, email_confirmed_at, withdrawals_locked_at, withdrawals_held_until,
               saved_addresses_only
             from users where id = $1 for no key update`,
      values: [userId],
    });
    const account = rows[0];
    if (account === undefined) return refuse("not_signed_in");
    // While the code is checked, the owner of a stolen session has time to end it.
    if (!(await proofs.isSessionAlive(connection, request.identity))) return refuse("not_signed_in");
    if (request.amount > parseMinor(account.balance)) {
      return refuse("balance_insufficient", { field: "amount" });
    }
    const unsaved = await refuseUnsaved(connection, account, request);
    if (unsaved !== undefined) return unsaved;
    const blocked = (await refuseStopped(connection)) ?? refuseBlocked(context, account);
    if (blocked !== undefined) return blocked;
    // An administrator may have removed the code since it was checked, and the user may have created another.
    if (stored !== undefined && stored !== account.withdrawal_code) {
      return account.withdrawal_code === null
        ? refuseWithoutCode()
        : refuse("withdrawal_code_wrong", { field: "withdrawalCode" });
    }
    if ((await countOpen(connection, userId)) >= MOST_OPEN) return refuse("too_many_open_withdrawals");

    const withdrawal = await insertWithdrawal(context, connection, request);
    const balances = await post(connection, {
      kind: "withdrawal_held",
      reference: withdrawal.id,
      entries: withdrawalHeld({ userId, amountMinor: request.amount }),
      at: withdrawal.created_at,
    });
    await context.notifier.notify(connection, userId, "withdrawal_asked", {
      ref: withdrawal.id,
      language: request.language,
      source: request.callerAddress,
    });
    const answer = toWithdrawal(withdrawal);
    const { id: withdrawalId, amount, fee, netAmount } = answer;
    const asked = { withdrawalId, userId, amount, fee, netAmount };
    await queueWebhookEvent(connection, withdrawal.created_at, "withdrawal.asked", asked);
    await recordAnswer(connection, userId, request.idempotency, answer, withdrawal.created_at);
    return { withdrawal, balance: balances.get(userId)! };
  });
}

async function countOpen(connection: Queryable, userId: string): Promise<number> {
  const { rows } = await connection.query<{ open: number }>({
    name: "count_open_withdrawals",
    text: `select count(*) as open from withdrawal_transactions
           where user_id = $1 and status in ('pending', 'processing')`,
    values: [userId],
  });
  return rows[0]!.open;
}

async function insertWithdrawal(
  { clock, provider }: PaymentContext,
  connection: Queryable,
  { identity, amount, address }: WithdrawalRequest,
): Promise<WithdrawalRow> {
  const { rows } = await connection.query<WithdrawalRow>({
    name: "insert_withdrawal",
    text: `insert into withdrawal_transactions (
             id, user_id, amount, fee, net_amount, address, provider, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning ${WITHDRAWAL_COLUMNS}`,
    values: [
      newId(clock.nowMs()),
      identity.userId,
      formatMinor(amount),
      formatMinor(withdrawalFee(amount)),
      formatMinor(withdrawalNet(amount)),
      address,
      provider.name,
      dateOf(clock),
    ],
  });
  return rows[0]!;
}

const ADDRESS_LENGTH = 34;
const CODE = /^[0-9]{5}$/;
const HOUR_MS = 3_600_000;

/**
 * Makes every check that is possible before money moves, in the documented order: amount, balance, address, code. The codes
 * come last, because a failed check uses up an attempt or a one-time code. The provider is asked only after a correct code,
 * so that nobody can cause calls by guessing, but before the second step, whose code works once.
 */
async function checkWithdrawal(
  context: PaymentContext,
  proofs: WithdrawalProofs,
  request: WithdrawalRequest,
): Promise<Proved | Refused> {
  const { database } = context;
  const { identity, callerAddress, address, withdrawalCode, twoStepCode, passkey } = request;
  const account = await findAccount(database, identity.userId);
  if (account === undefined) return refuse("not_signed_in");
  if (request.amount > parseMinor(account.balance))
    return refuse("balance_insufficient", { field: "amount" });
  const misdirected =
    (await refuseAddress(database, address)) ?? (await refuseUnsaved(database, account, request));
  if (misdirected !== undefined) return misdirected;
  if (passkey !== undefined) {
    const blocked = (await refuseStopped(database)) ?? refuseBlocked(context, account);
    if (blocked !== undefined) return blocked;
    const proved = await proofs.provePasskey(identity, request, passkey);
    if (isRefused(proved)) return proved;
    return (await refuseUnpayable(context, request)) ?? {};
  }
  if (!CODE.test(withdrawalCode)) return refuse("withdrawal_code_invalid", { field: "withdrawalCode" });
  if (!account.has_code) return refuseWithoutCode();
  const blocked = (await refuseStopped(database)) ?? refuseBlocked(context, account);
  if (blocked !== undefined) return blocked;
  const proved = await proofs.proveWithdrawalCode(identity, callerAddress, withdrawalCode);
  if (isRefused(proved)) return proved;
  return (
    (await refuseUnpayable(context, request)) ??
    (await proofs.proveSecondStep(identity, callerAddress, twoStepCode)) ??
    proved
  );
}

type Account = Omit<LockedAccount, "withdrawal_code"> & { has_code: boolean };

async function findAccount(database: Queryable, userId: string): Promise<Account | undefined> {
  const { rows } = await database.query<Account>({
    name: "find_withdrawing_account",
    text: `select balance, withdrawal_code is not null as has_code, email_confirmed_at, withdrawals_locked_at,
             withdrawals_held_until, saved_addresses_only
           from users where id = $1`,
    values: [userId],
  });
  return rows[0];
}

/** Refuses an address that is malformed, is a contract, cannot be paid, or was ever given out for a deposit here. */
async function refuseAddress(database: Queryable, address: string): Promise<Refused | undefined> {
  if (isKnownContract(address)) return refuse("address_is_contract", { field: "address" });
  if (address.length < ADDRESS_LENGTH || !isPayableAddress(address))
    return refuse("address_invalid", { field: "address" });
  const { rowCount } = await database.query({
    name: "find_own_address",
    text: "select from payments where pay_address = $1 limit 1",
    values: [address],
  });
  if (rowCount === 0) return undefined;
  return refuse("address_invalid", { field: "address", saying: "address_of_deposit" });
}

/** Refuses an address that the user has not saved if withdrawals may go to saved ones only. */
async function refuseUnsaved(
  database: Queryable,
  account: Pick<Account, "saved_addresses_only">,
  { identity, address }: WithdrawalRequest,
): Promise<Refused | undefined> {
  if (!account.saved_addresses_only) return undefined;
  const { rowCount } = await database.query({
    name: "find_saved_address",
    text: "select from withdrawal_addresses where user_id = $1 and address = $2",
    values: [identity.userId, address],
  });
  return rowCount === 0 ? refuse("address_not_saved", { field: "address" }) : undefined;
}

const refuseWithoutCode = () => refuse("withdrawal_code_missing", { field: "withdrawalCode" });

/** Refuses while the account must not withdraw: locked by an administrator, without a confirmed address, or on hold. */
function refuseBlocked(
  { clock, confirmBeforeWithdrawal }: PaymentContext,
  account: Omit<LockedAccount, "balance" | "withdrawal_code">,
): Refused | undefined {
  if (account.withdrawals_locked_at !== null) return refuse("withdrawals_locked");
  if (confirmBeforeWithdrawal && account.email_confirmed_at === null) return refuse("email_unconfirmed");
  return refuseOnHold(account.withdrawals_held_until, clock.nowMs());
}

/** Refuses while withdrawals are on hold after a change of password, passkeys, second step, withdrawal code or saved addresses. */
function refuseOnHold(heldUntil: Date | null, nowMs: number): Refused | undefined {
  const leftMs = heldUntil === null ? 0 : heldUntil.getTime() - nowMs;
  if (leftMs <= 0) return undefined;
  return refuse("withdrawals_on_hold", { values: { hours: String(Math.ceil(leftMs / HOUR_MS)) } });
}

/** Refuses only what the provider cannot pay. One that does not answer stops no withdrawal, and is asked again before the payout. */
async function refuseUnpayable(
  { provider }: PaymentContext,
  { amount, address }: WithdrawalRequest,
): Promise<Refused | undefined> {
  const [minimum, isAccepted] = await Promise.all([
    ifAnswered(provider.minimumPayout()),
    ifAnswered(provider.acceptsAddress(address)),
  ]);
  if (minimum !== undefined && withdrawalNet(amount) < minimum) {
    const least = formatFixed(withdrawalFor(minimum), 2);
    return refuse("withdrawal_provider_minimum", { field: "amount", values: { amount: least } });
  }
  return isAccepted === false ? refuse("address_invalid", { field: "address" }) : undefined;
}

async function ifAnswered<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderUnavailableError || error instanceof ProviderRefusedError) return undefined;
    throw error;
  }
}

import { isKnownContract, isPayableAddress } from "@veritick/domain/addresses.ts";
import { formatFixed, parseFormAmount, readFormAmount } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { MIN_WITHDRAWAL, withdrawalFee, withdrawalNet } from "@veritick/domain/product.ts";
import { readTwoStepCode, readWithdrawalCode } from "@veritick/domain/typed-text.ts";
import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { useState } from "react";
import { call, isUnanswered } from "../../../api/client.ts";
import type { ApiError } from "../../../api/client.ts";
import { answerWithPasskey, usePasskeys } from "../../../api/passkey.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import type { Intent } from "../../../api/use-submit.ts";
import { useNowTick } from "../../../api/live/live.ts";
import { keyOf, queryClient, useFresh } from "../../../api/query.ts";
import { tickOf } from "../../../lib/format.ts";
import { rememberWithdrawal } from "./payment-queries.ts";

export const WITHDRAWAL_FIELDS = ["amount", "address", "withdrawalCode", "twoStepCode"] as const;
type WithdrawalField = (typeof WITHDRAWAL_FIELDS)[number];

/** A withdrawal as the form sends it: amount, address and codes are plain. */
export type WithdrawalOrder = Readonly<Record<WithdrawalField, string>>;

/** The possible faults of an order. The catalogue has words for each. */
type WithdrawalProblem =
  | "amount"
  | "unreadable"
  | "decimals"
  | "balance"
  | "address"
  | "contract"
  | "code"
  | "twoStep";

export const FIELD_OF: Readonly<Record<WithdrawalProblem, WithdrawalField>> = {
  amount: "amount",
  unreadable: "amount",
  decimals: "amount",
  balance: "amount",
  address: "address",
  contract: "address",
  code: "withdrawalCode",
  twoStep: "twoStepCode",
};

const ADDRESS_MIN = 34;

/** Returns the first fault in the specified order, before anything is sent. The server decides. */
export function findProblem(
  order: WithdrawalOrder,
  {
    balance,
    needsTwoStep,
    byPasskey = false,
  }: { balance: Minor | undefined; needsTwoStep: boolean; byPasskey?: boolean },
): WithdrawalProblem | undefined {
  const amount = readFormAmount(order.amount, MIN_WITHDRAWAL);
  if (amount === "unreadable") return "unreadable";
  if (amount === "empty" || amount === "tooSmall") return "amount";
  if (amount === "tooFine") return "decimals";
  if (amount === "tooLarge") return "balance";
  if (balance !== undefined && amount > balance) return "balance";
  if (isKnownContract(order.address)) return "contract";
  if (order.address.length < ADDRESS_MIN || !isPayableAddress(order.address)) return "address";
  // A passkey replaces both codes.
  if (byPasskey) return undefined;
  if (readWithdrawalCode(order.withdrawalCode) === undefined) return "code";
  if (needsTwoStep && readTwoStepCode(order.twoStepCode) === undefined) return "twoStep";
  return undefined;
}

/** Returns amount, fee and payout in units of 1e-8, or undefined unless the amount is above 0. */
export function findFee(amount: string): { amount: Minor; fee: Minor; net: Minor } | undefined {
  const parsed = parseFormAmount(amount);
  if (parsed === undefined || parsed <= 0n) return undefined;
  return { amount: parsed, fee: withdrawalFee(parsed), net: withdrawalNet(parsed) };
}

/**
 * Returns the intent of an order as it is sent: amount and address, without the codes. The amount has two decimals however it
 * was typed, because a retry must send the same intent.
 */
export function intentOf({ amount, address }: WithdrawalOrder) {
  const parsed = parseFormAmount(amount);
  return { amount: parsed === undefined ? amount : formatFixed(parsed, 2), address };
}

/**
 * Sends a withdrawal. A retry after no answer sends the same intent with the same key, so that it is not paid twice.
 */
export async function sendWithdrawal(
  order: WithdrawalOrder,
  intent: Intent,
  byPasskey: boolean,
): Promise<Withdrawal> {
  const { withdrawalCode, twoStepCode } = order;
  const sent = intentOf(order);
  const second = byPasskey
    ? {
        passkey: await answerWithPasskey(await call("askPasskey", { body: { withdrawal: sent } })),
      }
    : twoStepCode === ""
      ? {}
      : { twoStepCode };
  try {
    const body = { ...sent, withdrawalCode, ...second };
    const withdrawal = await intent.send(sent, (idempotencyKey) =>
      call("createWithdrawal", { body, idempotencyKey }),
    );
    rememberWithdrawal(withdrawal);
    void refreshCurrentUser();
    return withdrawal;
  } catch (error) {
    // The server may have created it anyway. The list and the balance show that.
    if (isUnanswered(error)) {
      void queryClient.invalidateQueries({ queryKey: keyOf("listWithdrawals") });
      void refreshCurrentUser();
    }
    throw error;
  }
}

const REFRESH_SECONDS = 10;
/** Refusals that tell of a change unknown to this page. */
const OUTDATES_GUARD = ["withdrawals_on_hold", "address_not_saved", "email_unconfirmed"];

/** Returns whether a withdrawal needs the second step, and until when withdrawals are on hold. */
export function useWithdrawalGuard() {
  // Every dialog asks again, because a hold may have begun or ended meanwhile.
  const { data, refetch } = useFresh("getSecurity");
  const passkeys = useFresh("listPasskeys");
  const [asked, setAsked] = useState<"app" | "passkey">();
  const nowTick = useNowTick(REFRESH_SECONDS);
  const until = data?.withdrawalsHeldUntil ?? null;
  const isOver = until !== null && nowTick !== undefined && tickOf(until) <= nowTick;

  return {
    /** True until it is known how the user can confirm a withdrawal. */
    isPending: passkeys.isPending,
    /** True if withdrawals may go to saved addresses only. */
    isSavedOnly: data?.savedAddressesOnly === true,
    holdHours: data?.withdrawalHoldHours ?? 0,
    hasPasskey: usePasskeys() && (passkeys.data?.length ?? 0) > 0,
    needsTwoStep: asked !== undefined || data?.twoStep === true,
    hasApp: asked !== "passkey" || data?.twoStep === true,
    /** True while the address must be confirmed first. */
    needsEmail: data?.withdrawalsNeedEmail === true,
    /** When withdrawals open again. Null while they are open. */
    heldUntil: isOver ? null : until,
    /** Learns from a refusal, which may reveal a change unknown to this page. */
    learnFrom({ code }: ApiError) {
      if (code === "two_step_required") setAsked("app");
      if (code === "passkey_required") setAsked("passkey");
      if (OUTDATES_GUARD.includes(code ?? "")) void refetch();
    },
  };
}

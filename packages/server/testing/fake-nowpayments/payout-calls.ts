import { isTronAddress } from "@veritick/domain/addresses.ts";
import { Secret, TOTP } from "otpauth";
import { readNumbersAsText } from "./raw-numbers.ts";
import { VendorError } from "./vendor-http.ts";
import type { Answer, Call } from "./vendor-http.ts";
import { payoutView } from "./vendor-state.ts";
import type { VendorState } from "./vendor-state.ts";

const VERIFY_TRIES = 10;
const UNVERIFIED_LIFE_MS = 3_600_000;

const badRequest = (message: string) => new VendorError(400, "BAD_CREATE_WITHDRAWAL_REQUEST", message);

type SentWithdrawal = { address?: string; currency?: string; amount?: string; unique_external_id?: string };

export function createPayout(state: VendorState, call: Call): Answer {
  const sent = readNumbersAsText(call.body) as {
    ipn_callback_url?: string;
    withdrawals?: SentWithdrawal[];
  };
  if (!Array.isArray(sent.withdrawals) || sent.withdrawals.length === 0) throw badRequest("withdrawals");
  for (const { address, currency, amount } of sent.withdrawals) {
    if (currency !== "usdttrc20") throw badRequest("Currency is not available");
    if (!isAccepted(state, address)) throw badRequest(`Invalid payout address: ${address}`);
    if (!/^\d{1,12}(\.\d{1,6})?$/.test(amount ?? "") || Number(amount) <= 0) throw badRequest("amount");
  }
  const batchId = state.newId();
  const createdMs = state.nowMs();
  state.batches.set(batchId, { id: batchId, createdMs, verified: false, tries: 0 });
  const withdrawals = sent.withdrawals.map((withdrawal) => {
    const payout = {
      id: state.newId(),
      batchId,
      externalId: withdrawal.unique_external_id ?? null,
      callbackUrl: sent.ipn_callback_url ?? null,
      address: withdrawal.address!,
      amount: withdrawal.amount!,
      state: "CREATING",
      hash: null,
      error: null,
      createdMs,
    };
    state.payouts.set(payout.id, payout);
    return payoutView(payout);
  });
  return { status: 201, body: { id: batchId, withdrawals } };
}

export function verifyPayout(state: VendorState, totpSecret: string, { id, body }: Call): Answer {
  const batch = state.batches.get(id);
  if (batch === undefined) throw new VendorError(404, "NOT_FOUND", "Payout not found");
  rejectOverdue(state);
  if (batch.verified) throw badRequest("Payout has already been verified");
  if (state.nowMs() - batch.createdMs > UNVERIFIED_LIFE_MS) throw badRequest("Payout was rejected");
  if (batch.tries >= VERIFY_TRIES) throw badRequest("Too many attempts");
  batch.tries += 1;
  const code = String((JSON.parse(body) as { verification_code?: unknown }).verification_code);
  const totp = new TOTP({ secret: Secret.fromBase32(totpSecret) });
  if (totp.validate({ token: code, timestamp: state.nowMs(), window: 1 }) === null) {
    throw badRequest("Incorrect verification code");
  }
  if (state.usedCodes?.has(code)) throw badRequest("Incorrect verification code");
  state.usedCodes?.add(code);
  batch.verified = true;
  for (const payout of state.payouts.values()) if (payout.batchId === id) payout.state = "PROCESSING";
  return { status: 200, body: "OK" };
}

/** @param id the id of one payout or of its batch */
export function readPayout(state: VendorState, { id }: Call, bare: boolean): Answer {
  rejectOverdue(state);
  const found = [...state.payouts.values()].filter((payout) => payout.id === id || payout.batchId === id);
  const [first] = found;
  if (first === undefined) throw new VendorError(404, "NOT_FOUND", "Payout not found");
  if (bare) return { status: 200, body: found.map(payoutView) };
  const withdrawals = found.map((payout) => ({ ...payoutView(payout), status: payout.state.toLowerCase() }));
  const createdAt = new Date(first.createdMs).toISOString();
  return { status: 200, body: { id: first.batchId, createdAt, withdrawals } };
}

export function validateAddress(state: VendorState, { body }: Call): Answer {
  const { address, currency } = JSON.parse(body) as { address?: string; currency?: string };
  if (currency !== "usdttrc20")
    throw new VendorError(400, "CURRENCY_UNAVAILABLE", "Currency is not available");
  if (!isAccepted(state, address)) throw badRequest("Invalid payout address");
  return { status: 200, body: "OK" };
}

const isAccepted = (state: VendorState, address: string | undefined) =>
  address !== undefined && isTronAddress(address) && !state.refusedAddresses.has(address);

function rejectOverdue(state: VendorState): void {
  for (const payout of state.payouts.values()) {
    const batch = state.batches.get(payout.batchId)!;
    const isOverdue = !batch.verified && state.nowMs() - batch.createdMs > UNVERIFIED_LIFE_MS;
    if (isOverdue) payout.state = "REJECTED";
  }
}

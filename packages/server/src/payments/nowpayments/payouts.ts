import type { Minor } from "@veritick/domain/money.ts";
import type { PayoutState } from "@veritick/domain/payouts.ts";
import { Secret, TOTP } from "otpauth";
import * as z from "zod/mini";
import type { Clock } from "../../platform/clock.ts";
import { OUR_ASSET, ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import type { ProviderPayout } from "../provider.ts";
import { readAnswer, SignInError, VendorRefusedError } from "./call-vendor.ts";
import type { CallVendor } from "./call-vendor.ts";
import {
  displayFields,
  displayText,
  exactNumber,
  identifier,
  readAmount,
  readAs,
  text,
  writeUsdt,
} from "./vendor-values.ts";

/** Requests a payout, named by the withdrawal's id. */
export async function createPayout(
  callWithToken: CallVendor,
  callbackUrl: string,
  { id, address, net }: { id: string; address: string; net: Minor },
): Promise<{ batchId: string; payoutId: string }> {
  const amount = exactNumber(writeUsdt(net));
  const withdrawals = [{ address, currency: OUR_ASSET, amount, unique_external_id: id }];
  const body = { ipn_callback_url: callbackUrl, withdrawals };
  try {
    const text = await callWithToken({ method: "POST", path: "/payout", about: id, body });
    return readCreatedPayout(readAnswer(text, "a new payout"));
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    // Without a sign-in the payout was never requested, so this is a refusal with a certain outcome.
    throw new ProviderRefusedError("sign_in_failed", error.message);
  }
}

/** Releases a batch. It also succeeds if the batch was released before or is being paid already. */
export async function verifyPayout(
  call: CallVendor,
  callWithToken: CallVendor,
  batchId: string,
  code: () => string,
): Promise<void> {
  const path = `/payout/${encodeURIComponent(batchId)}`;
  let text: string;
  try {
    text = await callWithToken({
      method: "POST",
      path: `${path}/verify`,
      about: batchId,
      body: { verification_code: code() },
    });
  } catch (error) {
    if (!(error instanceof VendorRefusedError)) throw error;
    if (/already.*verified|verified.*already/i.test(`${error.code} ${error.message}`)) return;
    if (await isBeingPaid(call, batchId)) return;
    throw error;
  }
  if (!isOk(text)) throw new ProviderUnavailableError("NOWPayments did not answer a verification with OK");
}

/** Returns true if the vendor has begun to pay a batch, which it does only after the release. */
async function isBeingPaid(call: CallVendor, batchId: string): Promise<boolean> {
  try {
    const path = `/payout/${encodeURIComponent(batchId)}`;
    const text = await call({ method: "GET", path, about: batchId });
    const payouts = readVendorPayouts(readAnswer(text, "a batch")).filter((one) => one.batchId === batchId);
    return payouts.length > 0 && payouts.every(({ isReleased }) => isReleased);
  } catch {
    // The caller throws the refusal that led here, which says more than this failure.
    return false;
  }
}

export async function readPayout(call: CallVendor, payoutId: string): Promise<ProviderPayout> {
  const path = `/payout/${encodeURIComponent(payoutId)}`;
  const payouts = readVendorPayouts(
    readAnswer(await call({ method: "GET", path, about: payoutId }), "a payout"),
  );
  const payout = payouts.find((one) => one.payoutId === payoutId);
  if (payout === undefined) throw new ProviderUnavailableError("NOWPayments answered about another payout");
  const { isReleased: _isReleased, ...facts } = payout;
  return facts;
}

const minimum = z.object({ result: z.string() });

/** Reads the smallest payout. Returns undefined if the vendor does not tell it to this account. */
export async function readMinimumPayout(call: CallVendor): Promise<Minor | undefined> {
  try {
    const text = await call({ method: "GET", path: `/payout-withdrawal/min-amount/${OUR_ASSET}` });
    const answer = readAs(minimum, readAnswer(text, "the smallest payout"), "the smallest payout");
    return readAmount(answer.result);
  } catch (error) {
    if (error instanceof VendorRefusedError) return undefined;
    throw error;
  }
}

export async function acceptsAddress(call: CallVendor, address: string): Promise<boolean> {
  try {
    const body = { address, currency: OUR_ASSET };
    if (isOk(await call({ method: "POST", path: "/payout/validate-address", body }))) return true;
  } catch (error) {
    if (!(error instanceof VendorRefusedError)) throw error;
    if (isAboutTheAddress(error)) return false;
  }
  throw new ProviderUnavailableError("NOWPayments does not say whether it can pay to an address");
}

function isAboutTheAddress({ status, code, message }: VendorRefusedError): boolean {
  const isAboutContent = status === 400 || status === 422;
  return (
    isAboutContent && (code === "BAD_CREATE_WITHDRAWAL_REQUEST" || /address|wallet/i.test(code + message))
  );
}

const isOk = (text: string): boolean => /^"?OK"?$/i.test(text.trim());

/** Makes the one-time code of the current half minute. */
export function oneTimeCode(clock: Clock, totpSecret: string): () => string {
  const totp = new TOTP({
    secret: Secret.fromBase32(totpSecret),
    algorithm: "SHA1",
    digits: 6,
    period: 30,
  });
  return () => totp.generate({ timestamp: clock.nowMs() });
}

const vendorPayout = z.object({
  id: identifier,
  batch_withdrawal_id: text,
  unique_external_id: text,
  status: z.string(),
  error: displayText,
  currency: displayText,
  amount: displayText,
  address: displayText,
  hash: text,
  fee: displayText,
  created_at: displayText,
  updated_at: displayText,
});

const oneOrMore = z.union([
  z.array(vendorPayout),
  z.object({ id: text, withdrawals: z.array(vendorPayout) }),
  vendorPayout,
]);

const created = z.object({
  id: z.nullish(identifier),
  withdrawals: z.array(z.object({ id: identifier, batch_withdrawal_id: z.nullish(identifier) })),
});

/** A payout, with `isReleased` true if the vendor has begun to pay it. */
type VendorPayout = ProviderPayout & { readonly isReleased: boolean };

/** Reads payouts in the vendor's answer: a bare list, a batch with its list, or one payout. Numbers come as text. */
export function readVendorPayouts(raw: unknown): VendorPayout[] {
  const answer = readAs(oneOrMore, raw, "a payout");
  if (Array.isArray(answer)) return answer.map((payout) => toPayout(payout, undefined));
  if ("withdrawals" in answer) return answer.withdrawals.map((payout) => toPayout(payout, answer.id));
  return [toPayout(answer, undefined)];
}

function toPayout(payout: z.output<typeof vendorPayout>, batchId: string | null | undefined): VendorPayout {
  const status = payout.status.trim().toLowerCase();
  return {
    payoutId: payout.id,
    batchId: filled(payout.batch_withdrawal_id) ?? filled(batchId),
    externalId: filled(payout.unique_external_id),
    amount: readAmount(payout.amount ?? ""),
    address: filled(payout.address),
    asset: filled(payout.currency),
    state: stateOf(status),
    transactionHash: filled(payout.hash),
    details: displayFields(payout),
    isReleased: ["processing", "sending", "finished"].includes(status),
  };
}

function stateOf(status: string): PayoutState {
  switch (status) {
    case "finished":
      return "finished";
    case "failed":
    case "rejected":
      return "failed";
    case "creating":
    case "waiting":
    case "processing":
    case "sending":
      return "in_progress";
    default:
      return "unknown";
  }
}

/** Reads the ids of the payout that the vendor made. We request one at a time. */
export function readCreatedPayout(raw: unknown): { batchId: string; payoutId: string } {
  const { id, withdrawals } = readAs(created, raw, "a new payout");
  const [payout] = withdrawals;
  const batchId = id ?? payout?.batch_withdrawal_id;
  if (payout === undefined || withdrawals.length > 1 || typeof batchId !== "string") {
    throw new ProviderUnavailableError("NOWPayments' new payout does not name itself");
  }
  return { batchId, payoutId: payout.id };
}

const filled = (text: string | null | undefined) => (text === null || text === "" ? undefined : text);

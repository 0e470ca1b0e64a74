import type { PayoutState } from "@veritick/domain/payments.ts";
import * as z from "zod/mini";
import { ProviderUnavailableError } from "../provider.ts";
import type { ProviderPayout } from "../provider.ts";
import { readAs, shown, shownWord, someId, word } from "./read-as.ts";

const vendorPayout = z.object({
  id: someId,
  batch_withdrawal_id: word,
  unique_external_id: word,
  status: z.string(),
  error: shownWord,
  currency: shownWord,
  amount: shownWord,
  address: shownWord,
  hash: word,
  fee: shownWord,
  created_at: shownWord,
  updated_at: shownWord,
});

const oneOrMore = z.union([
  z.array(vendorPayout),
  z.object({ id: word, withdrawals: z.array(vendorPayout) }),
  vendorPayout,
]);

const created = z.object({
  id: z.nullish(someId),
  withdrawals: z.array(z.object({ id: someId, batch_withdrawal_id: z.nullish(someId) })),
});

/** Besides the payout: whether the vendor has begun to pay it. */
export type VendorPayout = ProviderPayout & { readonly isReleased: boolean };

/** Reads what the vendor shows of payouts, numbers as text: a bare list, a batch with its list, or one alone. */
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
    state: stateOf(status),
    transactionHash: filled(payout.hash),
    details: shown(payout),
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

/** Which payout the vendor made; we ask for one at a time. */
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

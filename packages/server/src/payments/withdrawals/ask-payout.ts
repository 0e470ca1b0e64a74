import type { PayoutWord } from "@veritick/contract/schemas/admin-payments.ts";
import { rateLimit } from "../../platform/rate-limit.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import type { ProviderPayout } from "../provider.ts";

const PER_SECOND = 1;
const AT_ONCE = 10;

const silent = (outcome: Exclude<PayoutWord["outcome"], "answered">): PayoutWord => ({
  outcome,
  state: null,
  transactionHash: null,
  details: {},
});

/** Lets an administrator see what the provider says before they decide about a payout. It changes nothing. */
export function createAskPayout({ database, clock, provider, log }: PaymentContext) {
  const questions = rateLimit({ perSecond: PER_SECOND, burst: AT_ONCE });

  async function ask(row: { id: string; provider: string; payout_id: string | null }) {
    if (row.provider !== provider.name) return undefined;
    return row.payout_id === null ? provider.findPayout?.(row.id) : provider.readPayout(row.payout_id);
  }

  return async (id: string, actor: string): Promise<PayoutWord | Refused> => {
    if (!questions.take(actor, clock.nowMs())) return refuse("too_many_requests", { retryAfterSeconds: 1 });
    const { rows } = await database.query<{ id: string; provider: string; payout_id: string | null }>(
      // After a restore, only what the provider said since names the payout of a pending withdrawal.
      `select w.id, w.provider, coalesce(w.payout_id, (
         select i.details ->> 'payout_id' from attention_items i
         where i.withdrawal_id = w.id and i.details ->> 'payout_id' is not null order by i.id desc limit 1)) as payout_id
       from withdrawal_transactions w where w.id = $1`,
      [id],
    );
    if (rows[0] === undefined) return refuse("not_found");
    let payout: ProviderPayout | undefined;
    try {
      payout = await ask(rows[0]);
    } catch (error) {
      if (error instanceof ProviderRefusedError) return silent("not_found");
      if (!(error instanceof ProviderUnavailableError)) throw error;
      log.warn({ withdrawal: id, error: error.message }, "the provider did not answer about a payout");
      return silent("no_answer");
    }
    if (payout === undefined) return silent("not_askable");
    const { state, transactionHash = null, details } = payout;
    return { outcome: "answered", state, transactionHash, details };
  };
}

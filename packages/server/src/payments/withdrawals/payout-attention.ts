import type { PayoutWord } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionReason } from "@veritick/contract/schemas/attention.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { rateLimit } from "../../platform/rate-limit.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { recordAttention } from "../attention/items.ts";
import type { PaymentContext } from "../context.ts";
import { OUR_ASSET, ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import type { ProviderPayout } from "../provider.ts";
import type { WithdrawalRow } from "../withdrawal.ts";
import { lockPayout } from "./payout.ts";
import type { PayoutRow } from "./payout.ts";

type Details = Readonly<Record<string, string | null>>;

/** Returns the key of a withdrawal's only item. It has the withdrawal's id, because the payout may not have one yet. */
export const payoutKey = (provider: string, withdrawalId: string) =>
  `payout/${provider}/${withdrawalId}` as const;

/** A payout, or a pending withdrawal that may have one. */
type Listed = Pick<PayoutRow, "withdrawal_id" | "user_id" | "provider" | "amount" | "address" | "payout_id">;

/** Puts a payout whose row is locked on the attention list. The withdrawal's status stays as it is. */
export async function addToAttention(
  context: Pick<PaymentContext, "clock" | "log"> & { bus: PaymentContext["bus"] | undefined },
  connection: Queryable,
  { withdrawal_id: id, user_id: userId, provider, amount, address, payout_id: payoutId }: Listed,
  reason: AttentionReason,
  details: Details,
): Promise<void> {
  await recordAttention(context, connection, {
    key: payoutKey(provider, id),
    kind: "payout",
    reason,
    provider,
    ...(userId !== null && { withdrawalId: id, userId }),
    amount,
    asset: OUR_ASSET,
    details: {
      ...(userId === null && { withdrawal: id }),
      address,
      ...(payoutId !== null && { payout_id: payoutId }),
      ...details,
    },
  });
}

/**
 * Reports a payout that the server did not ask for: one that names no withdrawal any more, once it is paid, or another one of
 * a withdrawal, as soon as it is known, so that the withdrawal is not paid by both.
 */
export async function reportUnknownPayout(
  context: PaymentContext,
  connection: Queryable,
  { payoutId, externalId, state, details }: ProviderPayout,
  { withdrawal, isSecond }: { withdrawal: WithdrawalRow | undefined; isSecond: boolean },
): Promise<undefined> {
  const isUnexpected = isSecond || withdrawal !== undefined;
  if (isUnexpected ? state === "failed" : state !== "finished") return;
  const { name } = context.provider;
  await recordAttention(context, connection, {
    key: payoutKey(name, payoutId),
    kind: "payout",
    provider: name,
    reason: isUnexpected ? "payout_unexpected" : "account_closed",
    ...(withdrawal !== undefined && { withdrawalId: withdrawal.id, userId: withdrawal.user_id }),
    details: { ...details, payout_id: payoutId, withdrawal: externalId ?? null },
  });
}

/** Returns true if a withdrawal's payout has an open item. The answer holds while its row is locked. */
export async function isOnAttentionList(
  connection: Queryable,
  { provider, id }: Pick<WithdrawalRow, "provider" | "id">,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: "find_open_payout_item",
    text: "select from attention_items where key = $1 and resolved_at is null",
    values: [payoutKey(provider, id)],
  });
  return rowCount === 1;
}

/**
 * Returns true if a withdrawal was on the attention list since its approval. From then on an administrator may pay by hand,
 * so its payout is not released any more. The item of a restored withdrawal is closed before the approval, so it does not
 * count.
 */
export async function wasOnAttentionList(connection: Queryable, withdrawalId: string): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: "find_any_payout_item",
    text: `select from attention_items i join withdrawal_transactions w on w.id = i.withdrawal_id
           where w.id = $1 and i.kind = 'payout' and coalesce(i.resolved_at > w.decided_at, true) limit 1`,
    values: [withdrawalId],
  });
  return rowCount === 1;
}

/**
 * Updates the open item of a payout whose row is locked, because the provider turns out to have it: the administrator may
 * release it with the provider, and must not pay a second time.
 */
export async function updateAttention(
  context: PaymentContext,
  connection: Queryable,
  payout: PayoutRow,
  details: Details,
): Promise<void> {
  if (await isOnAttentionList(connection, { ...payout, id: payout.withdrawal_id })) {
    await addToAttention(context, connection, payout, "payout_unverified", details);
  }
}

/**
 * Stops a payout and leaves it to an administrator: from now on it is only read, never requested or released. Does nothing
 * if the payout has moved on meanwhile or is on the attention list already.
 */
export async function leaveToAdministrator(
  context: PaymentContext,
  { withdrawal_id: id, step }: PayoutRow,
  reason: AttentionReason,
  details: Details,
): Promise<void> {
  await transaction(context.database, async (connection) => {
    await connection.query("select from withdrawal_transactions where id = $1 for update", [id]);
    const payout = await lockPayout(connection, id);
    if (payout === undefined || payout.outcome !== null || payout.step !== step) return;
    if (await isOnAttentionList(connection, { ...payout, id })) return;
    await addToAttention(context, connection, payout, reason, details);
    await connection.query(`${UNREADABLE} and withdrawal_id = $1`, [id]);
  });
}

/** SQL that stops reading payouts without an id at the provider, because they cannot be read. */
const UNREADABLE = "update payouts set next_poll_at = null where outcome is null and payout_id is null";

/**
 * Puts withdrawals that were not final at the backup on the attention list after a restore: each may have been paid,
 * refunded or cancelled since. An administrator must look for it at the provider first. The server no longer requests or
 * releases its payout, but still reads it. Returns the number of these withdrawals.
 */
export async function flagDoubtfulWithdrawals(
  connection: Queryable,
  context: Pick<PaymentContext, "clock" | "log">,
): Promise<number> {
  // A payout that was due may have been requested since, as after any lost answer.
  await connection.query("update payouts set step = 'asked' where outcome is null and step = 'due'");
  const { rows } = await connection.query<Listed>(
    `select w.id as withdrawal_id, w.user_id, w.provider, w.net_amount as amount, w.address, p.payout_id
     from withdrawal_transactions w left join payouts p on p.withdrawal_id = w.id
     where w.status in ('pending', 'processing') order by w.id`,
  );
  for (const doubtful of rows) {
    // An item that is already on the list keeps its reason and the provider's messages.
    if (await isOnAttentionList(connection, { ...doubtful, id: doubtful.withdrawal_id })) continue;
    await addToAttention({ ...context, bus: undefined }, connection, doubtful, "restored", {});
  }
  await connection.query(UNREADABLE);
  return rows.length;
}

/** Returns true if an item about the payout of a pending withdrawal is open. The answer holds while its row is locked. */
export async function isDoubtful(connection: Queryable, { id }: { id: string }): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: "find_doubtful_item",
    text: "select from attention_items where withdrawal_id = $1 and kind = 'payout' and resolved_at is null limit 1",
    values: [id],
  });
  return rowCount === 1;
}

/** Counts the open items of restored withdrawals. */
export async function countDoubtfulWithdrawals(connection: Queryable): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    "select count(*) as count from attention_items where resolved_at is null and reason = 'restored'",
  );
  return rows[0]!.count;
}

const PER_SECOND = 1;
const AT_ONCE = 10;

const silent = (outcome: Exclude<PayoutWord["outcome"], "answered">): PayoutWord => ({
  outcome,
  state: null,
  transactionHash: null,
  details: {},
});

/** Creates a call that shows an administrator the provider's state of a payout before they decide. It changes nothing. */
export function createAskPayout({ database, clock, provider, log }: PaymentContext) {
  const questions = rateLimit({ perSecond: PER_SECOND, burst: AT_ONCE });

  async function ask(row: { id: string; provider: string; payout_id: string | null }) {
    if (row.provider !== provider.name) return undefined;
    return row.payout_id === null ? provider.findPayout?.(row.id) : provider.readPayout(row.payout_id);
  }

  return async (id: string, actor: string): Promise<PayoutWord | Refused> => {
    if (!questions.take(actor, clock.nowMs())) return refuse("too_many_requests", { retryAfterSeconds: 1 });
    const { rows } = await database.query<{ id: string; provider: string; payout_id: string | null }>(
      // After a restore, only the provider's later messages name the payout of a pending withdrawal.
      `select w.id, w.provider, coalesce(p.payout_id, (
         select i.details ->> 'payout_id' from attention_items i
         where i.withdrawal_id = w.id and i.details ->> 'payout_id' is not null order by i.id desc limit 1)) as payout_id
       from withdrawal_transactions w left join payouts p on p.withdrawal_id = w.id where w.id = $1`,
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

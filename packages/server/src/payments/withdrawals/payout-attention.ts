import type { AttentionReason } from "@veritick/contract/schemas/attention.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { recordAttention } from "../attention/record-attention.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayout } from "../provider.ts";
import { WITHDRAWAL_COLUMNS } from "./withdrawal-row.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

type Details = Readonly<Record<string, string | null>>;

/** One item for each withdrawal: it may need a person before the provider has a name for its payout. */
export const payoutKey = (provider: string, withdrawalId: string) =>
  `payout/${provider}/${withdrawalId}` as const;

/** Puts the payout of a withdrawal whose row is locked on the administrators' list. Its status stays as it is. */
export async function callForPerson(
  context: PaymentContext,
  connection: Queryable,
  withdrawal: WithdrawalRow,
  reason: AttentionReason,
  details: Details,
): Promise<void> {
  await recordAttention(context, connection, {
    key: payoutKey(withdrawal.provider, withdrawal.id),
    kind: "payout",
    reason,
    provider: withdrawal.provider,
    withdrawalId: withdrawal.id,
    userId: withdrawal.user_id,
    amount: withdrawal.net_amount,
    asset: "usdttrc20",
    details: {
      address: withdrawal.address,
      ...(withdrawal.payout_id === null ? {} : { payout_id: withdrawal.payout_id }),
      ...details,
    },
  });
}

/** Money left for no withdrawal that could account for it: a second payout for one, or one whose account is closed. */
export async function askAboutStranger(
  context: PaymentContext,
  connection: Queryable,
  { payoutId, externalId, state, details }: ProviderPayout,
  reason: "payout_unknown" | "account_closed",
): Promise<undefined> {
  if (state !== "finished") return;
  const { name } = context.provider;
  await recordAttention(context, connection, {
    key: payoutKey(name, payoutId),
    kind: "payout",
    reason,
    provider: name,
    ...(reason === "account_closed" ? {} : { withdrawalId: externalId }),
    details: { ...details, payout_id: payoutId, withdrawal: externalId ?? null },
  });
}

/** Whether a person has been called for a withdrawal and has not decided yet. Stable while its row is locked. */
export async function needsPerson(connection: Queryable, withdrawal: WithdrawalRow): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: "find_open_payout_item",
    text: "select from attention_items where key = $1 and resolved_at is null",
    values: [payoutKey(withdrawal.provider, withdrawal.id)],
  });
  return rowCount === 1;
}

/** Whether a person was ever called for it: from then on they may pay by hand, so nothing is released without them. */
export async function wasPersonCalled(connection: Queryable, { id }: WithdrawalRow): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: "find_any_payout_item",
    text: "select from attention_items where withdrawal_id = $1 limit 1",
    values: [id],
  });
  return rowCount === 1;
}

/**
 * A withdrawal whose row is locked has learnt late that the provider has its payout. Where a person was called for want
 * of that, the item stays, and says what they may release with the provider or must not pay a second time.
 */
export async function tellOfPayout(
  context: PaymentContext,
  connection: Queryable,
  withdrawal: WithdrawalRow,
  details: Details,
): Promise<void> {
  if (await needsPerson(connection, withdrawal)) {
    await callForPerson(context, connection, withdrawal, "payout_unverified", details);
  }
}

/**
 * The way of a payout that a person has to look at ends here: from now on it is read at most, never asked for or
 * released. Does nothing where it has gone on meanwhile, or a person has been called already.
 */
export async function handOver(
  context: PaymentContext,
  withdrawal: WithdrawalRow,
  reason: AttentionReason,
  details: Details,
): Promise<void> {
  await transaction(context.database, async (connection) => {
    const { rows } = await connection.query<WithdrawalRow>(
      `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
       where id = $1 and status = 'processing' and payout_step = $2 for update`,
      [withdrawal.id, withdrawal.payout_step],
    );
    if (rows[0] === undefined || (await needsPerson(connection, rows[0]))) return;
    await callForPerson(context, connection, rows[0], reason, details);
    // Without a name at the provider there is nothing to read.
    await connection.query(
      "update withdrawal_transactions set next_poll_at = null where id = $1 and payout_id is null",
      [withdrawal.id],
    );
  });
}

/** A person's decision about a payout, kept with its item. */
export async function resolvePayout(
  { clock }: PaymentContext,
  connection: Queryable,
  withdrawal: WithdrawalRow,
  { resolution, actor, note }: { resolution: string; actor: string; note?: string },
): Promise<void> {
  await connection.query(
    `update attention_items set resolved_at = $2, updated_at = $2, resolution = $3, resolved_by = $4, note = $5
     where key = $1 and resolved_at is null`,
    [payoutKey(withdrawal.provider, withdrawal.id), new Date(clock.nowMs()), resolution, actor, note ?? null],
  );
}

import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { decidePayout, differingFields } from "@veritick/domain/payouts.ts";
import type { AskedPayout } from "@veritick/domain/payouts.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isId } from "../../platform/ids.ts";
import { resolveItem } from "../attention/items.ts";
import type { PaymentContext } from "../context.ts";
import { advance } from "../deposit.ts";
import { OUR_ASSET } from "../provider.ts";
import type { ProviderPayout } from "../provider.ts";
import { announceWithdrawal, completeWithdrawal, WITHDRAWAL_COLUMNS } from "../withdrawal.ts";
import type { ChangedWithdrawal, WithdrawalRow } from "../withdrawal.ts";
import { addToAttention, payoutKey, reportUnknownPayout, updateAttention } from "./payout-attention.ts";
import { lockPayout, openPayout, PAYOUT_COLUMNS } from "./payout.ts";
import type { PayoutRow } from "./payout.ts";

/**
 * Applies a fresh read of a payout: locks its rows, lets the domain decide and writes the decision. Callbacks and polls all
 * end here. It is safe to repeat, in any order, on any process: a withdrawal is completed once.
 */
export async function applyPayout(context: PaymentContext, said: ProviderPayout): Promise<void> {
  const changed = await transaction(context.database, async (connection) => {
    const id = await findWithdrawalId(context, connection, said);
    if (id === undefined) return undefined;
    const { withdrawal, payout } = await lock(context, connection, id);
    if (payout === undefined || (payout.payout_id ?? said.payoutId) !== said.payoutId) {
      return reportUnknownPayout(context, connection, said, { withdrawal, isSecond: payout !== undefined });
    }
    const linked = payout.payout_id === null ? await linkPayout(context, connection, payout, said) : payout;
    return decide(context, connection, { withdrawal, payout: linked }, said);
  });
  if (changed !== undefined) announceWithdrawal(context.bus, changed);
}

/** Finds the withdrawal that a payout was requested for: by the payout's id, or else by the id that it was requested with. */
async function findWithdrawalId(
  { provider }: PaymentContext,
  connection: Queryable,
  { payoutId, externalId }: ProviderPayout,
): Promise<string | undefined> {
  const { rows } = await connection.query<{ withdrawal_id: string }>({
    name: "find_payout",
    text: "select withdrawal_id from payouts where provider = $1 and payout_id = $2",
    values: [provider.name, payoutId],
  });
  return rows[0]?.withdrawal_id ?? (isId(externalId) ? externalId : undefined);
}

/**
 * Locks a withdrawal, unless its account is closed, and then its payout. One that an administrator decided after a restore,
 * which had lost the approval, gets its row here. A pending one has none: an administrator must look at its payout first.
 */
async function lock({ provider }: PaymentContext, connection: Queryable, id: string) {
  const { rows } = await connection.query<WithdrawalRow>({
    name: "lock_withdrawal_of_payout",
    text: `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions where id = $1 and provider = $2 for update`,
    values: [id, provider.name],
  });
  const [withdrawal] = rows;
  let payout = await lockPayout(connection, id);
  if (payout === undefined && withdrawal !== undefined && withdrawal.status !== "pending") {
    await openPayout(connection, id);
    payout = await lockPayout(connection, id);
  }
  return { withdrawal, payout };
}

/**
 * Stores the ids that were in a lost answer, so that the payout is polled from now on. It is not released if the withdrawal
 * was put on the attention list meanwhile, because an administrator may have paid by hand.
 */
async function linkPayout(
  context: PaymentContext,
  connection: Queryable,
  payout: PayoutRow,
  said: ProviderPayout,
): Promise<PayoutRow> {
  const { rows } = await connection.query<PayoutRow>(
    `update payouts set payout_id = $2, batch_id = $3, step = 'created', next_poll_at = $4
     where withdrawal_id = $1 returning ${PAYOUT_COLUMNS}`,
    [payout.withdrawal_id, said.payoutId, said.batchId ?? null, dateOf(context.clock)],
  );
  const linked = rows[0]!;
  // A finished payout completes the withdrawal. That locks a stripe before the item, so the item must not be touched here.
  if (linked.outcome === null && said.state !== "finished") {
    await updateAttention(context, connection, linked, said.details);
  }
  return linked;
}

async function decide(
  context: PaymentContext,
  connection: Queryable,
  { withdrawal, payout }: { withdrawal: WithdrawalRow | undefined; payout: PayoutRow },
  said: ProviderPayout,
): Promise<ChangedWithdrawal | undefined> {
  const asked: AskedPayout = {
    withdrawalId: payout.withdrawal_id,
    amount: parseMinor(payout.amount),
    address: payout.address,
    asset: OUR_ASSET,
    outcome: payout.outcome,
    transactionHash: payout.transaction_hash ?? undefined,
  };
  const differing = differingFields(said, asked);
  const sendsOther = differing.some((field) => field !== "externalId");
  const secondsInState = await recordState(context, connection, payout, said, sendsOther);
  const decision = decidePayout(said, asked, secondsInState);
  if (decision === "nothing") return undefined;
  if (decision === "complete") {
    const changed = await completeWithdrawal(context, connection, withdrawal!, said.transactionHash);
    const key = payoutKey(payout.provider, payout.withdrawal_id);
    await resolveItem(context, connection, key, { resolution: "paid by the provider" });
    return changed;
  }
  // An answer that differs moves no money by itself.
  if (decision === "paid_after_refund" && differing.length === 0) {
    await advancePayout(context, connection, payout);
  }
  const askedFor = {
    amount: ["asked_amount", payout.amount],
    address: ["asked_address", payout.address],
    asset: ["asked_asset", asked.asset],
    externalId: ["asked_external_id", payout.withdrawal_id],
  };
  await addToAttention(context, connection, payout, decision, {
    ...(decision === "paid_twice" ? { recorded_hash: payout.transaction_hash } : {}),
    ...Object.fromEntries(differing.map((field) => askedFor[field])),
    ...said.details,
  });
  return undefined;
}

/**
 * Records what the provider says of a payout, and what it sends if that differs from what was asked for. Returns the seconds
 * for which the provider has reported this state.
 */
async function recordState(
  { clock }: PaymentContext,
  connection: Queryable,
  payout: PayoutRow,
  { state, amount, address = payout.address, asset = OUR_ASSET, transactionHash: hash }: ProviderPayout,
  sendsOther: boolean,
): Promise<number> {
  const sent = { amount: amount === undefined ? payout.amount : formatMinor(amount), address, asset, hash };
  await connection.query({
    name: "record_state_of_payout",
    text: `update payouts set state = $2, sent = $3, state_at = case when state = $2 then state_at else $4 end
           where withdrawal_id = $1 and (state, sent) is distinct from ($2, $3::jsonb)`,
    values: [payout.withdrawal_id, state, sendsOther ? JSON.stringify(sent) : null, dateOf(clock)],
  });
  return payout.state === state ? (clock.nowMs() - payout.state_at!.getTime()) / 1000 : 0;
}

/**
 * Lets the house advance, once, a payout that was sent although its amount had been returned: custody lacks the money from
 * then on. The row of the payout must be locked. Whether a payout was sent twice, only a person can tell.
 */
async function advancePayout(
  context: PaymentContext,
  connection: Queryable,
  { withdrawal_id: reference, provider, amount }: PayoutRow,
): Promise<void> {
  const { rowCount } = await connection.query(
    "select from ledger_transactions where reference = $1 and kind = 'credited_on_trust'",
    [reference],
  );
  if (rowCount === 0)
    await advance(context, connection, { reference, provider, amountMinor: parseMinor(amount) });
}

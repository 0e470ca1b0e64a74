import { parseMinor } from "@veritick/domain/money.ts";
import { decidePayout } from "@veritick/domain/payments.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { recordAttention, resolveItem } from "../attention/items.ts";
import { isId } from "../../platform/ids.ts";
import type { PaymentContext } from "../context.ts";
import { advance } from "../deposit.ts";
import { OUR_ASSET } from "../provider.ts";
import type { ProviderPayout } from "../provider.ts";
import { reportUnknownPayout, addToAttention, payoutKey, updateAttention } from "./payout-attention.ts";
import { announceWithdrawal, completeWithdrawal, wasMarkedPaid, WITHDRAWAL_COLUMNS } from "../withdrawal.ts";
import type { ChangedWithdrawal, WithdrawalRow } from "../withdrawal.ts";

/**
 * Applies a fresh read of a payout: locks the withdrawal's row, lets the domain decide and writes the decision. Callbacks
 * and polls all end here. It is safe to repeat, in any order, on any process: a withdrawal is completed once.
 */
export async function applyPayout(context: PaymentContext, payout: ProviderPayout): Promise<void> {
  const changed = await transaction(context.database, async (connection) => {
    const withdrawal = await lockWithdrawalOf(context, connection, payout);
    if (withdrawal === undefined) return applyClosedPayout(context, connection, payout);
    if ("secondOf" in withdrawal)
      return reportUnknownPayout(context, connection, payout, withdrawal.secondOf);
    return decide(context, connection, withdrawal, payout);
  });
  if (changed !== undefined) announceWithdrawal(context.bus, changed);
}

async function decide(
  context: PaymentContext,
  connection: Queryable,
  withdrawal: WithdrawalRow,
  payout: ProviderPayout,
): Promise<ChangedWithdrawal | undefined> {
  const decision = decidePayout(payout, {
    status: withdrawal.status,
    transactionHash: withdrawal.transaction_hash ?? undefined,
    byHand: withdrawal.status === "completed" && (await wasMarkedPaid(connection, withdrawal.id)),
  });
  switch (decision) {
    case "nothing":
      return undefined;
    case "complete": {
      const changed = await completeWithdrawal(context, connection, withdrawal, payout.transactionHash);
      const key = payoutKey(withdrawal.provider, withdrawal.id);
      await resolveItem(context, connection, key, { resolution: "paid by the provider" });
      return changed;
    }
    case "payout_failed":
    case "paid_after_refund":
    case "paid_twice":
      if (decision === "paid_after_refund") await advancePayout(context, connection, withdrawal);
      await addToAttention(context, connection, withdrawal, decision, {
        ...(decision === "paid_twice" ? { recorded_hash: withdrawal.transaction_hash } : {}),
        ...payout.details,
      });
      return undefined;
  }
}

/**
 * Lets the house advance, once, a payout that was sent although its amount had been returned: custody lacks the money from
 * then on. The row of the withdrawal must be locked. Whether a payout was sent twice, only a person can tell.
 */
async function advancePayout(
  context: PaymentContext,
  connection: Queryable,
  { id: reference, provider, net_amount: net }: Pick<WithdrawalRow, "id" | "provider" | "net_amount">,
): Promise<void> {
  const { rowCount } = await connection.query(
    "select from ledger_transactions where reference = $1 and kind = 'credited_on_trust'",
    [reference],
  );
  if (rowCount === 0)
    await advance(context, connection, { reference, provider, amountMinor: parseMinor(net) });
}

/**
 * Finds and locks the withdrawal of a payout: the one that carries the payout's id, or else the one it was requested for. If
 * the provider's answer was lost, that withdrawal has no payout id yet and gets it here. So does one that was decided after
 * a restore. Returns `secondOf` if that withdrawal has another payout or none yet, and undefined if there is no withdrawal,
 * or none any more.
 */
async function lockWithdrawalOf(
  context: PaymentContext,
  connection: Queryable,
  payout: ProviderPayout,
): Promise<WithdrawalRow | { secondOf: WithdrawalRow } | undefined> {
  const { provider } = context;
  const known = await connection.query<WithdrawalRow>({
    name: "lock_withdrawal_of_payout",
    text: `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions
           where provider = $1 and payout_id = $2 for update`,
    values: [provider.name, payout.payoutId],
  });
  if (known.rows[0] !== undefined) return known.rows[0];
  const { externalId } = payout;
  // The external id of our payouts is the withdrawal's id.
  if (!isId(externalId)) return undefined;

  const named = await connection.query<WithdrawalRow>({
    name: "lock_withdrawal_named_by_payout",
    text: `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions where id = $1 and provider = $2 for update`,
    values: [externalId, provider.name],
  });
  const withdrawal = named.rows[0];
  if (withdrawal === undefined) return undefined;
  // Another process may have linked the two while this transaction waited for the row.
  if (withdrawal.payout_id === payout.payoutId) return withdrawal;
  // A restore may have lost the approval of a pending withdrawal, whose payout an administrator must look at first.
  if (withdrawal.payout_id !== null || withdrawal.status === "pending") return { secondOf: withdrawal };
  return linkPayout(context, connection, withdrawal, payout);
}

/**
 * Stores the ids that were in the lost answer, so that the payout is polled from now on. It is not released if the
 * withdrawal was put on the attention list meanwhile, because an administrator may have paid by hand.
 */
async function linkPayout(
  context: PaymentContext,
  connection: Queryable,
  withdrawal: WithdrawalRow,
  payout: ProviderPayout,
): Promise<WithdrawalRow> {
  const { rows } = await connection.query<WithdrawalRow>(
    `update withdrawal_transactions set payout_id = $2, batch_id = $3, payout_step = 'created', next_poll_at = $4
     where id = $1 returning ${WITHDRAWAL_COLUMNS}`,
    [withdrawal.id, payout.payoutId, payout.batchId ?? null, dateOf(context.clock)],
  );
  const linked = rows[0]!;
  // A finished payout completes the withdrawal. That locks a stripe before the item, so the item must not be touched here.
  if (linked.status === "processing" && payout.state !== "finished") {
    await updateAttention(context, connection, linked, payout.details);
  }
  return linked;
}

type ClosedPayoutRow = {
  withdrawal_id: string;
  payout_id: string | null;
  status: "completed" | "failed";
  net_amount: string;
  transaction_hash: string | null;
};

/**
 * Applies a payout that has no withdrawal here, perhaps because the account was closed. The archived row of a closed account
 * distinguishes a payout that was sent as expected from one that an administrator must see.
 */
async function applyClosedPayout(
  context: PaymentContext,
  connection: Queryable,
  payout: ProviderPayout,
): Promise<undefined> {
  const closed = await lockClosed(context, connection, payout);
  if (closed === undefined) {
    if (isId(payout.externalId)) {
      await reportUnknownPayout(context, connection, payout);
    }
    return;
  }
  const { withdrawal_id: id, status, transaction_hash: recorded } = closed;
  const decision = decidePayout(payout, {
    status,
    transactionHash: recorded ?? undefined,
    byHand: status === "completed" && (await wasMarkedPaid(connection, id)),
  });
  if (decision !== "paid_after_refund" && decision !== "paid_twice") return;
  const { name } = context.provider;
  if (decision === "paid_after_refund") {
    await advancePayout(context, connection, { id, provider: name, net_amount: closed.net_amount });
  }
  await recordAttention(context, connection, {
    key: payoutKey(name, id),
    kind: "payout",
    reason: decision,
    provider: name,
    amount: closed.net_amount,
    asset: OUR_ASSET,
    details: {
      withdrawal: id,
      payout_id: payout.payoutId,
      ...(decision === "paid_twice" ? { recorded_hash: recorded } : {}),
      ...payout.details,
    },
  });
}

/**
 * Finds and locks the archived row of the payout's withdrawal, by the payout's id or else by the withdrawal's. A row without
 * a payout id gets it here and is polled from now on. A second payout for one withdrawal matches neither.
 */
async function lockClosed(
  { provider, clock }: PaymentContext,
  connection: Queryable,
  { payoutId, externalId }: ProviderPayout,
): Promise<ClosedPayoutRow | undefined> {
  const { rows } = await connection.query<ClosedPayoutRow>({
    name: "lock_closed_payout",
    text: `select withdrawal_id, payout_id, status, net_amount, transaction_hash from closed_payouts
           where provider = $1 and (payout_id = $2 or (withdrawal_id = $3 and payout_id is null)) for update`,
    values: [provider.name, payoutId, isId(externalId) ? externalId : null],
  });
  const closed = rows[0];
  if (closed !== undefined && closed.payout_id === null) {
    await connection.query(
      "update closed_payouts set payout_id = $2, next_poll_at = $3 where withdrawal_id = $1",
      [closed.withdrawal_id, payoutId, dateOf(clock)],
    );
  }
  return closed;
}

import { decidePayout } from "@veritick/domain/payments.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { OUR_ASSET, recordAttention } from "../attention/record-attention.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayout } from "../provider.ts";
import { isWithdrawalId } from "../withdrawals/lock-withdrawal-of.ts";
import { askAboutStranger, payoutKey } from "../withdrawals/payout-attention.ts";
import { wasMarkedPaid } from "../withdrawals/was-marked-paid.ts";

type ClosedPayoutRow = {
  withdrawal_id: string;
  payout_id: string | null;
  status: "completed" | "failed";
  net_amount: string;
  transaction_hash: string | null;
};

/**
 * Does what a fresh read of a payout calls for whose withdrawal is not there: it may have gone with its account, of which
 * enough is kept to tell a payout that was sent in good order from one that a person must know of.
 */
export async function applyClosedPayout(
  context: PaymentContext,
  connection: Queryable,
  payout: ProviderPayout,
): Promise<undefined> {
  const closed = await lockClosed(context, connection, payout);
  if (closed === undefined) {
    if (isWithdrawalId(payout.externalId)) {
      await askAboutStranger(context, connection, payout, "account_closed");
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
 * The one that carries the payout's id; else the one it was asked for that never learnt of it, which learns of it now and
 * has it watched. A further payout for the same withdrawal is none of these.
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
    values: [provider.name, payoutId, isWithdrawalId(externalId) ? externalId : null],
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

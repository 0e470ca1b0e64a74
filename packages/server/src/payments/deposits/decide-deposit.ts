import type { AdminDeposit } from "@veritick/contract/admin.ts";
import { parseMinor, ZERO } from "@veritick/domain/money.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/database.ts";
import type { Queryable } from "../../platform/database.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { CREDITED, paymentKey, settleAttention } from "../attention/record-attention.ts";
import type { PaymentContext } from "../context.ts";
import { announceDeposit } from "./announce-deposit.ts";
import { creditDeposit } from "./credit-deposit.ts";
import type { DepositRow } from "./deposit-row.ts";
import { toAdminDeposit } from "./list-all-deposits.ts";
import type { AdminDepositRow } from "./list-all-deposits.ts";
import { lockBalance } from "./lock-balance.ts";

type Decided = { deposit: DepositRow; balance?: string };

/** An administrator credits an open deposit with what was asked for. Its payment's item, if there is one, is settled with it. */
export const approveDeposit = (context: PaymentContext, id: string, actor: string) =>
  decide(context, id, async (connection, deposit) => {
    const amount = parseMinor(deposit.amount);
    const { provider, payment_id: paymentId } = deposit;
    if ((await lockBalance(connection, deposit.user_id, amount)) === "too_large") {
      return refuse("balance_too_large");
    }
    const credited = await creditDeposit(context, connection, deposit, { amount, fee: ZERO, actor });
    if (paymentId !== null) {
      await settleAttention(context, connection, paymentKey(provider, paymentId), CREDITED, actor);
    }
    return credited;
  });

/** An administrator calls an open deposit failed. Its payment goes on being read: money that comes later is not lost. */
export const rejectDeposit = (context: PaymentContext, id: string, actor: string) =>
  decide(context, id, async (connection, deposit) => {
    const { rows } = await connection.query<DepositRow>(
      `update deposit_transactions set status = 'failed', failure_reason = 'rejected', updated_at = $2,
         decided_by = $3, decided_at = $2
       where id = $1 returning *`,
      [deposit.id, dateOf(context.clock), actor],
    );
    return { deposit: rows[0]! };
  });

/** The lock on the deposit's row decides between administrators, callbacks and polls: whoever comes second finds it decided. */
async function decide(
  { database, bus }: PaymentContext,
  id: string,
  work: (connection: Queryable, deposit: DepositRow) => Promise<Decided | Refused>,
): Promise<AdminDeposit | Refused> {
  const outcome = await transaction(database, async (connection) => {
    const { rows } = await connection.query<AdminDepositRow>(
      `select d.*, u.email as user_email from deposit_transactions d join users u on u.id = d.user_id
       where d.id = $1 for update of d`,
      [id],
    );
    const deposit = rows[0];
    if (deposit === undefined) return refuse("not_found");
    if (deposit.status !== "pending" && deposit.status !== "confirming") return refuse("deposit_not_open");
    const decided = await work(connection, deposit);
    return isRefused(decided) ? decided : { ...decided, email: deposit.user_email };
  });
  if (isRefused(outcome)) return outcome;
  announceDeposit(bus, outcome.deposit, outcome.balance);
  return toAdminDeposit({ ...outcome.deposit, user_email: outcome.email });
}

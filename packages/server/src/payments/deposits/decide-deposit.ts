import type { AdminDeposit } from "@veritick/contract/admin-payments.ts";
import { parseMinor, ZERO } from "@veritick/domain/money.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/database.ts";
import type { Queryable } from "../../platform/database.ts";
import type { IdempotencyClaim, Replayed } from "../../platform/http/call.ts";
import { answerOnce, recordAnswer } from "../../platform/idempotency.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { paymentKey, settleCovered } from "../attention/record-attention.ts";
import type { PaymentContext } from "../context.ts";
import { lockDecider } from "../lock-decider.ts";
import { announceDeposit } from "./announce-deposit.ts";
import { creditDeposit } from "./credit-deposit.ts";
import { creditedOfPayment } from "./credited-of-payment.ts";
import type { DepositRow } from "./deposit-row.ts";
import { toAdminDeposit } from "./list-all-deposits.ts";
import type { AdminDepositRow } from "./list-all-deposits.ts";
import { lockBalance } from "./lock-balance.ts";
import { markRejected } from "./mark-rejected.ts";

type Decider = { actor: string; idempotency: IdempotencyClaim | undefined };
type Decided = { deposit: DepositRow; balance?: string };
type Work = (connection: Queryable, deposit: DepositRow) => Promise<Decided | Refused>;

/**
 * An administrator credits an open deposit with what was asked for. The item of its payment, if there is one, is settled
 * with it as far as that covers what arrived.
 */
export const approveDeposit = (context: PaymentContext, id: string, decider: Decider) =>
  decide(context, id, decider, async (connection, deposit) => {
    const { actor } = decider;
    const amount = parseMinor(deposit.amount);
    const { provider, payment_id: paymentId } = deposit;
    if ((await lockBalance(connection, deposit.user_id, amount)) === "too_large") {
      return refuse("balance_too_large");
    }
    const decided = await creditDeposit(context, connection, deposit, { amount, fee: ZERO, actor });
    if (paymentId !== null) {
      const { credited } = await creditedOfPayment(connection, provider, paymentId);
      await settleCovered(context, connection, paymentKey(provider, paymentId), { credited, actor });
    }
    return decided;
  });

/** An administrator calls an open deposit failed. */
export const rejectDeposit = (context: PaymentContext, id: string, decider: Decider) =>
  decide(context, id, decider, async (connection, deposit) => ({
    deposit: await markRejected(context, connection, deposit.id, decider.actor),
  }));

/** The lock on the deposit's row decides between administrators, callbacks and polls: whoever comes second finds it decided. */
function decide(
  context: PaymentContext,
  id: string,
  { actor, idempotency }: Decider,
  work: Work,
): Promise<AdminDeposit | Refused | Replayed> {
  return answerOnce(context, actor, idempotency, async () => {
    const outcome = await transaction(context.database, async (connection) => {
      const { rows } = await connection.query<AdminDepositRow>(
        `select d.*, u.email as user_email from deposit_transactions d join users u on u.id = d.user_id
         where d.id = $1 for update of d`,
        [id],
      );
      const deposit = rows[0];
      if (deposit === undefined) return refuse("not_found");
      const refusal = await lockDecider(connection, actor, deposit.user_id, "administrator");
      if (refusal !== undefined) return refusal;
      if (deposit.status !== "pending" && deposit.status !== "confirming") return refuse("deposit_not_open");
      const decided = await work(connection, deposit);
      if (isRefused(decided)) return decided;
      const answer = toAdminDeposit({ ...decided.deposit, user_email: deposit.user_email });
      await recordAnswer(connection, actor, idempotency, answer, dateOf(context.clock), deposit.user_id);
      return { decided, answer };
    });
    if (isRefused(outcome)) return outcome;
    announceDeposit(context.bus, outcome.decided.deposit, outcome.decided.balance);
    return outcome.answer;
  });
}

import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import type { Deciding } from "../../approvals/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Replayed } from "../../platform/http/call.ts";
import { answerOnce, recordAnswer } from "../../platform/db/idempotency.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { lockDecider } from "../lock-decider.ts";
import { returnWithdrawal } from "./move-withdrawal.ts";
import { announceWithdrawal, toWithdrawal, WITHDRAWAL_COLUMNS } from "./withdrawal-row.ts";
import type { ChangedWithdrawal, WithdrawalRow } from "./withdrawal-row.ts";

/** Which withdrawal is decided, by whom, and the key of their call. */
export type Decision = Deciding & { id: string };

export type Decided<Answer> = Promise<Answer | Refused | Replayed>;
/** What a decision did; "waits" where nothing has changed and another administrator must agree. */
export type Outcome = ChangedWithdrawal | "waits" | Refused;

/** The user takes back a withdrawal that nobody has decided yet. */
export const cancelWithdrawal = (context: PaymentContext, decision: Decision): Decided<Withdrawal> =>
  decide(
    context,
    decision,
    "owner",
    async (connection, withdrawal) => {
      if (withdrawal.user_id !== decision.by.actor) return refuse("not_found");
      if (withdrawal.status !== "pending") return refuse("withdrawal_not_pending");
      return returnWithdrawal(context, connection, withdrawal, "cancelled");
    },
    async (_connection, withdrawal) => toWithdrawal(withdrawal),
  );

/**
 * The lock on the row decides between administrators, the user and the provider: whoever comes second finds it decided.
 * The answer is kept with its key in the same transaction.
 */
export function decide<Answer extends object>(
  context: PaymentContext,
  { id, by, idempotency }: Decision,
  role: "owner" | "administrator",
  work: (connection: Queryable, withdrawal: WithdrawalRow) => Promise<Outcome>,
  answerOf: (connection: Queryable, withdrawal: WithdrawalRow) => Promise<Answer>,
): Decided<Answer> {
  type Result = { outcome: Exclude<Outcome, Refused>; answer: Answer };
  return answerOnce(context, by.actor, idempotency, async () => {
    const result = await transaction(context.database, async (connection): Promise<Result | Refused> => {
      const withdrawal = await lockWithdrawal(connection, id);
      if (withdrawal === undefined) return refuse("not_found");
      const { user_id: about } = withdrawal;
      const refusal = await lockDecider(connection, by, about, role);
      if (refusal !== undefined) return refusal;
      const outcome = await work(connection, withdrawal);
      if (isRefused(outcome)) return outcome;
      const answer = await answerOf(connection, outcome === "waits" ? withdrawal : outcome.withdrawal);
      await recordAnswer(connection, by.actor, idempotency, answer, dateOf(context.clock), about);
      return { outcome, answer };
    });
    if (isRefused(result)) return result;
    if (result.outcome !== "waits") announceWithdrawal(context.bus, result.outcome);
    return result.answer;
  });
}

async function lockWithdrawal(connection: Queryable, id: string): Promise<WithdrawalRow | undefined> {
  const { rows } = await connection.query<WithdrawalRow>({
    name: "lock_withdrawal",
    text: `select ${WITHDRAWAL_COLUMNS} from withdrawal_transactions where id = $1 for update`,
    values: [id],
  });
  return rows[0];
}

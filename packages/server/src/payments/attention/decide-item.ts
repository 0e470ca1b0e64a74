import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import type { Deciding } from "../../approvals/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Replayed } from "../../platform/http/call.ts";
import { answerOnce, recordAnswer } from "../../platform/db/idempotency.ts";
import { isRefused } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { announceDeposit } from "../deposits/announce-deposit.ts";
import type { DepositRow } from "../deposits/deposit-row.ts";

/** What an administrator says to an item. */
export type Decision = Deciding & { note: string };

/** The item as it is now, with the deposit that changed and its user's balance where they did. */
export type Decided = { item: AttentionItem; deposit?: DepositRow | undefined; balance?: string };

/** Runs a decision and its answer in one transaction, once for each key, and tells the user afterwards. */
export function decideItem(
  context: PaymentContext,
  { by, idempotency }: Decision,
  work: (connection: Queryable) => Promise<Decided | Refused>,
): Promise<AttentionItem | Refused | Replayed> {
  return answerOnce(context, by.actor, idempotency, async () => {
    const decided = await transaction(context.database, async (connection) => {
      const outcome = await work(connection);
      if (isRefused(outcome)) return outcome;
      const { item } = outcome;
      await recordAnswer(connection, by.actor, idempotency, item, dateOf(context.clock), item.userId);
      return outcome;
    });
    if (isRefused(decided)) return decided;
    if (decided.deposit !== undefined) announceDeposit(context.bus, decided.deposit, decided.balance);
    return decided.item;
  });
}

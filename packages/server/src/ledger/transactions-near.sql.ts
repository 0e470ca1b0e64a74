/**
 * One transaction in 64 stands in an index by time (decision 57). Ids ascend with time, so that is enough to find where a time lies
 * among the ids: an order that wrote into an index of all of them would pay for questions that are asked a few times an hour.
 */
const SAMPLED = "s.id % 64 = 0";

/** SQL for an id at or before all transactions from an instant on, but for those out of order; 0 for an instant that is null. */
export const idBefore = (instant: string): string =>
  `coalesce((select s.id from ledger_transactions s where ${SAMPLED} and s.created_at < ${instant}
    order by s.created_at desc limit 1), 0)`;

/** SQL for an id after all transactions before an instant, but for those out of order; the greatest one for an instant that is null. */
export const idAfter = (instant: string): string =>
  `coalesce((select s.id from ledger_transactions s where ${SAMPLED} and s.created_at >= ${instant}
    order by s.created_at limit 1), 9223372036854775807)`;

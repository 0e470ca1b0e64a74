/**
 * An index by time holds one transaction in 64 (decision 57). Ids ascend with time, so that is enough to find the ids near a
 * time. An index of all transactions would slow down every order for the sake of queries that run a few times an hour.
 */
const SAMPLED = "s.id % 64 = 0";

/** Returns SQL for an id before all transactions from an instant on, except those out of order; 0 for a null instant. */
export const idBefore = (instant: string): string =>
  `coalesce((select s.id from ledger_transactions s where ${SAMPLED} and s.created_at < ${instant}
    order by s.created_at desc limit 1), 0)`;

/**
 * Returns SQL for an id after all transactions before an instant, except those out of order; the greatest for a null
 * instant.
 */
export const idAfter = (instant: string): string =>
  `coalesce((select s.id from ledger_transactions s where ${SAMPLED} and s.created_at >= ${instant}
    order by s.created_at limit 1), 9223372036854775807)`;

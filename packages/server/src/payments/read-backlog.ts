import type { Queryable } from "../platform/db/database.ts";

/** The number at which counting stops, because a larger exact number helps nobody. */
const MOST = 10_000;

export type Backlog = {
  depositsOpen: number;
  withdrawalsPending: number;
  payoutsProcessing: number;
  attentionOpen: number;
  /** The times since when the oldest of each kind has been waiting; null if none is. */
  depositSince: Date | null;
  withdrawalSince: Date | null;
  payoutSince: Date | null;
  attentionSince: Date | null;
  screeningSince: Date | null;
};

/**
 * Counts the payments and items in progress or waiting for an administrator. Each part reads the index of open rows, oldest
 * first, up to the limit. A payout waits since its approval, a reopened item since it was reopened.
 */
export async function readBacklog(database: Queryable): Promise<Backlog> {
  const { rows } = await database.query<Backlog>({
    name: "read_backlog",
    text: `
      with withdrawal as materialized (
        select status, case status when 'processing' then coalesce(decided_at, created_at) else created_at end as since
        from withdrawal_transactions where status in ('pending', 'processing') order by id limit ${MOST}
      ),
      attention as materialized (
        select case when history = '[]' then created_at else updated_at end as since
        from attention_items where resolved_at is null order by id limit ${MOST}
      )
      select
        (select count(*) from (
          select from deposit_transactions where status in ('pending', 'confirming') limit ${MOST}) d) as "depositsOpen",
        (select created_at from deposit_transactions where status in ('pending', 'confirming') order by id limit 1)
          as "depositSince",
        (select count(*) from withdrawal where status = 'pending') as "withdrawalsPending",
        (select min(since) from withdrawal where status = 'pending') as "withdrawalSince",
        (select count(*) from withdrawal where status = 'processing') as "payoutsProcessing",
        (select min(since) from withdrawal where status = 'processing') as "payoutSince",
        (select count(*) from attention) as "attentionOpen",
        (select min(since) from attention) as "attentionSince",
        (select min(state_at) from screenings where done_at is null and state in ('hold', 'refuse', 'unreachable'))
          as "screeningSince"`,
  });
  return rows[0]!;
}

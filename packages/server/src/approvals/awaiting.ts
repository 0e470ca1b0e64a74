import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import type { Queryable } from "../platform/db/database.ts";

/**
 * To be joined to a list of deposits, withdrawals or items, whose id is `target`: what is proposed about each. What
 * somebody proposed who is no administrator any more stands for nothing.
 */
export const joinAwaiting = (target: string): string => `
  left join proposals p on p.target = ${target} and p.outcome is null and p.action <> 'balance_adjusted'
  left join users proposer on proposer.id = p.proposed_by and proposer.is_admin`;

/** The column that goes with it, as it is answered. */
export const AWAITING = `
  case when proposer.id is not null then json_build_object(
    'proposalId', p.id, 'action', p.action, 'proposedBy', p.proposed_by, 'proposedByEmail', proposer.email,
    'proposedAt', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as awaiting`;

/** What an open proposal looks like where it is waited for. */
export async function findAwaiting(connection: Queryable, proposalId: string): Promise<Awaiting> {
  const { rows } = await connection.query<{ awaiting: Awaiting }>(
    `select ${AWAITING} from proposals p left join users proposer on proposer.id = p.proposed_by where p.id = $1`,
    [proposalId],
  );
  return rows[0]?.awaiting ?? null;
}

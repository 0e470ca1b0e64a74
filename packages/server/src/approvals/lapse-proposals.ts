import type { Queryable } from "../platform/database.ts";

/**
 * What somebody proposed who is an administrator no more stands for nothing. To be done last in the transaction in which
 * they cease to be one: it waits for nobody, and a proposal that is being decided at this very moment is passed by.
 * `weighDecision` asks anew who proposed what it is about to do.
 */
export async function lapseProposalsOf(connection: Queryable, proposer: string, at: Date): Promise<void> {
  await connection.query(
    `update proposals set outcome = 'lapsed', decided_at = $2
     where id in (
       select id from proposals where proposed_by = $1 and outcome is null order by id for update skip locked)`,
    [proposer, at],
  );
}

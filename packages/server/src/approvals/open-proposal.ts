import type { ProposalAction } from "@veritick/contract/proposals.ts";
import type { Queryable } from "../platform/database.ts";

export type OpenProposal = {
  id: string;
  action: ProposalAction;
  amount: string;
  transaction_id: string | null;
  proposed_by: string;
};

type Found = OpenProposal & { stands: boolean };

const OPEN = `
  select p.id, p.action, p.amount, p.transaction_id, p.proposed_by,
    exists (select from users a where a.id = p.proposed_by and a.is_admin) as stands
  from proposals p where p.outcome is null and`;

/**
 * The open proposal about something that is locked, or the one that is agreed to, locked against being declined.
 * Adjustments are about no one thing: each stands for itself. One whose proposer is no administrator any more is closed.
 */
export async function lockOpenProposal(
  connection: Queryable,
  { action, target }: { action: ProposalAction; target: string },
  proposalId: string | undefined,
  at: Date,
): Promise<OpenProposal | undefined> {
  if (proposalId === undefined && action === "balance_adjusted") return undefined;
  const { rows } = await connection.query<Found>(
    proposalId === undefined
      ? `${OPEN} p.target = $1 and p.action <> 'balance_adjusted' for update of p`
      : `${OPEN} p.id = $1 for update of p`,
    [proposalId ?? target],
  );
  const found = rows[0];
  if (found === undefined || found.stands) return found;
  await closeProposal(connection, { id: found.id, outcome: "lapsed", by: null }, at);
  return undefined;
}

export async function closeProposal(
  connection: Queryable,
  { id, outcome, by }: { id: string; outcome: "agreed" | "declined" | "lapsed"; by: string | null },
  at: Date,
): Promise<void> {
  await connection.query(
    "update proposals set outcome = $2, decided_by = $3, decided_at = $4 where id = $1 and outcome is null",
    [id, outcome, by, at],
  );
}

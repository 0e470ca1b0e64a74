import type { ProposalAction } from "@veritick/contract/schemas/proposals.ts";
import type { Queryable } from "../platform/db/database.ts";

export type OpenProposal = {
  id: string;
  action: ProposalAction;
  amount: string;
  transaction_id: string | null;
  proposed_by: string;
};

const STANDS_MS = 7 * 86_400_000;

/** What was proposed by then stands no more, whatever it is about. */
export const standingSince = (at: Date): Date => new Date(at.getTime() - STANDS_MS);

type Found = OpenProposal & { stands: boolean };

const OPEN = `
  select p.id, p.action, p.amount, p.transaction_id, p.proposed_by, p.created_at > $2
    and exists (select from users a where a.id = p.proposed_by and a.is_admin) as stands
  from proposals p where p.outcome is null and`;

/**
 * The open proposal about something that is locked, or the one that is agreed to, locked against being declined.
 * Adjustments are about no one thing: each amount stands for itself. One that is too old, or whose proposer is no administrator any
 * more, is closed.
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
    [proposalId ?? target, standingSince(at)],
  );
  const found = rows[0];
  if (found === undefined || found.stands) return found;
  await closeProposal(connection, { id: found.id, outcome: "lapsed", by: null }, at);
  return undefined;
}

/** Whether somebody has proposed the very same adjustment, which stands. Nothing is added while the user's row is locked. */
export async function isAdjustmentProposed(
  connection: Queryable,
  { target, amount }: { target: string; amount: string },
  at: Date,
): Promise<boolean> {
  const { rows } = await connection.query<Found>(
    `${OPEN} p.target = $1 and p.action = 'balance_adjusted' and p.amount = $3`,
    [target, standingSince(at), amount],
  );
  return rows.some(({ stands }) => stands);
}

/** How many adjustments of an administrator's wait for a second one. Nothing is added while their row is locked. */
export async function countAdjustments(connection: Queryable, proposer: string): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    `select count(*) as count from proposals
     where proposed_by = $1 and outcome is null and action = 'balance_adjusted'`,
    [proposer],
  );
  return rows[0]!.count;
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

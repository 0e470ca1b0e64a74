import type { Proposal, ProposalAction } from "@veritick/contract/schemas/proposals.ts";
import type { Queryable } from "../platform/db/database.ts";

export type ProposalRow = {
  id: string;
  action: ProposalAction;
  target: string;
  subject: string | null;
  subject_email: string | null;
  amount: string;
  balance: string | null;
  note: string | null;
  transaction_id: string | null;
  proposed_by: string;
  proposed_by_email: string | null;
  created_at: Date;
  outcome: Proposal["outcome"];
  decided_by: string | null;
  decided_by_email: string | null;
  decided_at: Date | null;
};

/** To be put around a selection of proposals: whose e-mails stand for the ids in them today. */
export const withEmails = (selection: string): string => `
  select p.*, s.email as subject_email, a.email as proposed_by_email, d.email as decided_by_email,
    case when p.outcome is null and p.action = 'balance_adjusted' then s.balance end as balance
  from (${selection}) p
  left join users s on s.id = p.subject
  left join users a on a.id = p.proposed_by
  left join users d on d.id = p.decided_by
  order by p.id desc`;

export async function findProposal(connection: Queryable, id: string): Promise<ProposalRow | undefined> {
  const { rows } = await connection.query<ProposalRow>(withEmails("select * from proposals where id = $1"), [
    id,
  ]);
  return rows[0];
}

export const toProposal = (row: ProposalRow): Proposal => ({
  id: row.id,
  action: row.action,
  target: row.target,
  subject: row.subject,
  subjectEmail: row.subject_email,
  amount: row.amount,
  balance: row.balance,
  note: row.note,
  transactionId: row.transaction_id,
  proposedBy: row.proposed_by,
  proposedByEmail: row.proposed_by_email,
  createdAt: row.created_at.toISOString(),
  outcome: row.outcome,
  decidedBy: row.decided_by,
  decidedByEmail: row.decided_by_email,
  decidedAt: row.decided_at?.toISOString() ?? null,
});

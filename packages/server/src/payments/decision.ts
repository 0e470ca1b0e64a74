/** Who decided a deposit or withdrawal, and when. The e-mail is that of today. */
export type DecisionRow = {
  decided_by: string | null;
  decided_by_email: string | null;
  decided_at: Date | null;
};

export const toDecision = (row: DecisionRow) => ({
  decidedBy: row.decided_by,
  decidedByEmail: row.decided_by_email,
  decidedAt: row.decided_at?.toISOString() ?? null,
});

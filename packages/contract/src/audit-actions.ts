/** What administrators do, as the audit log names it. Each call of theirs that changes something declares one of these. */
export const AUDIT_ACTIONS = [
  "deposit_approved",
  "deposit_rejected",
  "withdrawal_approved",
  "withdrawal_rejected",
  "withdrawal_marked_paid",
  "withdrawal_marked_failed",
  "payment_credited",
  "attention_dismissed",
  "balance_adjusted",
  "rights_changed",
  "user_deleted",
  "locks_changed",
  "note_added",
  "sessions_ended",
  "maintenance_changed",
  "exported",
  "proposal_made",
  "proposal_agreed",
  "proposal_declined",
  "identity_proved",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

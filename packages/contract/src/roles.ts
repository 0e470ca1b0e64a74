/** The roles of people who may open the administration. An administrator may do everything, a viewer only look. */
export const ROLES = ["viewer", "support", "cashier", "administrator"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Returns true if this role, null for none, allows what needs `needed`. An administrator may do everything; the other roles
 * may look, and do what needs their own role.
 */
export const mayAs = (role: Role | null | undefined, needed: Role): boolean =>
  role != null && (role === "administrator" || needed === "viewer" || role === needed);

/** The role that somebody needs to propose, agree to or decline each decision. */
export const DECIDERS = {
  deposit_approved: "cashier",
  withdrawal_approved: "cashier",
  withdrawal_marked_paid: "cashier",
  withdrawal_marked_failed: "cashier",
  payment_credited: "cashier",
  screening_overridden: "cashier",
  balance_adjusted: "administrator",
  rights_changed: "administrator",
  role_changed: "administrator",
  user_deleted: "administrator",
  withdrawal_code_reset: "administrator",
  setting_changed: "administrator",
} as const satisfies Record<string, Role>;

/**
 * Returns the role that somebody needs to decline a proposal. A proposal that takes effect by itself, because nobody else
 * could agree, must not depend on the only administrator alone: a cashier may stop it.
 */
export const declinerOf = (action: keyof typeof DECIDERS, isDelayed: boolean): Role =>
  isDelayed ? "cashier" : DECIDERS[action];

/** What somebody who may open the administration may do there. An administrator may do everything, a viewer only look. */
export const ROLES = ["viewer", "support", "cashier", "administrator"] as const;
export type Role = (typeof ROLES)[number];

/** Whether somebody with this role, null for none, may do what takes `needed` at least. */
export const mayAs = (role: Role | null | undefined, needed: Role): boolean =>
  role != null && (role === "administrator" || needed === "viewer" || role === needed);

/** The role that it takes to propose, agree to or decline each decision. */
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
  setting_changed: "administrator",
} as const satisfies Record<string, Role>;

/**
 * The role that it takes to decline a proposal. What takes effect by itself, because nobody else could agree, must not depend on
 * the only administrator alone: a cashier may stop it.
 */
export const declinerOf = (action: keyof typeof DECIDERS, isDelayed: boolean): Role =>
  isDelayed ? "cashier" : DECIDERS[action];

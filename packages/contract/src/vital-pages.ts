/** The pages that browsers' measurements distinguish: the first part of the address, `home` for none. */
export const VITAL_PAGES = [
  "home",
  "dashboard",
  "auth",
  "setup",
  "practice",
  "profile",
  "statement",
  "results",
  "limits",
  "positions",
  "fairness",
  "verify",
  "status",
  "admin",
  "other",
] as const;
export type VitalPage = (typeof VITAL_PAGES)[number];

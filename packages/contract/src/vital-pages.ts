/** The pages by which measurements of browsers are told apart: the first part of the address, `home` for none. */
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

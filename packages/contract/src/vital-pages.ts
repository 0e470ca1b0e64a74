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

/** Returns the page that an address belongs to. It leaves out ids and everything else that could identify a person. */
export function vitalPageOf(pathname: string): VitalPage {
  const first = pathname.split("/")[1] || "home";
  return VITAL_PAGES.find((page) => page === first) ?? "other";
}

/**
 * How a fault of a page showed: a part of the page broke and the rest went on, or nothing in the page caught the error, or
 * nothing awaited it.
 */
export const FAULT_KINDS = ["caught", "error", "rejection"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

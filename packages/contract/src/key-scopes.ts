import type { routes } from "./routes.ts";

/** The permissions of an API key. No scope reaches withdrawals, breaks, the account's protection or the administration. */
export const SCOPES = ["read", "trade", "account"] as const;
export type Scope = (typeof SCOPES)[number];

/** The scope that a call needs; "any" if anybody may make it, signed in or not. */
export type NeededScope = Scope | "any";

/** The calls that programs may make with an API key. All other calls are closed to them. */
export const KEY_SCOPES = {
  me: "read",
  wsToken: "read",
  listPositions: "read",
  positionsCsv: "read",
  getPosition: "read",
  tradingSummary: "read",
  listDeposits: "read",
  listWithdrawals: "read",
  statement: "read",
  statementCsv: "read",
  results: "read",
  resultsCsv: "read",
  yearSummary: "read",
  yearSummaryCsv: "read",
  getLimits: "read",
  getLiabilityProof: "read",

  openPosition: "trade",
  sellPosition: "trade",

  createDeposit: "account",
  setLimit: "account",
  setTimeZone: "account",
  setReminder: "account",

  prices: "any",
  candles: "any",
  fairness: "any",
  fairnessEpochs: "any",
  fairnessRounds: "any",
  fairnessSale: "any",
  fairnessStatistics: "any",
  getLog: "any",
  listLiabilities: "any",
  settings: "any",
  status: "any",
} as const satisfies Partial<Record<keyof typeof routes, NeededScope>>;

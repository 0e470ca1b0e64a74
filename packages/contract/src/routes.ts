export type Method = "GET" | "POST" | "DELETE";
export type Route = `${Method} /api/${string}`;

/** Method and path of every call but those of administrators, by its name. Path parameters are written `{id}`. */
export const routes = {
  register: "POST /api/auth/register",
  login: "POST /api/auth/login",
  logout: "POST /api/auth/logout",
  me: "GET /api/auth/me",
  changePassword: "POST /api/profile/change-password",
  forgotPassword: "POST /api/auth/forgot-password",
  resetPassword: "POST /api/auth/reset-password",
  wsToken: "GET /api/ws-token",
  getSecurity: "GET /api/profile/security",
  acknowledgeSecurity: "POST /api/profile/security/seen",
  listSessions: "GET /api/profile/sessions",
  endSession: "DELETE /api/profile/sessions/{id}",
  signOutEverywhere: "POST /api/profile/sessions/sign-out-everywhere",
  beginTwoStep: "POST /api/profile/two-step/begin",
  confirmTwoStep: "POST /api/profile/two-step/confirm",
  disableTwoStep: "POST /api/profile/two-step/disable",
  renewRecoveryCodes: "POST /api/profile/two-step/recovery-codes",
  beginPasskeySignIn: "POST /api/auth/passkey/begin",
  passkeySignIn: "POST /api/auth/passkey",
  listPasskeys: "GET /api/profile/passkeys",
  beginPasskey: "POST /api/profile/passkeys/begin",
  addPasskey: "POST /api/profile/passkeys",
  renamePasskey: "POST /api/profile/passkeys/{id}/rename",
  removePasskey: "DELETE /api/profile/passkeys/{id}",
  askPasskey: "POST /api/profile/passkeys/challenge",
  getOwnStepUp: "GET /api/profile/step-up",
  proveOwnStepUp: "POST /api/profile/step-up",
  listPositions: "GET /api/trading/positions",
  openPosition: "POST /api/trading/positions",
  getPosition: "GET /api/trading/positions/{id}",
  listDeposits: "GET /api/deposits",
  createDeposit: "POST /api/deposits",
  createWithdrawalCode: "POST /api/profile/create-withdrawal-code",
  replaceWithdrawalCode: "POST /api/profile/replace-withdrawal-code",
  listWithdrawals: "GET /api/withdrawals",
  createWithdrawal: "POST /api/withdrawals",
  cancelWithdrawal: "POST /api/withdrawals/{id}/cancel",
  statement: "GET /api/statement",
  statementCsv: "GET /api/statement.csv",
  paymentCallback: "POST /api/payments/callbacks/{provider}",
  prices: "GET /api/prices",
  fairness: "GET /api/fairness",
  fairnessEpochs: "GET /api/fairness/epochs",
  fairnessStatistics: "GET /api/fairness/statistics",
  listLiabilities: "GET /api/fairness/liabilities",
  getLiabilityProof: "GET /api/fairness/liabilities/{number}/proof",
  getLimits: "GET /api/limits",
  setLimit: "POST /api/limits",
  takeBreak: "POST /api/limits/pause",
  setReminder: "POST /api/limits/reminder",
  tradingSummary: "GET /api/trading/summary",
  settings: "GET /api/settings",
} as const satisfies Record<string, Route>;

/** A route in its two parts. */
export function splitRoute(route: Route): { method: Method; path: `/api/${string}` } {
  const [method, path] = route.split(" ") as [Method, `/api/${string}`];
  return { method, path };
}

import type * as auth from "@veritick/contract/auth.ts";
import type * as deposits from "@veritick/contract/deposits.ts";
import type * as fairnessCalls from "@veritick/contract/fairness.ts";
import type * as liabilities from "@veritick/contract/liabilities.ts";
import type * as positions from "@veritick/contract/positions.ts";
import type * as safety from "@veritick/contract/security.ts";
import type * as statements from "@veritick/contract/statement.ts";
import type * as withdrawals from "@veritick/contract/withdrawals.ts";
import { get, post, remove } from "./define-call.ts";

export { fairness, me, prices, settings } from "./first-calls.ts";

/**
 * The calls that the interface makes: the contract's types with method and path, without its schemas. The server
 * judges what is sent, so that the browser need not carry the schemas; a test holds this list to the contract.
 */
export const register = post<typeof auth.register>("/api/auth/register");
export const login = post<typeof auth.login>("/api/auth/login");
export const logout = post<typeof auth.logout>("/api/auth/logout");
export const changePassword = post<typeof auth.changePassword>("/api/profile/change-password");
export const forgotPassword = post<typeof auth.forgotPassword>("/api/auth/forgot-password");
export const resetPassword = post<typeof auth.resetPassword>("/api/auth/reset-password");
export const getSecurity = get<typeof safety.getSecurity>("/api/profile/security");
export const acknowledgeSecurity = post<typeof safety.acknowledgeSecurity>("/api/profile/security/seen");
export const listSessions = get<typeof safety.listSessions>("/api/profile/sessions");
export const endSession = remove<typeof safety.endSession>("/api/profile/sessions/{id}");
export const signOutEverywhere = post<typeof safety.signOutEverywhere>(
  "/api/profile/sessions/sign-out-everywhere",
);
export const beginTwoStep = post<typeof safety.beginTwoStep>("/api/profile/two-step/begin");
export const confirmTwoStep = post<typeof safety.confirmTwoStep>("/api/profile/two-step/confirm");
export const disableTwoStep = post<typeof safety.disableTwoStep>("/api/profile/two-step/disable");
export const renewRecoveryCodes = post<typeof safety.renewRecoveryCodes>(
  "/api/profile/two-step/recovery-codes",
);
export const wsToken = get<typeof auth.wsToken>("/api/ws-token");
export const listPositions = get<typeof positions.listPositions>("/api/trading/positions");
export const openPosition = post<typeof positions.openPosition>("/api/trading/positions");
export const getPosition = get<typeof positions.getPosition>("/api/trading/positions/{id}");
export const listDeposits = get<typeof deposits.listDeposits>("/api/deposits");
export const createDeposit = post<typeof deposits.createDeposit>("/api/deposits");
export const listWithdrawals = get<typeof withdrawals.listWithdrawals>("/api/withdrawals");
export const createWithdrawal = post<typeof withdrawals.createWithdrawal>("/api/withdrawals");
export const cancelWithdrawal = post<typeof withdrawals.cancelWithdrawal>("/api/withdrawals/{id}/cancel");
export const createWithdrawalCode = post<typeof withdrawals.createWithdrawalCode>(
  "/api/profile/create-withdrawal-code",
);
export const statement = get<typeof statements.statement>("/api/statement");
export const statementCsv = get<typeof statements.statementCsv>("/api/statement.csv");
export const fairnessEpochs = get<typeof fairnessCalls.fairnessEpochs>("/api/fairness/epochs");
export const fairnessStatistics = get<typeof fairnessCalls.fairnessStatistics>("/api/fairness/statistics");
export const listLiabilities = get<typeof liabilities.listLiabilities>("/api/fairness/liabilities");
export const getLiabilityProof = get<typeof liabilities.getLiabilityProof>(
  "/api/fairness/liabilities/{number}/proof",
);

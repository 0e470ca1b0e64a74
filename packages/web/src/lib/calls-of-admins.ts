import type * as payments from "@veritick/contract/admin-payments.ts";
import type * as ofUser from "@veritick/contract/admin-user.ts";
import type * as admin from "@veritick/contract/admin.ts";
import type * as attention from "@veritick/contract/attention.ts";
import type * as auditing from "@veritick/contract/audit.ts";
import type * as exporting from "@veritick/contract/exports.ts";
import type * as exposing from "@veritick/contract/exposure.ts";
import type * as maintaining from "@veritick/contract/maintenance.ts";
import type * as proposing from "@veritick/contract/proposals.ts";
import type * as proving from "@veritick/contract/step-up.ts";
import { get, post, remove } from "./define-call.ts";

/** The calls of administrators, apart from the others so that nobody else loads them. */
export const adminStats = get<typeof admin.adminStats>("/api/admin/stats");
export const adminListUsers = get<typeof admin.adminListUsers>("/api/admin/users");
export const adminGetUser = get<typeof admin.adminGetUser>("/api/admin/users/{id}");
export const setAdmin = post<typeof admin.setAdmin>("/api/admin/users/{id}/set-admin");
export const deleteUser = remove<typeof admin.deleteUser>("/api/admin/users/{id}");
export const adjustBalance = post<typeof admin.adjustBalance>("/api/admin/users/{id}/adjust-balance");
export const adminListDeposits = get<typeof payments.adminListDeposits>("/api/admin/deposits");
export const approveDeposit = post<typeof payments.approveDeposit>("/api/admin/deposits/{id}/approve");
export const rejectDeposit = post<typeof payments.rejectDeposit>("/api/admin/deposits/{id}/reject");
export const adminListWithdrawals = get<typeof payments.adminListWithdrawals>("/api/admin/withdrawals");
export const approveWithdrawal = post<typeof payments.approveWithdrawal>(
  "/api/admin/withdrawals/{id}/approve",
);
export const rejectWithdrawal = post<typeof payments.rejectWithdrawal>("/api/admin/withdrawals/{id}/reject");
export const markWithdrawalPaid = post<typeof payments.markWithdrawalPaid>(
  "/api/admin/withdrawals/{id}/mark-paid",
);
export const markWithdrawalFailed = post<typeof payments.markWithdrawalFailed>(
  "/api/admin/withdrawals/{id}/mark-failed",
);
export const listAttention = get<typeof attention.listAttention>("/api/admin/attention");
export const creditPayment = post<typeof attention.creditPayment>("/api/admin/attention/{id}/credit");
export const dismissAttention = post<typeof attention.dismissAttention>("/api/admin/attention/{id}/dismiss");
export const adminUserPositions = get<typeof ofUser.adminUserPositions>("/api/admin/users/{id}/positions");
export const adminPosition = get<typeof ofUser.adminPosition>("/api/admin/positions/{id}");
export const adminUserDeposits = get<typeof ofUser.adminUserDeposits>("/api/admin/users/{id}/deposits");
export const adminUserWithdrawals = get<typeof ofUser.adminUserWithdrawals>(
  "/api/admin/users/{id}/withdrawals",
);
export const adminUserStatement = get<typeof ofUser.adminUserStatement>("/api/admin/users/{id}/statement");
export const adminUserStatementCsv = get<typeof ofUser.adminUserStatementCsv>(
  "/api/admin/users/{id}/statement.csv",
);
export const adminUserSessions = get<typeof ofUser.adminUserSessions>("/api/admin/users/{id}/sessions");
export const adminSignOutUser = post<typeof ofUser.adminSignOutUser>("/api/admin/users/{id}/sign-out");
export const listUserNotes = get<typeof ofUser.listUserNotes>("/api/admin/users/{id}/notes");
export const addUserNote = post<typeof ofUser.addUserNote>("/api/admin/users/{id}/notes");
export const setUserLocks = post<typeof ofUser.setUserLocks>("/api/admin/users/{id}/locks");
export const getExposure = get<typeof exposing.getExposure>("/api/admin/exposure");
export const exportCsv = get<typeof exporting.exportCsv>("/api/admin/exports/{kind}");
export const getStepUp = get<typeof proving.getStepUp>("/api/admin/step-up");
export const proveStepUp = post<typeof proving.proveStepUp>("/api/admin/step-up");
export const listProposals = get<typeof proposing.listProposals>("/api/admin/proposals");
export const agreeToProposal = post<typeof proposing.agreeToProposal>("/api/admin/proposals/{id}/agree");
export const declineProposal = post<typeof proposing.declineProposal>("/api/admin/proposals/{id}/decline");
export const setMaintenance = post<typeof maintaining.setMaintenance>("/api/admin/maintenance");
export const listAudit = get<typeof auditing.listAudit>("/api/admin/audit");

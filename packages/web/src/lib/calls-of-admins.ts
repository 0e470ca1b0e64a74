import type * as payments from "@veritick/contract/admin-payments.ts";
import type * as admin from "@veritick/contract/admin.ts";
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

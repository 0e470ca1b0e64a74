import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";

export type AdminUserRow = {
  id: string;
  email: string;
  balance: string;
  is_admin: boolean;
  created_at: Date;
};

export const ADMIN_USER_COLUMNS = "id, email, balance, is_admin, created_at";

export function toAdminUser(row: AdminUserRow): AdminUser {
  return {
    id: row.id,
    email: row.email,
    balance: row.balance,
    isAdmin: row.is_admin,
    createdAt: row.created_at.toISOString(),
  };
}

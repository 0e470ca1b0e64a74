import { AUDIT_ACTIONS } from "@veritick/contract/audit-names.ts";
import type { Address } from "../../../lib/addresses.ts";
import { addressWith, day, oneOf, uuid } from "../../../lib/filters.ts";
import type { FiltersOf } from "../../../lib/filters.ts";

/** The entries to show: of one action, by one administrator, about one user, between two days. */
export const AUDIT_FILTERS = { action: oneOf(AUDIT_ACTIONS), actor: uuid, subject: uuid, from: day, to: day };
export type AuditFilters = FiltersOf<typeof AUDIT_FILTERS>;

/** Returns the address of the log with filters. */
export const auditAddress = (filters: Partial<AuditFilters>): Address => addressWith("/admin/audit", filters);

import { UUID_OF_ANY_CASE } from "@veritick/domain/uuid.ts";
import * as z from "zod/mini";
import { AUDIT_ACTIONS } from "../audit-names.ts";
import { endpoint } from "../endpoint.ts";
import { decimal8, instant, page, querySpreadsheet, uuid } from "../values.ts";
import { recordSelection } from "./admin-records.ts";

/**
 * `totalDeposits` is the sum credited for deposits, over all users there have ever been. The counts of open items stop at
 * 10,000. `reasonRequired`: changing a balance and deleting a user need a note. `decidedAlone` is the sum that the caller
 * has credited and adjusted without a second administrator in the last 24 hours, in USDMS, and its limit; null if one
 * administrator is always enough.
 */
export const adminStats = endpoint("adminStats", {
  summary:
    "Get the number of users, the sum of their deposits, what is open, and what you have decided in 24 hours without a second approval",
  audience: "admin",
  reply: z.object({
    totalUsers: z.number(),
    totalDeposits: decimal8,
    openDeposits: z.number(),
    openWithdrawals: z.number(),
    openAttention: z.number(),
    reasonRequired: z.boolean(),
    decidedAlone: z.nullable(z.object({ amount: decimal8, limit: decimal8 })),
  }),
});
export type AdminStats = z.infer<typeof adminStats.reply>;

const auditAction = z.enum(AUDIT_ACTIONS, { error: "audit_filter_invalid" });

/** Some fields of the subject of an action. They hold no e-mail, secret or code, because entries are kept for good. */
const auditState = z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()])));
export type AuditState = z.infer<typeof auditState>;

/**
 * One action of an administrator. `subject` is the user it concerned, `target` the deposit, withdrawal, item, proposal or
 * session. E-mails are the present ones; null if the account is gone. `proposedBy` is the first of two administrators, if
 * two were needed.
 */
const auditEntry = z.object({
  id: uuid,
  action: auditAction,
  createdAt: instant,
  actor: uuid,
  actorEmail: z.nullable(z.string()),
  address: z.nullable(z.string()),
  subject: z.nullable(uuid),
  subjectEmail: z.nullable(z.string()),
  target: z.nullable(uuid),
  before: z.nullable(auditState),
  after: z.nullable(auditState),
  reason: z.nullable(z.string()),
  proposedBy: z.nullable(uuid),
  proposedByEmail: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filterId = z.optional(
  z.string({ error: "audit_filter_invalid" }).check(z.regex(UUID_OF_ANY_CASE, "audit_filter_invalid")),
);

const auditSelection = { action: z.optional(auditAction), actor: filterId, subject: filterId };

export const listAudit = endpoint("listAudit", {
  summary: "List staff actions, newest first; filter by action, staff member, user or date",
  audience: "admin",
  query: z.extend(page, { ...auditSelection, from: recordSelection.from, to: recordSelection.to }),
  reply: z.array(auditEntry),
  refusals: ["page_invalid", "audit_filter_invalid", "statement_filter_invalid"],
});
export type AuditQuery = z.output<typeof listAudit.query>;

/** Open positions of one kind. `stakes` are already paid; `payout` is the amount due if all of them won. */
const open = z.object({ positions: z.number(), stakes: decimal8, payout: decimal8 });

/**
 * The totals of all settled positions. `won` is counted, `wonExpected` the sum of their chances; `result` is the house's,
 * `resultExpected` the one that their terms promised it, in USDMS. A `…Deviation` is the standard deviation if each
 * position had a price of its own. A `…Spread` is the one that the hours show, whose positions share one price; null until
 * there are enough hours.
 */
const settled = z.object({
  positions: z.number(),
  won: z.number(),
  wonExpected: z.number(),
  wonDeviation: z.number(),
  wonSpread: z.nullable(z.number()),
  stakes: decimal8,
  result: decimal8,
  resultExpected: decimal8,
  resultDeviation: decimal8,
  resultSpread: z.nullable(decimal8),
});

/** The totals of all positions sold back: their stakes, their value and their proceeds. The last two differ by the fees. */
const sold = z.object({ positions: z.number(), stakes: decimal8, value: decimal8, proceeds: decimal8 });

/**
 * The house's possible payouts and its results. `funds` is the house's own money without the stakes of open positions;
 * `promised` the most that all open positions can pay; `free` the amount that may still be promised.
 */
export const exposure = z.object({
  at: instant,
  funds: decimal8,
  promised: decimal8,
  free: decimal8,
  open,
  /** By the minute of expiry, the next one first; `from` is its first second. Late positions are in the first minute. */
  byExpiry: z.array(z.extend(open, { from: instant, buy: open, sell: open })),
  byDuration: z.array(z.object({ duration: z.number(), multiplier: z.string(), open, settled })),
  settled,
  sold,
});
export type Exposure = z.infer<typeof exposure>;

export const getExposure = endpoint("getExposure", {
  summary:
    "Get the maximum payout of open positions, the house's funds, and its results compared with its terms",
  audience: "admin",
  reply: exposure,
});

export const EXPORT_KINDS = ["users", "positions", "deposits", "withdrawals", "ledger", "audit"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/**
 * The file has the records created from `from` on and before `to`. Deposits, withdrawals and positions can be selected
 * further, and so can the audit log.
 */
export const exportCsv = endpoint("exportCsv", {
  summary:
    "Download all users, positions, deposits, withdrawals, ledger entries or audit entries, oldest first",
  audience: "admin",
  audits: "exported",
  stepUp: true,
  params: z.object({ kind: z.enum(EXPORT_KINDS, { error: "not_found" }) }),
  query: z.object({
    ...recordSelection,
    ...auditSelection,
    spreadsheet: querySpreadsheet,
  }),
  reply: z.string(),
  streams: "text/csv",
  refusals: [
    "body_invalid",
    "not_found",
    "statement_filter_invalid",
    "record_filter_invalid",
    "audit_filter_invalid",
  ],
});
export type ExportQuery = z.output<typeof exportCsv.query>;

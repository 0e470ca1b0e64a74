import type { ExportKind, ExportQuery } from "@veritick/contract/schemas/admin.ts";
import type { RecordKind, RecordSelection } from "@veritick/contract/schemas/admin-records.ts";
import { RECORD_STATUSES } from "@veritick/contract/schemas/admin-records.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";

/** The table of each kind, and which statuses are not over. They are the very ones of the partial indexes. */
export const TABLES = {
  deposits: { table: "deposit_transactions", open: "status in ('pending', 'confirming')" },
  withdrawals: { table: "withdrawal_transactions", open: "status in ('pending', 'processing')" },
  positions: { table: "trading_positions", open: "status = 'active'" },
} as const satisfies Record<RecordKind, { table: string; open: string }>;

export const isRecordKind = (kind: string): kind is RecordKind => Object.hasOwn(TABLES, kind);

/** Takes a value of a statement and answers its place, such as `$3`. */
export type Add = (value: unknown) => string;

/** SQL: conditions of a selection along which an index leads. */
export function alongOf(kind: RecordKind, { id, status, user }: RecordSelection, add: Add): string[] {
  return [
    ...(id === undefined ? [] : [`id = ${add(id)}::uuid`]),
    ...(user === undefined ? [] : [`user_id = ${add(user)}::uuid`]),
    ...(status === "open" ? [TABLES[kind].open] : []),
  ];
}

/** SQL: the conditions for which each row has to be looked at. */
export function filtersOf(selection: RecordSelection, add: Add): string[] {
  const { status, from, to, min, max, side, duration } = selection;
  const conditions: [string, unknown][] = [
    ["status = ?::text", status === "open" ? undefined : status],
    ["created_at >= ?::timestamptz", from && new Date(from)],
    ["created_at < ?::timestamptz", to && new Date(to)],
    ["amount >= ?::numeric", min],
    ["amount <= ?::numeric", max],
    ["type = ?::text", side],
    ["duration = ?::integer", duration && Number(duration)],
  ];
  return conditions.flatMap(([text, value]) =>
    value === undefined ? [] : [text.replace("?", () => add(value))],
  );
}

/** SQL: the same for the audit log. */
export const auditAlong = ({ action, actor, subject }: ExportQuery, add: Add): string[] =>
  Object.entries({ action, actor, subject }).flatMap(([column, value]) =>
    value === undefined ? [] : [`${column} = ${add(value)}${column === "action" ? "" : "::uuid"}`],
  );

/** Refuses what records of a kind cannot be selected by. A file of all users cannot be selected further. */
export function refuseSelection(kind: ExportKind, selection: ExportQuery): Refused | undefined {
  const { action, actor, subject } = selection;
  if (kind !== "audit" && (action ?? actor ?? subject) !== undefined) return refuse("audit_filter_invalid");
  const { id, status, user, min, max, side, duration } = selection;
  const refused = (field: string, isWrong: boolean) =>
    isWrong ? refuse("record_filter_invalid", { field }) : undefined;
  if (!isRecordKind(kind)) {
    const named = Object.entries({ id, status, user, min, max, side, duration });
    const field = named.find(([, value]) => value !== undefined)?.[0];
    return field === undefined ? undefined : refused(field, true);
  }
  const statuses: readonly string[] = [...RECORD_STATUSES[kind], "open"];
  const terms = kind === "positions" ? undefined : side !== undefined ? "side" : duration && "duration";
  return (
    refused("status", status !== undefined && !statuses.includes(status)) ??
    (terms === undefined ? undefined : refused(terms, true))
  );
}

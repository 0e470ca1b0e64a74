import * as contract from "@veritick/contract/schemas/admin-records.ts";
import { RECORD_STATUSES } from "@veritick/contract/schemas/admin-records.ts";
import type { RecordKind, RecordSelection, RecordSort } from "@veritick/contract/schemas/admin-records.ts";
import type { ExportKind, ExportQuery } from "@veritick/contract/schemas/admin.ts";
import { readDepositRecords, readWithdrawalRecords } from "../payments/public.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { firstIdAt } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { readPositionRecords } from "../positions/public.ts";

/** Binds the searches of all users' records. */
export function recordRoutes(bind: Bind, database: Database): void {
  bind(contract.findDeposits, ({ query }) => find(database, "deposits", query, readDepositRecords));
  bind(contract.findWithdrawals, ({ query }) => find(database, "withdrawals", query, readWithdrawalRecords));
  bind(contract.findPositions, ({ query }) => find(database, "positions", query, readPositionRecords));
}

async function find<T extends { id: string }>(
  database: Database,
  kind: RecordKind,
  search: Search,
  read: (database: Database, ids: readonly string[]) => Promise<T[]>,
): Promise<{ items: T[]; next: string | null }> {
  const { ids, next } = await walkRecords(database, kind, search);
  const byId = new Map((await read(database, ids)).map((record) => [record.id, record]));
  // A record may be missing, because its account was deleted in between.
  return { items: ids.flatMap((id) => byId.get(id) ?? []), next };
}

/**
 * The most rows that one call reads for any search. So every selection can use an existing index and needs none of its own.
 */
const MOST_LOOKED_AT = 20_000;
const RECORDS_SHOWN = 50;
/** The most by which an id's time may differ from the row's own: the clocks of processes differ. */
const SLACK_MS = 600_000;

type Search = RecordSelection & {
  sort?: RecordSort | undefined;
  after?: string | undefined;
  limit?: number | undefined;
};

type Key = { id: string; amount: string };

/**
 * Finds the ids of a page of records in their order, and the cursor of the next page. A page may be short, or empty,
 * although there are more. The statements are not prepared, so that PostgreSQL plans each for its filters.
 */
export async function walkRecords(
  database: Database,
  kind: RecordKind,
  search: Search,
): Promise<{ ids: string[]; next: string | null }> {
  const { sort = "newest", after, limit = RECORDS_SHOWN, from, to } = search;
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const along = alongOf(kind, search, add);
  const isByAmount = sort === "largest" || sort === "smallest";
  const isDown = sort === "newest" || sort === "largest";
  const [way, beyond] = isDown ? (["desc", "<"] as const) : (["asc", ">"] as const);
  const order = isByAmount ? `amount ${way}, id ${way}` : `id ${way}`;

  if (!isByAmount) {
    if (from !== undefined) along.push(`id >= ${add(firstIdAt(Date.parse(from) - SLACK_MS))}::uuid`);
    if (to !== undefined) along.push(`id < ${add(firstIdAt(Date.parse(to) + SLACK_MS))}::uuid`);
  }
  if (after !== undefined) {
    const [id, amount = "0"] = after.split("~");
    along.push(
      isByAmount
        ? `(amount, id) ${beyond} (${add(amount)}::numeric, ${add(id)}::uuid)`
        : `id ${beyond} ${add(id)}::uuid`,
    );
  }
  const looked = `select * from ${TABLES[kind].table} ${where(along)} order by ${order} limit ${MOST_LOOKED_AT}`;
  const ofAlong = [...values];
  const { rows } = await database.query<Key>(
    `select id, amount from (${looked}) t ${where(filtersOf(search, add))} order by ${order} limit ${limit + 1}`,
    values,
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : await findEnd();
  return { ids: page.map(({ id }) => id), next: last === undefined ? null : keyOf(last) };

  /** Finds the last row that was read, if the limit was reached and there may be more. */
  async function findEnd(): Promise<Key | undefined> {
    const end = await database.query<Key>(
      `select id, amount from (${looked}) t order by ${order} offset ${MOST_LOOKED_AT - 1} limit 1`,
      ofAlong,
    );
    return end.rows[0];
  }

  function keyOf({ id, amount }: Key): string {
    return isByAmount ? `${id}~${amount}` : id;
  }
}

const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`;

/** The table of each kind, and the condition on open records, which is exactly that of the partial index. */
const TABLES = {
  deposits: { table: "deposit_transactions", open: "status in ('pending', 'confirming')" },
  withdrawals: { table: "withdrawal_transactions", open: "status in ('pending', 'processing')" },
  positions: { table: "trading_positions", open: "status = 'active'" },
} as const satisfies Record<RecordKind, { table: string; open: string }>;

export const isRecordKind = (kind: string): kind is RecordKind => Object.hasOwn(TABLES, kind);

/** Adds a value to a statement and returns its placeholder, such as `$3`. */
type Add = (value: unknown) => string;

/** Returns the SQL conditions of a selection that an index can follow. */
export function alongOf(kind: RecordKind, { id, status, user }: RecordSelection, add: Add): string[] {
  return [
    ...(id === undefined ? [] : [`id = ${add(id)}::uuid`]),
    ...(user === undefined ? [] : [`user_id = ${add(user)}::uuid`]),
    ...(status === "open" ? [TABLES[kind].open] : []),
  ];
}

/** Returns the SQL conditions of a selection that are checked row by row. */
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

/** Returns the SQL conditions on the audit log that an index can follow. */
export const auditAlong = ({ action, actor, subject }: ExportQuery, add: Add): string[] =>
  Object.entries({ action, actor, subject }).flatMap(([column, value]) =>
    value === undefined ? [] : [`${column} = ${add(value)}${column === "action" ? "" : "::uuid"}`],
  );

/** Refuses filters that do not apply to a kind. Only deposits, withdrawals, positions and the audit log have filters. */
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

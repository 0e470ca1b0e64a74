import * as contract from "@veritick/contract/schemas/admin-records.ts";
import type { RecordKind } from "@veritick/contract/schemas/admin-records.ts";
import { readDepositRecords, readWithdrawalRecords } from "../../payments/public.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { readPositionRecords } from "../../positions/public.ts";
import { walkRecords } from "./walk.ts";
import type { Search } from "./walk.ts";

/** The records of all users, found by what an administrator knows of them. */
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
  // An account may have been deleted in between.
  return { items: ids.flatMap((id) => byId.get(id) ?? []), next };
}

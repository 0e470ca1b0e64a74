import * as contract from "@veritick/contract/schemas/admin.ts";
import type { ExportKind, ExportQuery } from "@veritick/contract/schemas/admin.ts";
import type { QueryArrayConfig } from "pg";
import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Clock } from "../../platform/clock.ts";
import { csvFile } from "../../platform/csv.ts";
import type { CsvPage } from "../../platform/csv.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { callerOf } from "../../platform/http/call.ts";
import type { Streamed } from "../../platform/http/call.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Log } from "../../platform/telemetry/log.ts";
import { alongOf, auditAlong, filtersOf, isRecordKind, refuseSelection } from "../records.ts";
import { exportFile, findBounds } from "./export-queries.ts";

/**
 * The number of files that an administrator may download from one process at once: a second one while the first is running.
 */
const MAX_AT_ONCE = 2;
const RETRY_SECONDS = 30;

export function exportRoutes(bind: Bind, context: { database: Database; clock: Clock; log: Log }): void {
  const slots = createExportSlots(MAX_AT_ONCE);

  bind(contract.exportCsv, async (call) => {
    const { identity, params, query } = call;
    const refused = refuseSelection(params.kind, query);
    if (refused !== undefined) return refused;
    const slot = slots.take(identity.userId);
    if (slot === undefined) return refuse("too_many_requests", { retryAfterSeconds: RETRY_SECONDS });
    try {
      const at = dateOf(context.clock);
      const file = await streamExport(context, params.kind, query, at);
      // The audit log records the export before the first byte is sent.
      const { spreadsheet: _, from = null, to = null, ...selection } = query;
      const said = Object.entries(selection).filter(([, value]) => value !== undefined);
      const after = { kind: params.kind, from, to, ...Object.fromEntries(said) };
      await recordAudit(context.database, { action: "exported", by: callerOf(call), after }, at);
      return { ...file, lines: slot.until(file.lines) };
    } catch (error) {
      slot.release();
      throw error;
    }
  });
}

const PAGE = 2_000;

type Row = (string | null)[];

/**
 * Streams the rows of one kind that were created in a period up to the time of the call, oldest first. Each page shows its
 * rows as they are when it is read.
 */
async function streamExport(
  { database, log }: { database: Queryable; log: Log },
  kind: ExportKind,
  { spreadsheet, ...asked }: ExportQuery,
  at: Date,
): Promise<Streamed> {
  const query = exportFile(kind);
  const [from, to] = [toDate(asked.from), toDate(asked.to)];
  const bounds = await findBounds(database, query, { from, to });
  const selection: unknown[] = [];
  const add = (value: unknown) => `$${5 + query.keys + selection.push(value)}`;
  const text = query.text(
    spreadsheet,
    kind === "audit"
      ? { along: auditAlong(asked, add), selected: [] }
      : isRecordKind(kind)
        ? {
            along: alongOf(kind, asked, add),
            selected: filtersOf({ ...asked, from: undefined, to: undefined }, add),
          }
        : undefined,
  );
  const readPage = async (after?: Row): Promise<CsvPage> => {
    const key = Array.from({ length: query.keys }, (_, n) => after?.[n] ?? null);
    const statement: QueryArrayConfig = {
      text,
      values: [from ?? null, to ?? new Date(at.getTime() + 1), PAGE, ...bounds, ...key, ...selection],
      rowMode: "array",
    };
    const { rows } = await database.query<Row>(statement);
    return {
      rows: rows.filter(([inside]) => inside === "true").map((row) => row.slice(1)),
      next: rows.length < PAGE ? undefined : () => readPage(rows.at(-1)!.slice(1)),
    };
  };
  return csvFile({
    name: `${kind}-${at.toISOString().slice(0, 10)}`,
    columns: query.columns,
    spreadsheet,
    first: await readPage(),
    log,
  });
}

const toDate = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** Limits the number of files that each administrator may download at once. */
type ExportSlots = {
  /** Takes a slot. Returns undefined if the administrator has none left. */
  take(userId: string): ExportSlot | undefined;
};

type ExportSlot = {
  release(): void;
  /** Passes the lines through and frees the slot when they end or the reader stops. */
  until(lines: AsyncIterable<string>): AsyncIterable<string>;
};

export function createExportSlots(maxPerUser: number): ExportSlots {
  const taken = new Map<string, number>();

  function take(userId: string): () => void {
    taken.set(userId, (taken.get(userId) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = taken.get(userId)! - 1;
      if (left === 0) taken.delete(userId);
      else taken.set(userId, left);
    };
  }

  return {
    take(userId) {
      if ((taken.get(userId) ?? 0) >= maxPerUser) return undefined;
      const release = take(userId);
      return { release, until: (lines) => heldUntilEnd(lines, release) };
    },
  };
}

/**
 * Frees the slot when the lines end. It is no generator, because one that is abandoned before its first line runs no code.
 */
function heldUntilEnd(lines: AsyncIterable<string>, release: () => void): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = lines[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            const result = await iterator.next();
            if (result.done) release();
            return result;
          } catch (error) {
            release();
            throw error;
          }
        },
        async return() {
          release();
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

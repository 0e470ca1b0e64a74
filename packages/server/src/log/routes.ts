import { getLog } from "@veritick/contract/schemas/fairness.ts";
import { writeBundle } from "@veritick/domain/log/entries.ts";
import { vkeyText } from "@veritick/domain/log/notes.ts";
import type { Vkey } from "@veritick/domain/log/notes.ts";
import { parseTilePath, TILE_WIDTH, widthOf } from "@veritick/domain/log/tiles.ts";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { addressKey } from "../platform/http/headers.ts";
import { sendRefusal } from "../platform/http/server.ts";
import { rateLimit } from "../platform/rate-limit.ts";
import { refuse } from "../platform/refusal.ts";
import { servedNote } from "./log-state.ts";
import type { LogState, LogStateReader } from "./log-state.ts";
import { readEntries, readTile } from "./log-store.ts";

const ASKED_PER_SECOND = 50;
const ASKED_AT_ONCE = 500;

const FOR_GOOD = "public, max-age=31536000, immutable";
const NEVER = "no-store";
/** A late cosignature may still be added to a checkpoint. A tile that is not full is soon replaced by a wider one. */
const FOR_A_MINUTE = "public, max-age=60";

type Found = { readonly body: string | Buffer; readonly caching: string };

type Served = {
  readonly origin: string;
  readonly vkey: Vkey;
  readonly policyText: string;
  readonly state: LogStateReader;
  readonly database: Database;
  readonly clock: Clock;
};

/** Binds the call that tells the state of the log; null where none is kept. */
export const logStateRoute = (bind: Bind, served: Served | undefined, now: () => Promise<LogState>): void =>
  bind(getLog, async () => {
    if (served === undefined) return null;
    const { origin, vkey, policyText } = served;
    const { state, witnessed, size } = await now();
    return { origin, vkey: vkeyText(vkey), policy: policyText, state, witnessed, size };
  });

/** Serves the log as C2SP `tlog-tiles` says, to anybody and to pages of other sites. */
export function tileRoutes(http: FastifyInstance, served: Served): void {
  const { origin, vkey, state, database, clock } = served;
  const asked = rateLimit({ perSecond: ASKED_PER_SECOND, burst: ASKED_AT_ONCE });
  let signed = 0;

  async function findCheckpoint(path: string): Promise<Found | undefined> {
    if (path === "checkpoint") {
      const newest = await state.newestShown();
      return newest && { body: servedNote({ origin, vkey }, newest, "newest"), caching: NEVER };
    }
    const size = /^checkpoint\/(0|[1-9]\d{0,14})$/.exec(path)?.[1];
    const found = size === undefined ? undefined : await state.findCheckpoint(Number(size));
    return found && { body: servedNote({ origin, vkey }, found, "first"), caching: FOR_A_MINUTE };
  }

  /** Returns true if a tile is below the newest checkpoint: what nobody has signed yet is not shown. */
  async function isSigned({ level, n, width }: NonNullable<ReturnType<typeof parseTilePath>>) {
    if (widthOf(level, n, signed) < width) {
      const { rows } = await database.query<{ size: number }>(
        "select coalesce(max(size), 0) as size from log_checkpoints",
      );
      signed = rows[0]!.size;
    }
    return widthOf(level, n, signed) >= width;
  }

  async function findTile(path: string): Promise<Found | undefined> {
    const tile = parseTilePath(path);
    if (tile === undefined || !(await isSigned(tile))) return undefined;
    const from = tile.n * TILE_WIDTH;
    const body =
      tile.level === "entries"
        ? writeBundle(await readEntries(database, from, from + tile.width))
        : Buffer.concat(await readTile(database, tile));
    return { body: Buffer.from(body), caching: tile.width === TILE_WIDTH ? FOR_GOOD : FOR_A_MINUTE };
  }

  const prefix = `/${origin.slice(origin.indexOf("/") + 1)}/`;
  http.get(`${prefix}*`, async (request, reply) => {
    const path = (request.params as { "*": string })["*"];
    // Pages of any site may check the log.
    void reply.header("access-control-allow-origin", "*");
    if (!asked.take(addressKey(request.ip), clock.nowMs()))
      return sendRefusal(request, reply, refuse("too_many_requests", { retryAfterSeconds: 1 }));
    const found = path.startsWith("checkpoint") ? await findCheckpoint(path) : await findTile(path);
    if (found === undefined) return sendRefusal(request, reply, { refused: "not_found" });
    const type = typeof found.body === "string" ? "text/plain; charset=utf-8" : "application/octet-stream";
    return reply.type(type).header("cache-control", found.caching).send(found.body);
  });
}

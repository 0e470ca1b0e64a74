import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEntry, readBundle } from "@veritick/domain/log/entries.ts";
import type { LogEntry } from "@veritick/domain/log/entries.ts";
import { hashLeaf, isSameHash, treeOf } from "@veritick/domain/log/merkle.ts";
import { parseCheckpoint, parseNote, parseVkey, signedAt } from "@veritick/domain/log/notes.ts";
import { TILE_WIDTH, tilePath } from "@veritick/domain/log/tiles.ts";
import { afterAll, describe, expect, it } from "vitest";
import { endEmptyPrice } from "../../testing/end-price.ts";
import { stateLiabilities } from "../../testing/liabilities.ts";
import { TEST_PUBLIC_KEY } from "../../testing/test-app.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { useApp } from "../../testing/use-app.ts";
import { isHexSigned } from "./cosignatures.ts";

const folder = mkdtempSync(join(tmpdir(), "veritick-log-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const LOG_POLICY = join(folder, "policy");
writeFileSync(LOG_POLICY, "quorum none\n");
const environment = { LOG_POLICY, PUBLIC_URL: "http://localhost:3000" };

const scope = useApp();
const HOUR = 3_600;

const fetched = async (app: TestApp, path: string) => fetch(`${app.url}${path}`);
const bytesOf = async (app: TestApp, path: string) => {
  const answer = await fetched(app, `/log/1/${path}`);
  expect(answer.status, path).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
};
const stateOf = async (app: TestApp) => (await (await fetched(app, "/api/log")).json()) as any;

async function readCheckpoint(app: TestApp, path = "checkpoint") {
  const note = parseNote(Buffer.from(await bytesOf(app, path)).toString())!;
  const checkpoint = parseCheckpoint(note.text)!;
  const { vkey, origin } = await stateOf(app);
  expect(signedAt(note, parseVkey(vkey), isHexSigned)).toBe(0);
  expect(checkpoint.origin).toBe(origin);
  return checkpoint;
}

/** Reads the whole log as anybody can, and checks it: entries, tiles of all levels, and all signed roots. */
async function readLog(app: TestApp): Promise<LogEntry[]> {
  const { size, root } = await readCheckpoint(app);
  const bodies: Uint8Array[] = [];
  for (let n = 0; n * TILE_WIDTH < size; n += 1) {
    const width = Math.min(TILE_WIDTH, size - n * TILE_WIDTH);
    bodies.push(...readBundle(await bytesOf(app, tilePath({ level: "entries", n, width })))!);
  }
  const leaves = bodies.map((body) => hashLeaf(body));
  expect(leaves).toHaveLength(size);
  expect(isSameHash(treeOf(leaves).root, root)).toBe(true);
  for (let level = 0, hashes = leaves; hashes.length > 0; level += 1) {
    for (let n = 0; n * TILE_WIDTH < hashes.length; n += 1) {
      const tile = hashes.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH);
      const path = tilePath({ level, n, width: tile.length });
      expect(Buffer.from(await bytesOf(app, path)).equals(Buffer.concat(tile)), path).toBe(true);
    }
    const full = Math.floor(hashes.length / TILE_WIDTH);
    hashes = Array.from(
      { length: full },
      (_, n) => treeOf(hashes.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH)).root,
    );
  }
  const { rows } = await app.database.query<{ size: number }>(
    "select size from log_checkpoints order by size",
  );
  for (const { size: signed } of rows) {
    const checkpoint = await readCheckpoint(app, `checkpoint/${signed}`);
    expect(isSameHash(treeOf(leaves.slice(0, signed)).root, checkpoint.root)).toBe(true);
  }
  return bodies.map((body) => parseEntry(Buffer.from(body).toString()) as LogEntry);
}

const kindsOf = (entries: readonly LogEntry[]) => entries.map(({ kind }) => kind);
const byName = (one: string, other: string) => one.localeCompare(other);

type OfKind<K extends LogEntry["kind"]> = LogEntry extends infer E
  ? E extends { kind: infer F }
    ? K extends F
      ? E
      : never
    : never
  : never;
const ofKind = <K extends LogEntry["kind"]>(entries: readonly LogEntry[], kind: K) =>
  entries.filter((entry) => entry.kind === kind) as OfKind<K>[];

async function withLog(more: Parameters<typeof scope.start>[0] = {}) {
  const connection = more.connection ?? (await scope.clone());
  const app = await scope.start({
    ...more,
    connection,
    environment: { ...environment, ...more.environment },
  });
  scope.app.clock.advance(3);
  await scope.settled();
  scope.app.clock.advance(1);
  await scope.settled();
  return { connection, app };
}

describe("without LOG_POLICY", () => {
  it("nothing is logged, and no route answers", async () => {
    scope.app.clock.advance(5);
    await scope.settled();
    const { rows } = await scope.app.database.query<{ rows: number }>(
      "select (select count(*) from log_entries) + (select count(*) from log_checkpoints) as rows",
    );
    expect(rows[0]!.rows).toBe(0);
    expect(await stateOf(scope.app)).toBeNull();
    for (const path of ["checkpoint", "tile/0/000.p/1", "tile/entries/000.p/1"])
      expect((await fetched(scope.app, `/log/1/${path}`)).status).toBe(404);
  });
});

describe("the log", () => {
  it("begins with all that was published before, each entry before those that name it", async () => {
    const { app } = await withLog();
    const entries = await readLog(app);
    expect(kindsOf(entries)).toEqual([
      "start",
      "policy",
      "key",
      "beacon",
      "genesis",
      "terms",
      ...Array(25).fill("epoch"),
    ]);
    expect(entries[0]).toEqual({ kind: "start", origin: "localhost:3000/log/1" });
    const { vkey, ...state } = await stateOf(app);
    expect(entries[1]).toEqual({ kind: "policy", text: `log ${vkey}\nquorum none\n` });
    expect(entries[2]).toEqual({ kind: "key", use: "receipts", key: TEST_PUBLIC_KEY });
    expect(state).toEqual({
      origin: "localhost:3000/log/1",
      policy: `log ${vkey}\nquorum none\n`,
      state: "UNWITNESSED",
      witnessed: 0,
      size: 31,
    });
    const { body: fairness } = { body: (await (await fetched(app, "/api/fairness")).json()) as any };
    const epochs = ofKind(entries, "epoch");
    expect(epochs.at(-1)).toMatchObject(fairness.chain);
    expect(epochs[0]).toMatchObject({
      genesis: fairness.genesis.tick,
      epoch: fairness.current.epoch,
      commitment: fairness.current.commitment,
      terms: fairness.current.termsHash,
    });
  });

  it("grows by an epoch and a seed each hour, by reports, and by the end of a price", async () => {
    const { connection, app } = await withLog();
    const before = (await readLog(app)).length;
    for (const hour of [1, 2]) {
      scope.app.clock.jump(HOUR);
      await scope.settled();
      scope.app.clock.advance(1);
      await scope.settled();
      const grown = (await readLog(app)).slice(before);
      const expected: LogEntry["kind"][] = [
        ...Array<"epoch">(hour).fill("epoch"),
        ...Array<"seed">(hour).fill("seed"),
      ];
      expect(kindsOf(grown).toSorted(byName)).toEqual(expected);
    }
    const entries = await readLog(app);
    const rows = (await (
      await fetched(app, `/api/fairness/epochs?from=${ofKind(entries, "epoch")[0]!.epoch}`)
    ).json()) as any[];
    for (const { epoch, seed, state } of ofKind(entries, "seed"))
      expect(rows.find((row) => row.epoch === epoch)).toMatchObject({ seed, startState: String(state) });

    const statement = await stateLiabilities(app);
    scope.app.clock.advance(1);
    await scope.settled();
    const stated = ofKind(await readLog(app), "liabilities");
    expect(stated.map(({ text }) => text.split("\n")[1])).toEqual([`number ${statement.number}`]);

    // The price ends while no server runs, and the log learns it from the next one.
    await endEmptyPrice(app.database, app.clock);
    await app.close();
    const { app: renewed } = await withLog({ connection, environment: { PRICE_SECRET: "ff".repeat(32) } });
    const all = await readLog(renewed);
    const [first, second] = ofKind(all, "genesis");
    expect(ofKind(all, "ending")).toEqual([
      expect.objectContaining({ genesis: first!.tick, reason: "secret", positions: 0, stake: "0.00000000" }),
    ]);
    const place = (kind: LogEntry["kind"]) => kindsOf(all).lastIndexOf(kind);
    expect(place("ending")).toBeLessThan(place("genesis"));
    const ofFirst = ofKind(all, "epoch").filter(({ genesis }) => genesis === first!.tick);
    expect(ofFirst.map(({ head }) => head)).toContain(second!.previous);
    expect(ofKind(all, "epoch").at(-1)!.genesis).toBe(second!.tick);
  });

  it("is written on by the next process, and logs a policy once it changes", async () => {
    const { connection, app } = await withLog();
    const before = await readLog(app);
    await app.close();
    const { app: same } = await withLog({ connection });
    expect(await readLog(same)).toEqual(before);
    await same.close();
    const other = join(folder, "other-policy");
    writeFileSync(other, "# Nobody else yet.\nquorum none\n");
    const { app: changed } = await withLog({ connection, environment: { LOG_POLICY: other } });
    const after = await readLog(changed);
    expect(kindsOf(after.slice(before.length))).toEqual(["policy"]);
  });

  it("fills tiles", async () => {
    const { app } = await withLog();
    scope.app.clock.jump(300 * HOUR);
    await scope.settled();
    scope.app.clock.advance(1);
    await scope.settled();
    const entries = await readLog(app);
    expect(entries.length).toBeGreaterThan(2 * TILE_WIDTH);
    const full = await fetched(app, "/log/1/tile/0/000");
    expect(full.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(full.headers.get("access-control-allow-origin")).toBe("*");
    expect((await fetched(app, "/log/1/checkpoint")).headers.get("cache-control")).toBe("no-store");
    for (const path of [
      "tile/0/999",
      "tile/1/000",
      "tile/0/0",
      "checkpoint/7",
      "checkpoint/",
      "leaves/3",
      "",
    ])
      expect((await fetched(app, `/log/1/${path}`)).status, path).toBe(404);
  });

  it("is written by one of two processes, and by the other once that one ends", async () => {
    const { connection, app } = await withLog();
    const other = await scope.start({ connection, environment });
    scope.app.clock.jump(HOUR);
    await scope.settled();
    scope.app.clock.advance(1);
    await scope.settled();
    const before = await readLog(other);
    expect(await readLog(app)).toEqual(before);
    await app.close();
    scope.app.clock.jump(HOUR);
    await scope.settled();
    scope.app.clock.advance(2);
    await scope.settled();
    scope.app.clock.advance(1);
    await scope.settled();
    expect((await readLog(other)).length).toBeGreaterThan(before.length);
  });
});

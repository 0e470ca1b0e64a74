import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commitment, fromHex, genesisHead, nextHead, toHex } from "@veritick/domain/epochs.ts";
import { entryLeaf, entryText, writeBundle } from "@veritick/domain/log/entries.ts";
import type { LogEntry } from "@veritick/domain/log/entries.ts";
import { hashLeaf, treeOf } from "@veritick/domain/log/merkle.ts";
import type { Hash } from "@veritick/domain/log/merkle.ts";
import { checkpointText, noteText, vkeyText } from "@veritick/domain/log/notes.ts";
import { parseTilePath, tilePath, TILE_WIDTH } from "@veritick/domain/log/tiles.ts";
import { statementHash, statementText } from "@veritick/domain/signed/liability-statement.ts";
import { termsHash, termsText } from "@veritick/domain/signed/terms-text.ts";
import { fastSha256, logKey, witnessKey } from "../../../packages/domain/testing/log-keys.ts";
import { onTestFinished } from "vitest";
import { verify } from "./verifier.ts";
import type { Verdict } from "./verifier.ts";

export const ORIGIN = "veritick.example/log/1";
export const log = logKey(ORIGIN, 5);
export const witnesses = [21, 22, 23, 24].map((seed) => witnessKey(`witness.example/${seed}`, seed));

const { quicknet, local } = JSON.parse(
  readFileSync(new URL("../../../docs/vectors/rounds.json", import.meta.url), "utf8"),
);
/** quicknet, and another beacon. */
export const [QUICKNET, LOCAL] = [quicknet.chain, local.chain];
export const RECEIPT_KEY = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8";
export const FIRST = 497222;
/** The genesis: some seconds after the first epoch began. */
export const TICK = FIRST * 3600 + 100;
export const ZEROS = "0".repeat(64);

export const beaconEntry = ({ chainHash, ...chain }: any): LogEntry => ({
  kind: "beacon",
  chain: chainHash,
  ...chain,
});
export const termsOf = (houseEdge: number, chainHash: string): string =>
  termsText({ houseEdge, winRule: "barrier", sellFee: 0.01, chainHash });
export const termsEntry = (text: string): LogEntry => ({ kind: "terms", text });

/** The seed of an epoch of this test's prices. */
export const seedOf = (epoch: number, salt = 0): string =>
  toHex(fastSha256(new TextEncoder().encode(`${salt} ${epoch}`)));

/** Writes the genesis of a price and, one after the other, its epochs. */
export function makePrice(tick: number, previous: string, beacon: string, salt = 0) {
  const state = 15_279_000_000;
  let head = genesisHead({ tick, state }, previous);
  let next = Math.floor((tick + 1) / 3600);
  return {
    genesis: { kind: "genesis", tick, state, previous, beacon } as LogEntry,
    head: () => head,
    /** Returns the entries of the epochs up to this one. */
    epochs(to: number, text: string): LogEntry[] {
      const entries: LogEntry[] = [];
      for (; next <= to; next += 1) {
        const link = {
          epoch: next,
          commitment: commitment(fromHex(seedOf(next, salt))),
          termsHash: termsHash(text),
        };
        head = nextHead(head, link);
        entries.push({
          kind: "epoch",
          genesis: tick,
          epoch: next,
          commitment: link.commitment,
          terms: link.termsHash,
          head,
        });
      }
      return entries;
    },
    seed: (epoch: number): LogEntry => ({
      kind: "seed",
      epoch,
      seed: seedOf(epoch, salt),
      state: 15_279_000_000,
    }),
  };
}

/** Writes liabilities reports, one after the other. */
export function makeReports() {
  let [number, previous] = [0, ZEROS];
  return (key = RECEIPT_KEY): LogEntry => {
    number += 1;
    const text = statementText({
      number,
      taken: new Date((TICK + number) * 1000).toISOString(),
      depth: 1,
      total: "10.00000000",
      root: "11".repeat(32),
      previous,
      chain: { epoch: FIRST, head: "22".repeat(32) },
      key,
    });
    previous = statementHash(text);
    return { kind: "liabilities", text };
  };
}

export const roundAt = (tick: number): number =>
  Math.floor((tick - QUICKNET.genesisTime) / QUICKNET.period) + 1;
export const dueOf = (round: number): number => QUICKNET.genesisTime + QUICKNET.period * (round - 1);

/** Writes a slice of the orders of a round, with its public list. */
export function makeSlice(round: number, tags: string[]): { entry: LogEntry; list: Buffer } {
  const list = Buffer.concat(
    tags.map((tag) => Buffer.from(tag + createHash("sha256").update(tag).digest("hex"), "hex")),
  );
  const leaves = tags.map((_, place) => hashLeaf(list.subarray(48 * place, 48 * place + 48), fastSha256));
  const root = toHex(treeOf(leaves, fastSha256).root);
  return { entry: { kind: "slice", round, leaves: tags.length, root }, list };
}

export type Note = { size: number; text: string; note: string };

/** A log that its operator writes and signs, with all that it shows. Tests change what it shows. */
export type SmallLog = ReturnType<typeof makeLog>;

export function makeLog(from: readonly string[] = []) {
  const entries: string[] = [...from];
  const notes = new Map<number, Note>();
  return {
    entries,
    notes,
    lists: new Map<number, Uint8Array>(),
    reports: undefined as unknown,
    newest: undefined as Note | undefined,
    /** What each witness shows, by its place. */
    shown: [] as (string | undefined)[],
    /** Replies that are not those of the log, by path. */
    false: new Map<string, Uint8Array | string | number>(),
    asked: [] as string[],
    add(...added: (LogEntry | string)[]): void {
      entries.push(...added.map((entry) => (typeof entry === "string" ? entry : entryText(entry))));
    },
    slice(round: number, tags: string[]): void {
      const { entry, list } = makeSlice(round, tags);
      this.lists.set(entries.length, list);
      this.add(entry);
    },
    /** Signs what is there. Each witness cosigns at the time, or at its own. */
    sign(time: number, times: (number | undefined)[] = witnesses.map(() => time)): Note {
      const leaves = entries.map(entryLeaf);
      const text = checkpointText({
        origin: ORIGIN,
        size: leaves.length,
        root: treeOf(leaves, fastSha256).root,
      });
      const cosigned = witnesses.flatMap((one, place) =>
        times[place] === undefined ? [] : [one.cosign(text, times[place])],
      );
      const own = log.sign(text);
      const made = { size: leaves.length, text, note: noteText({ text, signatures: [own, ...cosigned] }) };
      for (const [place, one] of witnesses.entries())
        if (times[place] !== undefined)
          this.shown[place] = noteText({ text, signatures: [own, one.cosign(text, times[place])] });
      // Its own address keeps the first times. The newest checkpoint shows renewed ones.
      if (cosigned.length >= 3 && !notes.has(made.size)) notes.set(made.size, made);
      this.newest = made;
      return made;
    },
  };
}

/** Returns the hashes of a level of the tree's tiles. */
function levelOf(leaves: Hash[], level: number): Hash[] {
  let hashes = leaves;
  for (let at = 0; at < level; at += 1)
    hashes = Array.from(
      { length: Math.floor(hashes.length / TILE_WIDTH) },
      (_, n) => treeOf(hashes.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH), fastSha256).root,
    );
  return hashes;
}

function fileOf(shown: SmallLog, path: string): Uint8Array | string | undefined {
  if (path === "checkpoint") return shown.newest?.note;
  const [, size] = /^checkpoint\/(\d+)$/.exec(path) ?? [];
  if (size !== undefined) return shown.notes.get(Number(size))?.note;
  const [, index] = /^leaves\/(\d+)$/.exec(path) ?? [];
  if (index !== undefined) return shown.lists.get(Number(index));
  const tile = parseTilePath(path);
  if (tile === undefined || tilePath(tile) !== path) return undefined;
  const { level, n, width } = tile;
  const slice = <T>(all: T[]) => all.slice(n * TILE_WIDTH, n * TILE_WIDTH + width);
  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  if (level === "entries") {
    const bundle = slice(shown.entries);
    return bundle.length === width ? writeBundle(bundle.map(bytes)) : undefined;
  }
  const hashes = slice(levelOf(shown.entries.map(entryLeaf), level));
  return hashes.length === width ? Buffer.concat(hashes) : undefined;
}

/** A site that serves a log at a free port, and what its witnesses show. */
export async function startLogSite(shown: SmallLog) {
  const site = { shown };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? "";
    site.shown.asked.push(url);
    const witness = /^\/w(\d)\/[0-9a-f]{64}\/checkpoint$/.exec(url);
    const path = url.replace("/log/1/", "");
    const reply =
      site.shown.false.get(path) ??
      (witness ? site.shown.shown[Number(witness[1])] : undefined) ??
      (url === "/api/fairness/liabilities" && site.shown.reports !== undefined
        ? JSON.stringify(site.shown.reports)
        : undefined) ??
      (url.startsWith("/log/1/") ? fileOf(site.shown, path) : undefined);
    if (reply === undefined || typeof reply === "number") response.writeHead(reply ?? 404).end();
    else response.writeHead(200).end(reply);
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(site, { url, prefix: `${url}/log/1/`, policy: policyText("3", url) });
}

/** Writes a policy: so many of the witnesses, at their addresses. */
export function policyText(count: string, url?: string): string {
  const names = witnesses.map((_, place) => `w${place}`);
  const lines = witnesses.map(
    ({ vkey }, place) =>
      `witness w${place} ${vkeyText(vkey)}${url === undefined ? "" : ` ${url}/w${place}`}\n`,
  );
  return `# whom I believe\nlog ${vkeyText(log.vkey)}\n${lines.join("")}group all-of-them ${count} ${names.join(" ")}\nquorum all-of-them\n`;
}

/** Makes a state folder for the test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "veritick-monitor-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the monitor once. @param now in Unix seconds */
export const look = (prefix: string, policy: string, folder: string, now: number): Promise<Verdict> =>
  verify(
    "monitor",
    ...Object.entries({ url: prefix, policy, state: folder }).flatMap(([name, value]) => [
      `--${name}`,
      value,
    ]),
    "--once",
    "--now",
    new Date(now * 1000).toISOString(),
  );

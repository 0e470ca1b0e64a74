import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LogEntry } from "@veritick/domain/log/entries.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { endAtExit } from "../support/end-at-exit.ts";
import {
  beaconEntry,
  dueOf,
  FIRST,
  LOCAL,
  look,
  makeFolder,
  makeLog,
  makePrice,
  makeReports,
  ORIGIN,
  policyText,
  QUICKNET,
  RECEIPT_KEY,
  roundAt,
  startLogSite,
  termsEntry,
  termsOf,
  TICK,
  ZEROS,
} from "./log-site.ts";
import type { SmallLog } from "./log-site.ts";
import { useFiles, VERIFIER, verify } from "./verifier.ts";

const put = useFiles();
const TERMS = termsOf(0.05, QUICKNET.chainHash);
const DEARER = termsOf(0.2, QUICKNET.chainHash);
const HOUR = 3600;

/** What a log holds first. A test can change an entry, or leave it out. */
type Change = (entry: LogEntry, index: number) => LogEntry | LogEntry[];

/** Starts a log with a price and one liabilities report. */
function startLog(change: Change = (entry) => entry) {
  const shown = makeLog();
  const price = makePrice(TICK, ZEROS, QUICKNET.chainHash);
  const report = makeReports();
  const entries: LogEntry[] = [
    { kind: "start", origin: ORIGIN },
    { kind: "key", use: "receipts", key: RECEIPT_KEY },
    beaconEntry(QUICKNET),
    termsEntry(TERMS),
    price.genesis,
    ...price.epochs(FIRST + 24, TERMS),
    report(),
  ];
  shown.add(...entries.flatMap(change));
  shown.sign(TICK + 2);
  return { shown, price, report };
}

/** Adds the hour after the first: the seed of the first, the epoch a day ahead, an order. */
function addHour({ shown, price }: ReturnType<typeof startLog>, change: Change = (entry) => entry): number {
  const begins = (FIRST + 1) * HOUR;
  shown.add(...[price.seed(FIRST), ...price.epochs(FIRST + 25, TERMS)].flatMap(change));
  shown.sign(begins + 1);
  const round = roundAt(begins + 30);
  shown.slice(round, ["0a".repeat(16), "0b".repeat(16), "00".repeat(16), "00".repeat(16)]);
  shown.sign(dueOf(round + 1) - 1);
  return dueOf(round + 1) + 5;
}

/** Serves a log, and returns a function that lets a monitor look at it. */
async function serve(shown: SmallLog, policy?: string) {
  const site = await startLogSite(shown);
  const file = put(policy ?? site.policy);
  const folder = makeFolder();
  return {
    site,
    file,
    folder,
    at: (now: number) => look(site.prefix, file, folder, now),
    forks: () => readdirSync(folder).filter((name) => name.startsWith("fork")),
  };
}

/** Returns the sentences after a step. */
const said = (lines: string[], step: string) =>
  lines.filter((line) => line.slice(8, 24).trim() === step).map((line) => line.slice(25));

describe("a log that keeps its rules", () => {
  it("is all right, and stays so as it grows", async () => {
    const made = startLog();
    const { at, site } = await serve(made.shown);
    const first = await at(TICK + 10);
    expect(first).toMatchObject({ code: 0, wrong: [], missing: [] });
    expect(said(first.lines, "quorum")).toEqual([
      "the newest is 8 s old: 4 of 4 witnesses cosigned 31 entries (w0, w1, w2, w3)",
    ]);
    expect(first.lines.at(-1)).toMatch(/^All right: \d+ checks passed\.$/);

    const grown = await at(addHour(made));
    expect(grown).toMatchObject({ code: 0, wrong: [], missing: [] });
    expect(said(grown.lines, "seen")).toEqual(["the 31 entries that you noted are unchanged"]);
    expect(said(grown.lines, "entries")).toEqual(["3 new entries lead to the signed root"]);
    expect(said(grown.lines, "lists")).toEqual(["1 lists of orders were read"]);

    // An idle log has its time renewed. Nothing is read again.
    site.shown.asked.length = 0;
    made.shown.sign((FIRST + 1) * HOUR + 300);
    expect(await at((FIRST + 1) * HOUR + 301)).toMatchObject({ code: 0, wrong: [], missing: [] });
    expect(site.shown.asked.filter((path) => path.includes("/tile/"))).toEqual([]);
  });

  it("is all right at the sizes around full tiles, also with witnesses that are behind", async () => {
    const { shown } = startLog();
    const { at, site } = await serve(shown);
    const grow = (size: number) => {
      while (shown.entries.length < size)
        shown.add({ kind: "release", version: `1.0.${shown.entries.length}`, verifier: ZEROS, web: ZEROS });
    };
    let time = TICK + 3;
    for (const size of [255, 256, 257, 511, 512, 513, 768, 1231]) {
      grow(size);
      time += 1;
      const behind = size > 512;
      shown.sign(time, behind ? [time, time, time] : undefined);
      const { lines, code } = await at(time + 1);
      expect(code).toBe(0);
      expect(said(lines, "quorum")[0]).toContain(`${behind ? 3 : 4} of 4 witnesses cosigned ${size} entries`);
    }
    expect(site.shown.asked).toContain("/log/1/tile/1/000.p/4");
    // Once a tile is full, a log need not serve parts of it.
    const signed = shown.newest;
    grow(1300);
    shown.newest = signed;
    for (const level of ["entries", "0"]) shown.false.set(`tile/${level}/004.p/207`, 404);
    const { prefix, policy } = site;
    expect(await look(prefix, put(policy), makeFolder(), time + 1)).toMatchObject({
      code: 0,
      wrong: [],
      missing: [],
    });
  });

  it("has new terms that a quorum saw 25 hours ahead", async () => {
    const made = startLog();
    made.shown.add(
      ...made.price.epochs(FIRST + 25, TERMS),
      termsEntry(DEARER),
      ...made.price.epochs(FIRST + 26, DEARER),
    );
    made.shown.sign((FIRST + 1) * HOUR + 5);
    const { at } = await serve(made.shown);
    expect(await at((FIRST + 1) * HOUR + 10)).toMatchObject({ code: 0, wrong: [], missing: [] });
    // Hours later the times are renewed, and the first ones still count.
    made.shown.sign((FIRST + 5) * HOUR);
    const late = await (await serve(made.shown)).at((FIRST + 5) * HOUR + 1);
    expect(late).toMatchObject({ code: 0, wrong: [], missing: [] });
    expect(said(late.lines, "late")).toEqual([]);
  });

  it("has late epochs with unchanged terms, after a stop of the server", async () => {
    const made = startLog();
    made.shown.add(...made.price.epochs(FIRST + 28, TERMS));
    made.shown.sign((FIRST + 4) * HOUR + 5);
    const { at } = await serve(made.shown);
    const { code, lines } = await at((FIRST + 4) * HOUR + 10);
    expect(code).toBe(0);
    expect(said(lines, "late")).toEqual([
      `3 epochs with unchanged terms; a quorum saw epoch ${FIRST + 25} only 21.0 hours before it began`,
    ]);
  });

  it("has the terms that an ended price had promised", async () => {
    const { shown } = endPrice([TERMS, DEARER]);
    const { at } = await serve(shown);
    const { code, wrong, lines } = await at((FIRST + 2) * HOUR + 60);
    expect(wrong).toEqual([]);
    expect(code).toBe(0);
    expect(said(lines, "log")[0]).toMatch(/^the price since .* ended at .*: its secret was lost$/);
    expect(lines.at(-1)).toMatch(
      /^All right, unless the operator of the beacon 23cc4c8abf31 knew its rounds:/,
    );
  });

  it("names kinds that the monitor does not know", async () => {
    const { shown } = startLog();
    shown.add(
      "veritick/log/hour/1\nepoch 5\n",
      "veritick/log/hour/1\nepoch 6\n",
      "veritick/log/slice/2\nx 1\n",
    );
    shown.sign(TICK + 3);
    const { at } = await serve(shown);
    const { code, lines } = await at(TICK + 4);
    expect(code).toBe(0);
    expect(said(lines, "unknown kind").map((text) => text.slice(0, 45))).toEqual(
      ['2 entries begin with "veritick/log/hour/1": a ', '1 entries begin with "veritick/log/slice/2": '].map(
        (text) => text.slice(0, 45),
      ),
    );
  });
});

/** Ends a price after two hours. The new one has these terms, before and from the 26th hour on. */
function endPrice([before, after]: [string, string]) {
  const made = startLog();
  const { shown, price } = made;
  shown.add(...price.epochs(FIRST + 25, TERMS), termsEntry(DEARER), ...price.epochs(FIRST + 26, DEARER));
  shown.sign((FIRST + 1) * HOUR + 1);
  const tick = (FIRST + 2) * HOUR + 50;
  const renewed = makePrice(tick, price.head(), LOCAL.chainHash, 1);
  const changed = [before, after].map((text) => text.replace(QUICKNET.chainHash, LOCAL.chainHash)) as [
    string,
    string,
  ];
  shown.add(
    {
      kind: "ending",
      genesis: TICK,
      reason: "secret",
      tick,
      ended: new Date(tick * 1000).toISOString(),
      positions: 0,
      stake: "0.00000000",
      value: "0.00000000",
    },
    beaconEntry(LOCAL),
    ...[...new Set(changed)].map(termsEntry),
    renewed.genesis,
    ...renewed.epochs(FIRST + 25, changed[0]),
    ...renewed.epochs(FIRST + 26, changed[1]),
  );
  shown.sign(tick + 1);
  return made;
}

describe("an entry that breaks a rule is wrong", () => {
  const at =
    (kind: LogEntry["kind"], change: (entry: any) => LogEntry | LogEntry[], epoch?: number): Change =>
    (entry) =>
      entry.kind === kind && (epoch === undefined || (entry as any).epoch === epoch) ? change(entry) : entry;

  it.each<[string, Change, string]>([
    [
      "a second start",
      at("key", (entry) => [entry, { kind: "start", origin: ORIGIN }]),
      "entry 2: it is a second start",
    ],
    ["no start", at("start", () => []), "entry 0: the log does not begin with its start"],
    [
      "an epoch left out",
      at("epoch", () => [], FIRST + 7),
      `epoch ${FIRST + 7} is missing before epoch ${FIRST + 8}`,
    ],
    [
      "an epoch twice",
      at("epoch", (entry) => [entry, entry], FIRST + 7),
      `epoch ${FIRST + 7} stands there a second time`,
    ],
    [
      "another head",
      at("epoch", (entry) => ({ ...entry, head: "11".repeat(32) }), FIRST + 7),
      `the head of epoch ${FIRST + 7} does not follow from the head before it`,
    ],
    [
      "another commitment under the same head",
      at("epoch", (entry) => ({ ...entry, commitment: "11".repeat(32) }), FIRST + 7),
      `the head of epoch ${FIRST + 7} does not follow from the head before it`,
    ],
    ["no terms", at("terms", () => []), `the terms of epoch ${FIRST} are not in the log before it`],
    ["no beacon", at("beacon", () => []), "names a beacon that is not in the log"],
    [
      "another beacon's key",
      at("beacon", (entry) => ({ ...entry, period: 6 })),
      "the beacon has the chain hash",
    ],
    [
      "no key",
      at("key", () => []),
      "liabilities report 1 is signed by a key that is not in the log before it",
    ],
    [
      "a first report that is not the first",
      at("liabilities", ({ kind, text }) => ({ kind, text: text.replace("number 1\n", "number 2\n") })),
      "liabilities report 1 is missing",
    ],
  ])("%s", async (_what, change, text) => {
    const { shown } = startLog(change);
    const { at: lookAt } = await serve(shown);
    const { code, wrong, lines } = await lookAt(TICK + 10);
    expect(said(lines, "rules")[0]).toContain(text);
    expect(wrong).toEqual(["rules"]);
    expect(code).toBe(1);
  });

  it("a receipts' key that stands after its use", async () => {
    const late: LogEntry = { kind: "key", use: "receipts", key: RECEIPT_KEY };
    const { shown } = startLog((entry) =>
      entry.kind === "key" ? [] : entry.kind === "liabilities" ? [entry, late] : entry,
    );
    const { at: lookAt } = await serve(shown);
    const { code, lines } = await lookAt(TICK + 10);
    expect(said(lines, "rules")).toEqual([
      "entry 29: liabilities report 1 is signed by a key that is not in the log before it",
    ]);
    expect(code).toBe(1);
  });

  it.each([
    ["with CRLF", "veritick/log/slice/1\r\nround 5\r\nleaves 1\r\n"],
    ["with a blank", "veritick/log/seed/1 \nepoch 5\n"],
    ["with a line twice", `veritick/log/key/1\nuse receipts\nuse receipts\nkey ${RECEIPT_KEY}\n`],
    ["without its end", `veritick/log/key/1\nuse receipts\nkey ${RECEIPT_KEY}`],
  ])("a known kind %s", async (_what, text) => {
    const { shown } = startLog();
    shown.add(text);
    shown.sign(TICK + 3);
    const { at: lookAt } = await serve(shown);
    const { code, lines } = await lookAt(TICK + 10);
    expect(said(lines, "rules")[0]).toMatch(
      /^entry 31: it does not have the form of veritick\/log\/(slice|seed|key)\/1$/,
    );
    expect(code).toBe(1);
  });

  it("stays wrong at later visits", async () => {
    const made = startLog(at("epoch", () => [], FIRST + 7));
    const { at: lookAt } = await serve(made.shown);
    expect((await lookAt(TICK + 10)).code).toBe(1);
    const { code, lines } = await lookAt(addHour(made));
    expect(code).toBe(1);
    expect(said(lines, "rules")[0]).toContain("is missing");
  });

  it.each<[string, Change, string]>([
    [
      "another seed",
      at("seed", (entry) => ({ ...entry, seed: "11".repeat(32) })),
      `entry 31: the seed of epoch ${FIRST} has no open commitment in the log`,
    ],
    [
      "a seed twice",
      at("seed", (entry) => [entry, entry]),
      `entry 32: the seed of epoch ${FIRST} has no open commitment in the log`,
    ],
  ])("in a later hour %s", async (_what, change, text) => {
    const made = startLog();
    const now = addHour(made, change);
    const { at: lookAt } = await serve(made.shown);
    const { code, lines } = await lookAt(now);
    expect(said(lines, "rules")).toEqual([text]);
    expect(code).toBe(1);
  });

  it("new terms that a quorum saw 23 hours ahead, also if a visit saw them without a quorum", async () => {
    const made = startLog();
    made.shown.add(...made.price.epochs(FIRST + 25, TERMS));
    made.shown.sign((FIRST + 1) * HOUR + 1);
    const visits = await serve(made.shown);
    expect((await visits.at((FIRST + 1) * HOUR + 2)).code).toBe(0);
    made.shown.add(termsEntry(DEARER), ...made.price.epochs(FIRST + 26, DEARER));
    made.shown.sign((FIRST + 3) * HOUR - 5, [(FIRST + 3) * HOUR - 5, (FIRST + 3) * HOUR - 5]);
    expect((await visits.at((FIRST + 3) * HOUR)).wrong).toEqual([]);
    made.shown.sign((FIRST + 3) * HOUR);
    const again = await visits.at((FIRST + 3) * HOUR + 5);
    expect(said(again.lines, "rules")).toEqual([
      `entry 33: epoch ${FIRST + 26} has new terms, and a quorum saw them only 23.0 hours before it began`,
    ]);
    expect(again.code).toBe(1);
    // A monitor that comes later finds the same.
    const { lines, code } = await (await serve(made.shown)).at((FIRST + 3) * HOUR + 5);
    expect(said(lines, "rules")).toEqual(said(again.lines, "rules"));
    expect(code).toBe(1);
  });

  it("but not new terms that other witnesses saw in time with a later checkpoint", async () => {
    const made = startLog();
    made.shown.add(...made.price.epochs(FIRST + 25, TERMS));
    made.shown.sign((FIRST + 1) * HOUR + 1);
    const limit = (FIRST + 2) * HOUR + 120;
    made.shown.add(termsEntry(DEARER), ...made.price.epochs(FIRST + 26, DEARER));
    made.shown.sign(limit, [limit - 10, limit - 10, limit + 20]);
    made.shown.add({ kind: "release", version: "2.0.0", verifier: ZEROS, web: ZEROS });
    made.shown.sign(limit, [limit - 5, limit - 5, undefined, limit]);
    const { code, wrong } = await (await serve(made.shown)).at(limit + 30);
    expect({ code, wrong }).toEqual({ code: 0, wrong: [] });
    // A second later it is too late.
    made.shown.notes.delete(35);
    made.shown.sign(limit, [limit - 5, limit - 5, undefined, limit + 1]);
    expect((await (await serve(made.shown)).at(limit + 30)).wrong).toEqual(["rules"]);
  });

  it("terms that change with the end of a price", async () => {
    const { shown } = endPrice([DEARER, DEARER]);
    const { at: lookAt } = await serve(shown);
    const { code, wrong, lines } = await lookAt((FIRST + 2) * HOUR + 60);
    expect(said(lines, "rules")[0]).toContain(
      `the terms of epoch ${FIRST + 2} are not those that an ended price had promised`,
    );
    expect(wrong).toEqual(["rules"]);
    expect(code).toBe(1);
  });

  it.each([
    ["left out", 1, "liabilities report 2 is missing"],
    [
      "with another report before it",
      2,
      "liabilities report 2 does not name the hash of the report before it",
    ],
  ])("a liabilities report %s", async (_what, way, text) => {
    const { shown, report } = startLog();
    const [second, third] = [report(), report()] as any[];
    if (way === 1) shown.add(third);
    else shown.add({ ...second, text: second.text.replace(/previous .*/, `previous ${"11".repeat(32)}`) });
    shown.sign(TICK + 3);
    const { at: lookAt } = await serve(shown);
    const { code, lines } = await lookAt(TICK + 4);
    expect(said(lines, "rules")).toEqual([`entry 31: ${text}`]);
    expect(code).toBe(1);
  });

  it("a liabilities report of the site that is not in the log", async () => {
    const { shown, report } = startLog();
    const row = (text: string, number: number) => ({
      number,
      taken: new Date((TICK + number) * 1000).toISOString(),
      total: "10.00000000",
      text,
      signature: "11".repeat(64),
    });
    shown.reports = [row((report() as any).text, 2)];
    const { at: lookAt } = await serve(shown);
    // For two minutes it may be on its way.
    expect(said((await lookAt(TICK + 10)).lines, "reports")).not.toContain(
      "liabilities report 2 of the site is not in the log",
    );
    const { code, lines } = await lookAt(TICK + 130);
    expect(said(lines, "reports")).toContain("liabilities report 2 of the site is not in the log");
    expect(said(lines, "reports")).toContain("liabilities report 2 is not signed by its key");
    expect(code).toBe(1);
  });

  it("orders that were cosigned before their round was due, even by one witness", async () => {
    const made = startLog();
    const round = roundAt(TICK + 30);
    made.shown.slice(round, ["0a".repeat(16)]);
    const due = dueOf(round);
    made.shown.sign(due, [due - 1, due, due, due]);
    const { at: lookAt } = await serve(made.shown);
    const { code, lines } = await lookAt(due + 5);
    expect(said(lines, "rules")[0]).toMatch(
      new RegExp(`^entry 31: the orders of round ${round} were cosigned at .*, before the round was due$`),
    );
    expect(code).toBe(1);
  });

  it("a tag in two places within 20 rounds, and not after more", async () => {
    const made = startLog();
    const round = roundAt(TICK + 30);
    made.shown.slice(round, ["0a".repeat(16)]);
    made.shown.slice(round + 21, ["0a".repeat(16)]);
    const now = dueOf(round + 21) + 1;
    made.shown.sign(now);
    const visits = await serve(made.shown);
    expect(await visits.at(now)).toMatchObject({ code: 0, wrong: [] });
    made.shown.slice(round + 41, ["0b".repeat(16), "0a".repeat(16)]);
    made.shown.sign(dueOf(round + 41) + 1);
    // A new process reads the lists of the last rounds again.
    const { code, lines } = await visits.at(dueOf(round + 41) + 1);
    expect(said(lines, "rules")).toEqual([
      `the tag ${"0a".repeat(16)} is in entry 32, order 0, and in entry 33, order 1`,
    ]);
    expect(code).toBe(1);
  });

  it("a list with another tag than was logged", async () => {
    const made = startLog();
    const now = addHour(made);
    const list = Buffer.from(made.shown.lists.get(33)!);
    list[0]! ^= 1;
    made.shown.lists.set(33, list);
    const visits = await serve(made.shown);
    const { code, lines } = await visits.at(now);
    expect(said(lines, "rules")).toEqual(["entry 33: the list of its orders does not have its root"]);
    expect(code).toBe(1);
  });

  it("but not a list that is not served", async () => {
    const made = startLog();
    const now = addHour(made);
    made.shown.lists.clear();
    const { code, lines } = await (await serve(made.shown)).at(now);
    expect(said(lines, "lists")).toEqual(["1 lists of orders are not served: tags are not counted"]);
    expect(code).toBe(0);
  });
});

describe("a log that is not the same for all", () => {
  /** Two logs with the same beginning. */
  function fork() {
    const made = startLog();
    const other = makeLog(made.shown.entries);
    other.add(termsEntry(DEARER));
    other.sign(TICK + 4);
    made.shown.add(termsEntry(termsOf(0.1, QUICKNET.chainHash)));
    made.shown.sign(TICK + 4);
    return { made, other };
  }

  it("is wrong if it is another one than was noted, and both notes are kept", async () => {
    const { made, other } = fork();
    const { at, site, forks, folder } = await serve(made.shown);
    expect((await at(TICK + 5)).code).toBe(0);
    const noted = readFileSync(join(folder, "monitor.json"), "utf8");
    other.add({ kind: "release", version: "2.0.0", verifier: ZEROS, web: ZEROS });
    other.sign(TICK + 6);
    site.shown = other;
    const { code, wrong, lines } = await at(TICK + 7);
    expect({ code, wrong }).toEqual({ code: 1, wrong: ["fork"] });
    expect(said(lines, "fork")[0]).toContain(
      "the checkpoint of 32 entries that you noted is not the beginning of the site's log",
    );
    expect(forks()).toEqual(["fork-32.txt"]);
    expect(readFileSync(join(folder, "fork-32.txt"), "utf8")).toBe(
      `${made.shown.newest!.note}\n${other.newest!.note}`,
    );
    expect(readFileSync(join(folder, "monitor.json"), "utf8")).toBe(noted);
    // The proof counts, also if the site shows the first log again.
    site.shown = made.shown;
    expect((await at(TICK + 8)).wrong).toEqual(["fork"]);
  });

  it.each([
    ["of the same size", 0],
    ["of an earlier size", 3],
  ])("is wrong if a witness has cosigned another log %s", async (_what, more) => {
    const { made, other } = fork();
    const { at, forks, folder } = await serve(made.shown);
    for (let count = 0; count < more; count += 1)
      made.shown.add({ kind: "release", version: "2.0.0", verifier: ZEROS, web: ZEROS });
    made.shown.sign(TICK + 5);
    made.shown.shown[3] = other.shown[3];
    const { code, wrong, lines } = await at(TICK + 6);
    expect({ code, wrong }).toEqual({ code: 1, wrong: ["fork"] });
    expect(said(lines, "fork")[0]).toContain(
      "the checkpoint of 32 entries that the witness w3 shows is not the beginning",
    );
    expect(forks()).toEqual(["fork-32.txt"]);
    expect(readFileSync(join(folder, "fork-32.txt"), "utf8")).toBe(
      `${other.shown[3]}\n${made.shown.newest!.note}`,
    );
    expect(existsSync(join(folder, "monitor.json"))).toBe(false);
  });

  it("is wrong if the site serves another checkpoint at its own address", async () => {
    const { made, other } = fork();
    made.shown.add({ kind: "release", version: "2.0.0", verifier: ZEROS, web: ZEROS });
    made.shown.sign(TICK + 5);
    made.shown.notes.set(32, other.newest!);
    const { at, forks } = await serve(made.shown);
    // No quorum has cosigned the first epochs at their size, so the monitor asks for the next.
    made.shown.notes.delete(31);
    expect((await at(TICK + 6)).wrong).toEqual(["fork"]);
    expect(forks()).toEqual(["fork-32.txt"]);
  });

  it("is wrong if the site serves fewer entries than before, or than the witnesses have seen", async () => {
    const made = startLog();
    const before = made.shown.newest!;
    const visits = await serve(made.shown);
    const now = addHour(made);
    expect((await visits.at(now)).code).toBe(0);
    made.shown.newest = before;
    const seen = await visits.at(now);
    expect({ code: seen.code, wrong: seen.wrong }).toEqual({ code: 1, wrong: ["size"] });
    expect(said(seen.lines, "size")).toEqual(["the site serves a log of 31 entries, and it had 34 before"]);
    // Who comes for the first time learns it from the witnesses.
    const first = await (await serve(made.shown)).at(now);
    expect(first.code).toBe(1);
    expect(said(first.lines, "size")[0]).toBe(
      "the site serves a log of 31 entries, and the witness w0 has cosigned 34",
    );
  });

  it("is wrong if the site lacks entries that a single witness has seen, but not while it only lacks a quorum", async () => {
    const made = startLog();
    const before = made.shown.newest!;
    made.shown.add({ kind: "release", version: "2.0.0", verifier: ZEROS, web: ZEROS });
    made.shown.sign(TICK + 5, [TICK + 5]);
    made.shown.newest = before;
    const served = await (await serve(made.shown)).at(TICK + 6);
    expect({ code: served.code, wrong: served.wrong }).toEqual({ code: 0, wrong: [] });
    expect(said(served.lines, "tiles")).toEqual([
      "the site serves the 32 entries that the witness w0 has cosigned",
    ]);
    made.shown.entries[31] = made.shown.entries[31]!.replace("2.0.0", "2.0.1");
    expect((await (await serve(made.shown)).at(TICK + 6)).wrong).toEqual(["tiles"]);
    made.shown.entries.pop();
    expect((await (await serve(made.shown)).at(TICK + 6)).wrong).toEqual(["size"]);
  });

  it("is wrong if the log's own key did not sign it", async () => {
    const { shown } = startLog();
    const visits = await serve(shown);
    shown.false.set(
      "checkpoint",
      shown.newest!.note.replace(/^— veritick.*$/m, (line) => `${line.slice(0, -9)}AAAAAAA==`),
    );
    expect(await visits.at(TICK + 5)).toMatchObject({ code: 1, wrong: ["checkpoint"] });
    shown.false.set("checkpoint", shown.newest!.note.replace(/^— veritick.*\n/m, ""));
    expect(await visits.at(TICK + 5)).toMatchObject({ code: 1, wrong: ["checkpoint"] });
  });

  it("is wrong if a cosignature is not the witness's own", async () => {
    const { shown } = startLog();
    const [line] = /^— witness.example\/21 .*$/m.exec(shown.newest!.note)!;
    const bytes = Buffer.from(line.split(" ")[2]!, "base64");
    bytes[40]! ^= 1;
    shown.false.set(
      "checkpoint",
      shown.newest!.note.replace(line, `— witness.example/21 ${bytes.toString("base64")}`),
    );
    const { code, lines } = await (await serve(shown)).at(TICK + 5);
    expect(said(lines, "cosignature")).toEqual(["one for 31 entries is not by the witness w0"]);
    expect(code).toBe(1);
  });
});

describe("files that do not belong to the signed root", () => {
  it("an entry that was changed is wrong", async () => {
    const made = startLog();
    const { at, site } = await serve(made.shown);
    const changed = makeLog(made.shown.entries);
    Object.assign(changed, { newest: made.shown.newest, shown: made.shown.shown, notes: made.shown.notes });
    changed.entries[3] = changed.entries[3]!.replace("0.05", "0.06");
    site.shown = changed;
    // Its tiles are changed with it.
    expect(await at(TICK + 5)).toMatchObject({ code: 1, wrong: ["entries"] });
    const honest = await serve(made.shown);
    const bundle = new Uint8Array(
      Buffer.from(await (await fetch(`${honest.site.prefix}tile/entries/000.p/31`)).arrayBuffer()),
    );
    bundle[60]! ^= 1;
    made.shown.false.set("tile/entries/000.p/31", bundle);
    const { wrong, lines } = await honest.at(TICK + 5);
    expect(wrong).toEqual(["entries"]);
    expect(said(lines, "entries")[0]).toMatch(
      /root that is signed for 31: entry \d is not the one in the tiles$/,
    );
    expect(readdirSync(honest.folder)).toEqual([]);
  });

  it("a tile that was changed is wrong", async () => {
    const made = startLog();
    const visits = await serve(made.shown);
    const change = async (path: string) => {
      const tile = Buffer.from(await (await fetch(visits.site.prefix + path)).arrayBuffer());
      tile[70]! ^= 1;
      made.shown.false.set(path, tile);
    };
    await change("tile/0/000.p/31");
    const { wrong, lines, code } = await visits.at(TICK + 5);
    expect({ code, wrong }).toEqual({ code: 1, wrong: ["tiles"] });
    expect(said(lines, "tiles")).toEqual(["hash 2 of level 0 is not that of the entries"]);
    made.shown.false.clear();
    const again = await serve(made.shown);
    expect((await again.at(TICK + 5)).code).toBe(0);
    addHour(made);
    await change("tile/0/000.p/34");
    made.shown.false.set("tile/0/000.p/34", made.shown.false.get("tile/0/000.p/34")!);
    const grown = await look(again.site.prefix, again.file, again.folder, (FIRST + 1) * HOUR + 60);
    expect(grown.wrong).toEqual(["tiles"]);
  });
});

describe("it cannot be told", () => {
  it.each<[string, (shown: SmallLog) => void, string]>([
    [
      "without a quorum",
      (shown) => {
        shown.notes.clear();
        shown.shown = [];
        shown.sign(TICK + 2, [TICK + 2, TICK + 2]);
      },
      "quorum",
    ],
    ["with a quorum that is old", () => {}, "old"],
    [
      "with times in the future",
      (shown) => {
        shown.notes.clear();
        shown.shown = [];
        shown.sign(TICK + 20);
      },
      "quorum",
    ],
    ["from a checkpoint that is rubbish", (shown) => shown.false.set("checkpoint", "rubbish"), "log"],
    ["from a checkpoint of 10 MB", (shown) => shown.false.set("checkpoint", "x".repeat(10_000_000)), "log"],
    ["without a checkpoint", (shown) => shown.false.set("checkpoint", 404), "log"],
    ["from a site that fails", (shown) => shown.false.set("checkpoint", 500), "log"],
    ["from entries that are rubbish", (shown) => shown.false.set("tile/entries/000.p/31", "rubbish"), "log"],
    [
      "from entries that are torn",
      (shown) => shown.false.set("tile/entries/000.p/31", "\0\0".repeat(30)),
      "log",
    ],
    [
      "from entries of 10 MB",
      (shown) => shown.false.set("tile/entries/000.p/31", "x".repeat(10_000_000)),
      "log",
    ],
    ["from a tile that is rubbish", (shown) => shown.false.set("tile/0/000.p/31", "rubbish"), "log"],
    ["from a tile of 10 MB", (shown) => shown.false.set("tile/0/000.p/31", "x".repeat(10_000_000)), "log"],
    ["without a tile", (shown) => shown.false.set("tile/0/000.p/31", 404), "log"],
    [
      "from another checkpoint at a size's address",
      (shown) => shown.false.set("checkpoint/31", "rubbish"),
      "log",
    ],
  ])("%s", async (what, change, step) => {
    const made = startLog();
    change(made.shown);
    const isOfSize = what.startsWith("from another");
    if (isOfSize) made.shown.add({ kind: "release", version: "1", verifier: ZEROS, web: ZEROS });
    if (isOfSize) made.shown.sign(TICK + 3);
    const { at } = await serve(made.shown);
    const { code, wrong, missing } = await at(TICK + (step === "old" ? 500 : 5));
    expect(wrong).toEqual([]);
    expect(missing).toEqual([step === "old" ? "quorum" : step]);
    expect(code).toBe(2);
  });

  it("by a policy that asks for no witness", async () => {
    const { shown } = startLog();
    const policy = policyText("3").replace(/^quorum .*$/m, "quorum none");
    expect(await (await serve(shown, policy)).at(TICK + 5)).toMatchObject({ code: 2, missing: ["quorum"] });
  });

  it("from witnesses whom only the site's own policy names", async () => {
    const { shown } = startLog();
    shown.add({ kind: "policy", text: policyText("3") });
    shown.sign(TICK + 2);
    const own = `log ${policyText("3").split("\n")[1]!.slice(4)}\nwitness a witness.example/1+7f4fbf80+BNVCB9oZSXfc9Grb/sK8LnW1LVqKQhhP7f3AACTw4+ja\nquorum a\n`;
    const { code, lines, missing } = await (await serve(shown, own)).at(TICK + 5);
    expect({ code, missing }).toEqual({ code: 2, missing: ["quorum"] });
    expect(said(lines, "policy")).toEqual([
      "the log's own policy names other witnesses than yours: only yours decides",
    ]);
  });

  it("while the witnesses answer with rubbish, 10 MB or not at all, unless the site shows a quorum", async () => {
    const { shown } = startLog();
    shown.shown = ["rubbish", "x".repeat(10_000_000), undefined, shown.shown[3]];
    const { code, lines } = await (await serve(shown)).at(TICK + 5);
    expect(code).toBe(0);
    expect(said(lines, "witness")).toHaveLength(3);
  });

  it("with a state folder that is torn, which stays as it is", async () => {
    const made = startLog();
    const { at, folder } = await serve(made.shown);
    expect((await at(TICK + 5)).code).toBe(0);
    const path = join(folder, "monitor.json");
    const kept = readFileSync(path, "utf8");
    for (const torn of [
      "",
      kept.slice(0, 500),
      kept.replace(`"epoch":${FIRST + 24}`, `"epoch":${FIRST + 23}`),
      "{}",
    ]) {
      writeFileSync(path, torn);
      const { code, lines } = await at(TICK + 6);
      expect(code).toBe(2);
      expect(lines[0]).toContain("monitor.json is damaged");
      expect(readFileSync(path, "utf8")).toBe(torn);
    }
    writeFileSync(path, kept);
    expect((await at(TICK + 6)).code).toBe(0);
  });

  it.each([
    ["no log", policyText("3").replace(/^log .*\n/m, ""), "The policy must name the log"],
    ["a changed key", policyText("3").replace("+", "+0"), "line 2 is wrong: its key has no right form"],
    [
      "a member twice",
      policyText("3").replace(" w3\nquorum", " w1\nquorum"),
      "line 7 is wrong: w1 is unknown, or a member already",
    ],
    ["too many", policyText("5"), "line 7 is wrong: 5 is no count of them"],
    ["no quorum", policyText("3").replace(/^quorum .*\n/m, ""), "names no quorum"],
    [
      "a carriage return",
      policyText("3").replaceAll("\n", "\r\n"),
      "line 1 is wrong: it has a control character",
    ],
    ["another word", `${policyText("3")}witnesses 3\n`, "line 9 is wrong: witnesses has no such line"],
    [
      "a witness twice",
      policyText("3").replace("w1 witness.example/22", "w1 witness.example/21"),
      "line 4 is wrong",
    ],
  ])("by a policy with %s", async (_what, policy, text) => {
    const { code, lines } = await (await serve(startLog().shown, policy)).at(TICK + 5);
    expect(lines.at(-1)).toContain(text);
    expect(code).toBe(2);
  });
});

describe("a monitor that follows", () => {
  async function follow(shown: SmallLog, now: number) {
    const { site, file, folder } = await serve(shown);
    const words = ["monitor", "--url", site.prefix, "--policy", file, "--state", folder];
    const time = new Date(now * 1000).toISOString();
    const child = spawn(process.execPath, [VERIFIER, ...words, "--now", time], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    endAtExit(child);
    onTestFinished(() => void child.kill("SIGKILL"));
    let printed = "";
    const watchers = new Set<() => void>();
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      for (const watcher of watchers) watcher();
    });
    const ended = once(child, "close").then(([code]) => code as number | null);
    return {
      site,
      folder,
      ended,
      text: () => printed,
      end: () => (child.kill("SIGTERM"), ended),
      until: (text: string) =>
        new Promise<void>((resolve) => {
          const see = () => (printed.includes(text) ? resolve() : undefined);
          watchers.add(see);
          see();
        }),
      noted: () => JSON.parse(readFileSync(join(folder, "monitor.json"), "utf8").slice(65)).note as string,
    };
  }

  it("says only news, and ends with SIGTERM", async () => {
    const made = startLog();
    const child_ = await follow(made.shown, (FIRST + 1) * HOUR + 40);
    await child_.until("missing quorum");
    addHour(made);
    await child_.until("everything can be checked again");
    expect(child_.noted()).toBe(made.shown.newest!.note);
    expect(await child_.end()).toBe(0);
    expect(child_.text()).toMatch(/\nAll right: \d+ checks passed\.\n$/);
    expect(child_.text().match(/missing quorum/g)).toHaveLength(1);
  });

  it("counts no order twice after a visit that failed", async () => {
    const made = startLog();
    const now = addHour(made);
    made.shown.false.set("checkpoint/31", 500);
    const child_ = await follow(made.shown, now);
    await child_.until("missing log");
    made.shown.false.clear();
    await child_.until("everything can be checked again");
    expect(await child_.end()).toBe(0);
  });

  it("ends by itself if something is wrong", async () => {
    const made = startLog();
    const child_ = await follow(made.shown, TICK + 5);
    await child_.until("quorum");
    made.shown.newest = makeLog(made.shown.entries.slice(0, 9)).sign(TICK + 1);
    expect(await child_.ended).toBe(1);
    expect(child_.text()).toContain("the site serves a log of 9 entries, and it had 31 before");
  });
});

it("says how it is used", async () => {
  expect(await verify("monitor", "--url", "http://127.0.0.1:1/log/1/")).toMatchObject({
    code: 2,
    lines: ["monitor needs --policy. See --help."],
  });
  expect((await verify("monitor", "--strict")).lines).toEqual([
    '"--strict" is not expected here. See --help.',
  ]);
});

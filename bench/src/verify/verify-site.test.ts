import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { roundOf } from "@veritick/domain/rounds.ts";
import { freeBeacon, unsigned } from "@veritick/server/testing/free-beacon.ts";
import { memoisedKey } from "@veritick/server/testing/signed-rounds.ts";
import { stateLiabilities } from "@veritick/server/testing/liabilities.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import type { Person } from "@veritick/server/testing/people.ts";
import { TEST_BEACON_KEY } from "@veritick/server/testing/test-app.ts";
import { useApp } from "@veritick/server/testing/use-app.ts";
import type {} from "@veritick/server/testing/global-setup.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { downloadReceipt, findWinningTick, signReceipt, STRANGERS_KEY, unsettle } from "./receipt-file.ts";
import { beginAnew, CHANGES, FIRST, GENESIS } from "./receipt-changes.ts";
import { startFalseSite, useFiles, VERIFIER, verifier, verify } from "./verifier.ts";
import type { Verdict } from "./verifier.ts";

const local = await memoisedKey(Buffer.from(TEST_BEACON_KEY, "hex"));
const { chain } = local;
/** The last round with a true signature. Those of an hour would take ten seconds, and no check reads the others. */
const LAST_SIGNED = roundOf(chain, (FIRST + 1) * 3600 + 180);
const signatureOf = (round: number) => (round > LAST_SIGNED ? unsigned(round) : local.signer.sign(round));
const scope = useApp(
  {},
  {
    clock: movableClock(GENESIS * 1000),
    beacon: freeBeacon({ ...local, signer: { sign: signatureOf, atOnce: Infinity } }),
  },
);
const put = useFiles();

let person: Person;
/** A position won within the second epoch. */
let won: any;
/** A one-minute position from the first epoch into the second. */
let crossing: any;
/** The receipt of the won position, from before the end of the first epoch. */
let early: any;
let openedAt: string;
/** The verdicts on the second epoch while it runs, and by a clock that says it is over. */
let running: Verdict;
let outage: Verdict;
/** The platform's key, as a person noted it. */
let pinned: string[];

async function openAt(tick: number, body: object): Promise<string> {
  scope.app.clock.jump(tick - scope.app.clock.nowMs() / 1000);
  await scope.settled();
  const { status, body: opened } = await person.post("/api/trading/positions", { amount: "10", ...body });
  expect(status).toBe(201);
  return opened.id;
}

beforeAll(async () => {
  [person] = (await seedPeople(scope.app, 1, "1000")) as [Person];
  const { body: fairness } = await person.get("/api/fairness");
  expect(fairness.genesis.tick).toBe(GENESIS);
  const crossingId = await openAt((FIRST + 1) * 3600 - 31, { type: "sell", duration: 1 });
  const winning = findWinningTick(GENESIS, (FIRST + 1) * 3600 + 5, chain, signatureOf);
  const wonId = await openAt(winning, { type: "buy", duration: 1 });
  early = await downloadReceipt(person, wonId, NOW());
  openedAt = NOW();
  const second = ["--epoch", `${FIRST + 1}`, "--url", scope.app.url];
  running = await verify(...second, "--now", openedAt);
  outage = await verify(...second, "--now", LATE);
  scope.app.clock.jump((FIRST + 2) * 3600 + 10 - scope.app.clock.nowMs() / 1000);
  await scope.settled();
  won = await downloadReceipt(person, wonId, NOW());
  crossing = await downloadReceipt(person, crossingId, NOW());
  pinned = ["--key", won.receipt.promise.publicKey];
});

/** An hour and a half after the last hour of these tests. */
const LATE = "2026-09-21T16:30:00Z";
const NOW = () => new Date(scope.app.clock.nowMs()).toISOString();
const asProcess = async (...words: string[]) => {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [VERIFIER, ...words]);
    return { code: 0, stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, stdout };
  }
};

describe("a true receipt", () => {
  it("passes with chances in which another machine has other last digits", async () => {
    const file = structuredClone(won);
    for (const terms of file.fairness.terms) terms.winChance += 5e-10;
    const { code, wrong } = await verify("--position", put(file), ...pinned);
    expect(wrong).toEqual([]);
    expect(code).toBe(0);
  });

  it("passes offline and against the site, run as a command", async () => {
    expect(won.receipt.position.status).toBe("won");
    const { code, stdout } = await asProcess("--position", put(won), "--url", scope.app.url);
    expect(stdout).toMatch(/\nAll right, unless .+ shows that it was not backdated: \d+ checks passed\.\n$/);
    expect(code).toBe(0);
    for (const step of [
      "signature",
      "key",
      "promise",
      "terms",
      "start",
      "reach",
      "barrier",
      "commitment",
      "chain",
      "seed",
    ])
      expect(stdout).toMatch(new RegExp(`^ok {6}${step} `, "m"));
    for (const step of [
      "beacon",
      "rounds",
      "entry price",
      "result price",
      "result",
      "profit",
      "published prices",
    ])
      expect(stdout).toMatch(new RegExp(`^ok {6}${step} `, "m"));
    const offline = await verify("--position", put(won), ...pinned);
    expect(offline, offline.text).toMatchObject({ code: 0, wrong: [], later: [], missing: [] });
    // Without a key from elsewhere, anybody may have signed.
    expect(await verify("--position", put(won))).toMatchObject({ code: 2, wrong: [], missing: ["key"] });
  });

  it("passes across two epochs, and as a bare reply with a site", async () => {
    const file = await verify("--position", put(crossing), ...pinned);
    expect(file).toMatchObject({ code: 0, wrong: [], later: [], missing: [] });
    const bare = await verify("--position", put(crossing.receipt), "--url", scope.app.url);
    expect(bare).toMatchObject({ code: 0, wrong: [], later: [] });
    expect(bare.text).toContain("those of the epochs it lasts: 497222,497223");
  });

  it("is right so far while its epoch lasts, and says when the rest can be checked", async () => {
    const { code, wrong, later, missing, text } = await verify(
      "--position",
      put(early),
      ...pinned,
      "--now",
      openedAt,
    );
    expect({ code, wrong, later, missing }).toEqual({
      code: 0,
      wrong: [],
      missing: [],
      later: ["rounds", "seed", "entry price", "result price", "result"],
    });
    expect(text).toContain("Right so far");
    expect(text).toContain("the last from 2026-09-21T16:00:00Z on");
    // The site's seeds complete it. Only the file's result is missing.
    const completed = await verify("--position", put(early), "--url", scope.app.url, "--now", NOW());
    expect(completed).toMatchObject({ code: 2, wrong: [], later: [], missing: ["result"] });
    expect(completed.text).toContain("won; download the receipt again");
  });

  it("reports a gap that the file leaves in the chain", async () => {
    const file = structuredClone(won);
    const { body } = await person.get("/api/fairness");
    file.fairness = { ...body, current: body.upcoming[5], upcoming: body.upcoming.slice(6) };
    file.epochs = file.epochs.filter(({ epoch }: any) => epoch !== FIRST + 3);
    const { code, missing, text } = await verify("--position", put(file), ...pinned);
    expect({ code, missing }).toEqual({ code: 2, missing: ["chain"] });
    expect(text).toContain(`epoch ${FIRST + 3} is not in the file`);
    expect(text).not.toMatch(/^ok +chain /m);
  });
});

it.each(CHANGES)("notices a change in the file: %s", async (_, step, change) => {
  const file = structuredClone(won);
  change(file);
  const { code, wrong, text } = await verify("--position", put(file));
  expect(wrong, text).toContain(step);
  expect(code).toBe(1);
});

it("calls a refund a broken promise, and wrong unless a new price began after the entry", async () => {
  const file = structuredClone(won);
  unsettle(file, "refunded");
  beginAnew(file);
  const { code, wrong, missing, text } = await verify("--position", put(file), ...pinned);
  expect({ code, wrong, missing }).toEqual({
    code: 1,
    wrong: [],
    missing: ["terms", "chain", "start", "seed", "entry price"],
  });
  expect(text).toMatch(/^BROKEN {2}refund +a promise was not kept/m);
  expect(text).toMatch(/^ok {6}ledger /m);
  expect((await verify("--position", put(file), "--url", scope.app.url)).wrong).toContain("refund");
  const bare = await verify("--position", put(file.receipt), ...pinned);
  expect(bare).toMatchObject({
    code: 2,
    wrong: [],
    missing: ["entry", "terms", "commitment", "entry price", "refund"],
  });
});

it("compares a signed head that belongs to the very first epoch", async () => {
  const file = structuredClone(crossing);
  signReceipt(file, { chain: `${FIRST} ${"dd".repeat(32)}` });
  expect((await verify("--position", put(file))).wrong).toEqual(["commitment", "chain"]);
});

it("believes the site rather than the file, and refuses an epoch listed twice", async () => {
  const file = structuredClone(won);
  file.fairness.houseEdge = 0.2;
  expect((await verify("--position", put(file))).wrong).toContain("published terms");
  const { code, text } = await verify("--position", put(file), "--url", scope.app.url);
  expect({ code, wrong: text.includes("WRONG") }).toEqual({ code: 0, wrong: false });
  file.epochs.push({ ...file.epochs[1], startState: "15300000000" });
  expect(await verify("--position", put(file), "--url", scope.app.url)).toMatchObject({ code: 2 });
});

it("allows two minutes for a seed, by this clock or the site's hour, whichever is later", async () => {
  const url = await altered((body, path) => path.includes("epochs") && (body[1].seed = null));
  const at = (seconds: number) => new Date(((FIRST + 2) * 3600 + seconds) * 1000).toISOString();
  const file = put(early);
  for (const [seconds, step] of [[110, "later"], [130, "wrong"], [-86_400, "later"]] as const) {
    const found = await verify("--position", file, "--url", url, "--now", at(seconds));
    expect(found[step], found.text).toContain("seed");
    expect(/^note {4}clock /m.test(found.text)).toBe(seconds < 0);
  }
}); // oxfmt-ignore

it("refuses signatures by another key than given, and keys the site does not publish", async () => {
  expect(await verify("--position", put(won), "--key", STRANGERS_KEY)).toMatchObject({ wrong: ["key"] });
  const file = structuredClone(won);
  signReceipt(file, {});
  expect(await verify("--position", put(file))).toMatchObject({ code: 2, wrong: [], missing: ["key"] });
  expect(await verify("--position", put(file), "--url", scope.app.url)).toMatchObject({ wrong: ["key"] });
});

/** Answers of a dishonest site, each with the step that must notice the lie. */
const LIES: [string, string, (body: any, path: string) => unknown][] = [
  ["a published price", "published prices", (b, p) => p.startsWith("/api/prices") && (b.prices[30] += 0.001)],
  ["a price off the grid", "published prices", (b, p) => p.startsWith("/api/prices") && (b.prices[3] += 0.0001)],
  ["a seed", "seed", (b, p) => p.includes("epochs") && (b[1].seed = "11".repeat(32))],
  ["a seed withheld", "seed", (b, p) => p.includes("epochs") && (b[1].seed = null)],
  ["a commitment", "commitment", (b, p) => p.includes("epochs") && (b[1].commitment = "22".repeat(32))],
  ["a commitment since the download", "file and site", (b, p) => p.includes("epochs") && (b[1].commitment = "22".repeat(32))],
  ["a head", "chain", (b, p) => p.includes("epochs") && (b[9].head = "33".repeat(32))],
  ["an epoch left out", "chain", (b, p) => p.includes("epochs") && b.splice(1, 1)],
  ["a start state not given", "start", (b, p) => p.includes("epochs") && (b[1].startState = null)],
  ["a round", "rounds", (b, p) => p.includes("rounds") && (b[2].signature = b[3].signature)],
  ["another beacon", "beacon", (b, p) => p === "/api/fairness" && (b.beacon.chainHash = "11".repeat(32))],
  ["a key", "key", (b, p) => p === "/api/fairness" && (b.keys[0].publicKey = STRANGERS_KEY)],
]; // oxfmt-ignore

const altered = (lie: (body: any, path: string) => unknown) =>
  startFalseSite(scope.app.url, (body, path) => void lie(body, path));

it.each(LIES)("notices a lie of the site: %s", async (_, step, lie) => {
  const url = await altered(lie);
  const { code, wrong, text } = await verify("--position", put(won), "--url", url);
  expect(wrong, text).toContain(step);
  expect(code).toBe(1);
});

it("reports that the site's price has restarted, and checks the file alone", async () => {
  const end = (body: any) => {
    const { genesis, beacon } = body;
    const endedAt = new Date((genesis.tick + 90_000) * 1000).toISOString();
    // Only the last hours of an ended price stay listed. This position is older.
    const ended = { reason: "beacon", tick: genesis.tick + 90_000, endedAt, epochs: [] };
    body.closings = [{ genesis: { ...genesis }, beacon, ...ended, head: genesis.previousHead, promised: [] }];
    body.genesis.tick += 100_000;
  };
  const url = await altered((body, path) => path === "/api/fairness" && end(body));
  const { code, wrong, missing, text } = await verify("--position", put(won), "--url", url);
  expect({ code, wrong, missing }).toEqual({ code: 2, wrong: [], missing: ["genesis"] });
  expect(text).toMatch(/^missing genesis .*its price secret was lost then/m);
  expect(text).toMatch(/^ok {6}result price /m);
  // A settled position downloaded later has no seeds to compute its prices from. That does not make it wrong.
  const file = structuredClone(won);
  file.fairness.genesis.tick += 100_000;
  const late = await verify("--position", put({ ...file, epochs: [] }), ...pinned);
  expect(late).toMatchObject({
    code: 2,
    wrong: [],
    missing: ["terms", "commitment", "entry price", "result price"],
  });
  expect(late.text).toMatch(/^ok {6}profit /m);
});

describe("whole epochs", () => {
  const epochs = (url: string) => verify("--epoch", `${FIRST}`, "--url", url, "--now", NOW());

  it("pass from the genesis on, and the running one is not over yet", async () => {
    const first = await epochs(scope.app.url);
    expect(first, first.text).toMatchObject({ code: 0, wrong: [], later: [], missing: [] });
    expect(first.text).toContain(
      `those of the ${(FIRST + 1) * 3600 - 1 - GENESIS} ticks from ${GENESIS + 1} on`,
    );
    expect(running).toMatchObject({ code: 0, wrong: [], missing: [], later: ["rounds", "seed"] });
    // By the site's own hour it is not over: the beacon is late, which is not the platform's fault.
    expect(outage).toMatchObject({ code: 2, wrong: [], missing: expect.arrayContaining(["rounds"]) });
    const withheld = await altered((body, path) => {
      if (path.includes("epochs")) for (const row of body) if (row.epoch > FIRST) row.seed = null;
    });
    const overdue = await verify("--epoch", `${FIRST + 1}`, "--url", withheld, "--now", LATE);
    expect(overdue).toMatchObject({ code: 1, wrong: expect.arrayContaining(["seed"]) });
    expect(await verify("--epoch", "1", "--url", scope.app.url)).toMatchObject({ code: 2 });
  });

  it.each<[string, string, (body: any, path: string) => unknown]>([
    ["a price", "published prices", (b, p) => p.includes("prices") && (b.prices[20] += 0.001)],
    ["a start state", "start state", (b, p) => p.includes("epochs") && (b[1].startState = "15239572084")],
    ["a commitment", "seed", (b, p) => p.includes("epochs") && (b[0].commitment = "22".repeat(32))],
    ["a head", "chain", (b, p) => p.includes("epochs") && (b[1].head = "33".repeat(32))],
    ["a round", "rounds", (b, p) => p.includes("rounds") && (b[9].signature = b[8].signature)],
  ])("are wrong with a lie about %s", async (_, step, lie) => {
    const { code, wrong } = await epochs(await altered(lie));
    expect(wrong).toContain(step);
    expect(code).toBe(1);
  });
});

describe("the chain of commitments", () => {
  it("leads from the genesis to the published head, through a head that was noted", async () => {
    const [, chain] = /^chain (\d+ [0-9a-f]{64})$/m.exec(won.receipt.promise.text) ?? [];
    const seen = chain?.replace(" ", ":") ?? "";
    const right = await verify("--chain", "--url", scope.app.url, "--seen", seen);
    expect(right).toMatchObject({ code: 0, wrong: [] });
    expect(right.text).toContain("the head that you noted at epoch 497247 is in the chain");
    const other = await verify("--chain", "--url", scope.app.url, "--seen", `497247:${"44".repeat(32)}`);
    expect(other).toMatchObject({ code: 1, wrong: ["head seen"] });
    const gap = await altered((body, path) => path.includes("epochs") && body.splice(7, 1));
    expect(await verify("--chain", "--url", gap)).toMatchObject({ code: 1, wrong: ["chain"] });
  });

  /** Starts a site with other commitments or another genesis, and with heads that fit them. */
  async function startOtherSite(change: (fairness: any, rows: any[]) => void): Promise<string> {
    const { body: fairness } = await person.get("/api/fairness");
    const { body: rows } = await person.get(`/api/fairness/epochs?from=${FIRST}&to=${fairness.chain.epoch}`);
    change(fairness, rows);
    let head = verifier.genesisHead(fairness.genesis);
    for (const row of rows) row.head = head = verifier.headAfter(row, head);
    fairness.chain.head = head;
    return startFalseSite(scope.app.url, (body, path) => {
      if (path === "/api/fairness") return fairness;
      return path.includes("epochs") ? rows.filter((row: any) => isAmong(body, row)) : body;
    });
  }
  const isAmong = (body: any[], row: any) => body.some(({ epoch }) => epoch === row.epoch);
  const seen = (head: string) => ["--seen", `${FIRST + 2}:${head}`];

  it("differs if a commitment was changed and all later heads were recomputed to fit", async () => {
    const url = await startOtherSite((fairness, rows) => {
      fairness.current.commitment = rows[2].commitment = "22".repeat(32);
    });
    expect(await verify("--chain", "--url", url)).toMatchObject({ code: 0 });
    expect((await verify("--chain", "--url", url, ...seen(won.epochs[2].head))).wrong).toEqual(["head seen"]);
    expect((await verify("--position", put(won), "--url", url)).wrong).toEqual(["file and site", "chain"]);
  });

  it("leads back into the previous chain, as far as its last head", async () => {
    const last = "77".repeat(32);
    const url = await startOtherSite(({ genesis }) => (genesis.previousHead = last));
    // A dishonest platform can also begin anew, at any noted head. So this is never right without a remark.
    for (const head of [last, won.epochs[2].head]) {
      const { code, wrong, missing, text } = await verify("--chain", "--url", url, ...seen(head));
      expect({ code, wrong, missing }).toEqual({ code: 2, wrong: [], missing: ["head seen"] });
      expect(text).toContain("its price secret was lost then");
    }
    const later = `${FIRST + 25}:${"44".repeat(32)}`;
    expect((await verify("--chain", "--url", url, "--seen", later)).wrong).toEqual(["head seen"]);
  });
});

describe("the platform's statements of liabilities", () => {
  it("contain everybody's balance, are published, and are chained to each other and to the commitments", async () => {
    const people = [person, ...(await seedPeople(scope.app, 4, "12.5"))];
    await stateLiabilities(scope.app);
    scope.app.clock.advance(1);
    const { number } = await stateLiabilities(scope.app);
    for (const owner of people) {
      const { body: proof } = await owner.get(`/api/fairness/liabilities/${number}/proof`);
      const { body: fairness } = await owner.get("/api/fairness");
      const downloaded = NOW();
      const format = "veritick/liability-proof/1";
      const file = put({ format, site: scope.app.url, downloaded, proof, keys: fairness.keys });
      const own = ["--email", owner.user.email, "--balance", await owner.balance()];
      const alone = await verify("--liabilities", file, ...own);
      expect(alone).toMatchObject({ code: 2, wrong: [], missing: ["key", "previous", "chain"] });
      const onSite = await verify("--liabilities", file, ...own, "--url", scope.app.url);
      expect(onSite, onSite.text).toMatchObject({ code: 0, wrong: [], later: [], missing: [] });
      expect(onSite.text).toMatch(/^ok {6}previous /m);
      expect(onSite.text).toMatch(/\nAll right, but nothing here shows that it was not backdated: /);
    }
    const { body: proof } = await person.get(`/api/fairness/liabilities/${number}/proof`);
    const other = await altered((body, path) => {
      if (path.includes("liabilities?")) body[0].text = body[0].text.replace("number", "nummer");
    });
    const untold = await verify("--liabilities", put(proof), "--url", other);
    expect(untold).toMatchObject({ code: 1, wrong: ["published"] });
    const unchained = await altered((body, path) => {
      if (path.includes("liabilities?")) body[1].text += "note x\n";
    });
    expect((await verify("--liabilities", put(proof), "--url", unchained)).wrong).toEqual(["previous"]);
    const unlisted = await altered((body, path) => void (path.includes("liabilities?") && body.splice(1)));
    expect((await verify("--liabilities", put(proof), "--url", unlisted)).wrong).toEqual(["previous"]);
    const offChain = await altered((body, path) => {
      if (path.includes("epochs")) body.at(-1).commitment = "22".repeat(32);
    });
    expect((await verify("--liabilities", put(proof), "--url", offChain)).wrong).toContain("chain");
  });
});

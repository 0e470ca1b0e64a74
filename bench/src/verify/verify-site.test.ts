import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { stateLiabilities } from "@veritick/server/testing/liabilities.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import type { Person } from "@veritick/server/testing/people.ts";
import { useApp } from "@veritick/server/testing/use-app.ts";
import type {} from "@veritick/server/testing/global-setup.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { downloadReceipt, findWinningTick, signReceipt, STRANGERS_KEY } from "./receipt-file.ts";
import { startFalseSite, useFiles, VERIFIER, verifier, verify } from "./verifier.ts";

const GENESIS = 1_790_000_000;
const FIRST = 497_222;
const scope = useApp();
const put = useFiles();

let person: Person;
/** Won within the second epoch; open for ten minutes from the first epoch into the second; the first one before it was over. */
let won: any;
let crossing: any;
let early: any;

async function openAt(tick: number, body: object): Promise<string> {
  scope.app.clock.jump(tick - scope.app.clock.nowMs() / 1000);
  await scope.settled();
  const { status, body: opened } = await person.post("/api/trading/positions", { amount: "10", ...body });
  expect(status).toBe(201);
  return opened.id;
}

beforeAll(async () => {
  [person] = (await seedPeople(scope.app, 1, "1000")) as [Person];
  const crossingId = await openAt(GENESIS + 2500, { type: "sell", duration: 10 });
  const wonId = await openAt(findWinningTick(GENESIS, (FIRST + 1) * 3600 + 700), {
    type: "buy",
    duration: 1,
  });
  early = await downloadReceipt(person, wonId);
  scope.app.clock.jump((FIRST + 2) * 3600 + 10 - scope.app.clock.nowMs() / 1000);
  await scope.settled();
  won = await downloadReceipt(person, wonId);
  crossing = await downloadReceipt(person, crossingId);
});

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
  it("is right, offline and against the site, by the command itself", async () => {
    expect(won.receipt.position.status).toBe("won");
    const { code, stdout } = await asProcess("--position", put(won), "--url", scope.app.url);
    expect(stdout).toMatch(/\nAll right: \d+ checks passed\.\n$/);
    expect(code).toBe(0);
    for (const step of ["signature", "key", "promise", "reach", "barrier", "commitment", "chain", "seed"])
      expect(stdout).toMatch(new RegExp(`^ok {5}${step} `, "m"));
    for (const step of ["start state", "entry price", "result price", "result", "profit", "published prices"])
      expect(stdout).toMatch(new RegExp(`^ok {5}${step} `, "m"));
    expect(await verify("--position", put(won))).toMatchObject({ code: 0, wrong: [], later: [] });
  });

  it("is right where it goes from one epoch into the next, and as a bare reply with a site", async () => {
    const file = await verify("--position", put(crossing), "--key", won.receipt.promise.publicKey);
    expect(file).toMatchObject({ code: 0, wrong: [], later: [] });
    const bare = await verify("--position", put(crossing.receipt), "--url", scope.app.url);
    expect(bare).toMatchObject({ code: 0, wrong: [], later: [] });
    expect(bare.text).toContain("those of the epochs it lasts: 497222,497223");
  });

  it("is right so far while its epoch lasts, and says from when the rest can be checked", async () => {
    const { code, wrong, later, text } = await verify("--position", put(early));
    expect({ code, wrong, later }).toEqual({
      code: 0,
      wrong: [],
      later: ["seed", "entry price", "result price", "result"],
    });
    expect(text).toContain("Right so far");
    expect(text).toContain("the last from 2026-09-21T16:00:00Z on");
    // The site's seeds complete it; only the result is not in the file.
    const completed = await verify("--position", put(early), "--url", scope.app.url, "--now", NOW());
    expect(completed).toMatchObject({ code: 0, wrong: [], later: ["result"] });
    expect(completed.text).toContain("won; download the receipt again");
  });

  it("says where the file leaves a gap in the chain", async () => {
    const file = structuredClone(won);
    const { body } = await person.get("/api/fairness");
    file.fairness = { ...body, current: body.upcoming[5], upcoming: body.upcoming.slice(6) };
    const { code, later, text } = await verify("--position", put(file));
    expect({ code, later }).toEqual({ code: 0, later: ["chain"] });
    expect(text).toContain("after epoch 497224 commitments are missing");
  });
});

/** What is changed in a file, and the step that must notice. */
const CHANGES: [string, string, (file: any) => void][] = [
  ["a seed", "seed", (f) => (f.epochs[1].seed = "11".repeat(32))],
  ["the seed of the epoch before", "seed", (f) => (f.epochs[0].seed = "11".repeat(32))],
  ["a commitment in the list", "commitment", (f) => (f.epochs[1].commitment = "22".repeat(32))],
  ["a commitment in the receipt", "promise", (f) => (f.receipt.commitments[0].commitment = "22".repeat(32))],
  ["a head in the list", "chain", (f) => (f.epochs[1].head = "33".repeat(32))],
  ["the published head", "chain", (f) => (f.fairness.chain.head = "33".repeat(32))],
  ["an announced commitment", "chain", (f) => (f.fairness.upcoming[4].commitment = "33".repeat(32))],
  ["the genesis", "chain", (f) => (f.fairness.genesis.previousHead = "33".repeat(32))],
  ["a start state", "start state", (f) => (f.epochs[1].startState = "15300000000")],
  ["the state after", "start state", (f) => (f.epochs[2].startState = "15300000000")],
  ["a start tick", "start tick", (f) => (f.epochs[1].startTick += 1)],
  ["the signature", "signature", (f) => (f.receipt.promise.signature = "00".repeat(64))],
  ["the signed text", "signature", (f) => (f.receipt.promise.text = edit(f, "amount 10.", "amount 99."))],
  ["the form of the text", "promise", (f) => (f.receipt.promise.text += "note x\n")],
  ["the promise taken out", "promise", (f) => (f.receipt.promise = null)],
  ["the list of keys", "key", (f) => (f.fairness.keys[0].publicKey = STRANGERS_KEY)],
  ["the entry price", "entry price", (f) => (f.receipt.position.entryPrice = "152.00000000")],
  ["the barrier", "barrier", (f) => (f.receipt.position.barrierPrice = "153.90000000")],
  ["the chance", "chance", (f) => (f.receipt.position.winChance = 0.31)],
  ["the pull", "pull", (f) => (f.receipt.barrier.pull = "1097680609239")],
  ["the reach", "reach", (f) => (f.receipt.barrier.reach = "12951254")],
  ["the published terms", "published terms", (f) => (f.fairness.terms[3].reach = "113092622")],
  ["the process", "process", (f) => (f.fairness.process.scale = "19052558")],
  ["the expiry", "expiry", (f) => (f.receipt.position.expiryTick += 1)],
  ["the result price", "result price", (f) => (f.receipt.position.resultPrice = "152.00000000")],
  ["won or lost", "result", (f) => (f.receipt.position.status = "lost")],
  ["the profit", "profit", (f) => (f.receipt.position.profit = "24.99000000")],
  ["the payout", "ledger", (f) => (f.receipt.entries.at(-1).amount = "1.00000000")],
  [
    "a reach that a dishonest platform signed",
    "reach",
    (f) => {
      f.receipt.barrier.reach = "13951253";
      signReceipt(f, { reach: "13951253" });
    },
  ],
  [
    "an entry price that it signed",
    "entry price",
    (f) => {
      f.receipt.position.entryPrice = "152.00000000";
      signReceipt(f, { entryPrice: "152.00000000" });
    },
  ],
  ["a head that it signed", "chain", (f) => signReceipt(f, { chain: `497247 ${"44".repeat(32)}` })],
];
const edit = (file: any, from: string, to: string) => file.receipt.promise.text.replace(from, to);

it.each(CHANGES)("notices a change in the file: %s", async (_, step, change) => {
  const file = structuredClone(won);
  change(file);
  const { code, wrong, text } = await verify("--position", put(file));
  expect(wrong, text).toContain(step);
  expect(code).toBe(1);
});

it("takes no signature but by the key it was given, and no key that the site does not publish", async () => {
  expect(await verify("--position", put(won), "--key", STRANGERS_KEY)).toMatchObject({ wrong: ["key"] });
  const file = structuredClone(won);
  signReceipt(file, {});
  expect(await verify("--position", put(file))).toMatchObject({ code: 0, wrong: [] });
  expect(await verify("--position", put(file), "--url", scope.app.url)).toMatchObject({ wrong: ["key"] });
});

/** What a dishonest site answers, and the step that must notice. */
const LIES: [string, string, (body: any, path: string) => unknown][] = [
  ["a published price", "published prices", (b, p) => p.startsWith("/api/prices") && (b.prices[30] += 0.001)],
  ["a price off the grid", "published prices", (b, p) => p.startsWith("/api/prices") && (b.prices[3] += 0.0001)],
  ["a seed", "seed", (b, p) => p.includes("epochs") && (b[1].seed = "11".repeat(32))],
  ["a seed withheld", "seed", (b, p) => p.includes("epochs") && (b[1].seed = null)],
  ["a commitment", "commitment", (b, p) => p.includes("epochs") && (b[1].commitment = "22".repeat(32))],
  ["a commitment since the download", "file and site", (b, p) => p.includes("epochs") && (b[1].commitment = "22".repeat(32))],
  ["a head", "chain", (b, p) => p.includes("epochs") && (b[9].head = "33".repeat(32))],
  ["a key", "key", (b, p) => p === "/api/fairness" && (b.keys[0].publicKey = STRANGERS_KEY)],
]; // prettier-ignore

const altered = (lie: (body: any, path: string) => unknown) =>
  startFalseSite(scope.app.url, (body, path) => void lie(body, path));

it.each(LIES)("notices a lie of the site: %s", async (_, step, lie) => {
  const url = await altered(lie);
  const { code, wrong, text } = await verify("--position", put(won), "--url", url);
  expect(wrong, text).toContain(step);
  expect(code).toBe(1);
});

it("says where the site has begun anew, and checks the file by itself", async () => {
  const url = await altered((body, path) => path === "/api/fairness" && (body.genesis.tick += 100_000));
  const { code, wrong, text } = await verify("--position", put(won), "--url", url);
  expect({ code, wrong }).toEqual({ code: 0, wrong: [] });
  expect(text).toMatch(/^note {3}genesis .*its secret was lost then/m);
  expect(text).toContain("All right");
});

describe("whole epochs", () => {
  const epochs = (url: string) =>
    verify("--epoch", `${FIRST}`, "--to", `${FIRST + 1}`, "--url", url, "--now", NOW());

  it("are right from the genesis on, and not over yet where they are not", async () => {
    const both = await epochs(scope.app.url);
    expect(both).toMatchObject({ code: 0, wrong: [], later: [] });
    expect(both.text).toContain("those of the 3600 ticks from 1790002800 on");
    const present = await verify("--epoch", `${FIRST + 2}`, "--url", scope.app.url, "--now", NOW());
    expect(present).toMatchObject({ code: 0, wrong: [], later: ["seed"] });
    const overdue = await verify(
      "--epoch",
      `${FIRST + 2}`,
      "--url",
      scope.app.url,
      "--now",
      "2026-09-21T17:30:00Z",
    );
    expect(overdue).toMatchObject({ code: 1, wrong: ["seed"] });
    expect(await verify("--epoch", "1", "--url", scope.app.url)).toMatchObject({ code: 2 });
  });

  it.each<[string, string, (body: any, path: string) => unknown]>([
    ["a price", "published prices", (b, p) => p.includes("prices") && (b.prices[2000] += 0.001)],
    ["a start state", "start state", (b, p) => p.includes("epochs") && (b[1].startState = "15239572084")],
    ["a commitment", "seed", (b, p) => p.includes("epochs") && (b[0].commitment = "22".repeat(32))],
    ["a head", "chain", (b, p) => p.includes("epochs") && (b[2].head = "33".repeat(32))],
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
  });

  /** A site with other commitments or another genesis, where all heads after them fit. */
  async function startOtherSite(change: (fairness: any, rows: any[]) => void): Promise<string> {
    const { body: fairness } = await person.get("/api/fairness");
    const { body: rows } = await person.get(`/api/fairness/epochs?from=${FIRST}&to=${fairness.chain.epoch}`);
    change(fairness, rows);
    let head = verifier.genesisHead(fairness.genesis);
    for (const row of rows) row.head = head = verifier.headAfter(row.epoch, row.commitment, head);
    fairness.chain.head = head;
    return startFalseSite(scope.app.url, (body, path) => {
      if (path === "/api/fairness") return fairness;
      return path.includes("epochs") ? rows.filter((row: any) => isAmong(body, row)) : body;
    });
  }
  const isAmong = (body: any[], row: any) => body.some(({ epoch }) => epoch === row.epoch);
  const seen = (head: string) => ["--seen", `${FIRST + 2}:${head}`];

  it("is another one where a commitment was changed and all heads after it made to fit", async () => {
    const url = await startOtherSite((fairness, rows) => {
      fairness.current.commitment = rows[2].commitment = "22".repeat(32);
    });
    expect(await verify("--chain", "--url", url)).toMatchObject({ code: 0 });
    expect((await verify("--chain", "--url", url, ...seen(won.epochs[2].head))).wrong).toEqual(["head seen"]);
    expect((await verify("--position", put(won), "--url", url)).wrong).toEqual(["file and site", "chain"]);
  });

  it("is followed back into the one before it as far as its last head", async () => {
    const last = "77".repeat(32);
    const url = await startOtherSite(({ genesis }) => (genesis.previousHead = last));
    expect(await verify("--chain", "--url", url, ...seen(last))).toMatchObject({ code: 0 });
    const { wrong, text } = await verify("--chain", "--url", url, ...seen(won.epochs[2].head));
    expect(wrong).toEqual(["head seen"]);
    expect(text).toContain("if you noted it before the present genesis");
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
      expect(await verify("--liabilities", file, ...own)).toMatchObject({ code: 0, wrong: [], later: [] });
      const onSite = await verify("--liabilities", file, ...own, "--url", scope.app.url);
      expect(onSite, onSite.text).toMatchObject({ code: 0, wrong: [], later: [] });
      expect(onSite.text).toMatch(/^ok {5}previous /m);
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
  });
});

import { roundOf } from "@veritick/domain/rounds.ts";
import { verdictOf } from "@veritick/domain/verify/step.ts";
import { verifyPosition } from "@veritick/domain/verify/verify-position.ts";
import { nowTick } from "@veritick/server/platform/clock.ts";
import { freeBeacon, unsigned } from "@veritick/server/testing/free-beacon.ts";
import type {} from "@veritick/server/testing/global-setup.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import type { Person } from "@veritick/server/testing/people.ts";
import { memoisedKey } from "@veritick/server/testing/signed-rounds.ts";
import { TEST_BEACON_KEY } from "@veritick/server/testing/test-app.ts";
import { useApp } from "@veritick/server/testing/use-app.ts";
import { beforeAll, expect, it } from "vitest";
import { withSignatures } from "../../../packages/web/src/features/verify/check/check-signatures.ts";
import { isSigned } from "../../../packages/web/src/lib/ed25519.ts";
import { downloadReceipt, signAnew, STRANGERS_KEY } from "./receipt-file.ts";
import { useFiles, verify } from "./verifier.ts";

/** Checks both verifiers on a position that the real server bought back, with its receipt intact and altered. */

/** The last second of an hour, so that a receipt begins with the first rounds of the price. */
const GENESIS = 1_790_002_799;
const local = await memoisedKey(Buffer.from(TEST_BEACON_KEY, "hex"));
const FIRST_ROUND = roundOf(local.chain, GENESIS);
/** Only the rounds of the receipt have true signatures: those of an hour take ten seconds. */
const signatureOf = (round: number) =>
  round >= FIRST_ROUND && round < FIRST_ROUND + 112 ? local.signer.sign(round) : unsigned(round);
const scope = useApp(
  {},
  {
    clock: movableClock(GENESIS * 1000),
    beacon: freeBeacon({ ...local, signer: { sign: signatureOf, atOnce: Infinity } }),
  },
);
const put = useFiles();

let person: Person;
/** The receipt as downloaded in the seconds after the sale, and after the hour. */
let early: any;
let sold: any;
/** The receipt of a settled position, with the answer that a sale of it would have had. */
let settled: any;

beforeAll(async () => {
  const { clock } = scope.app;
  [person] = (await seedPeople(scope.app, 1, "1000")) as [Person];
  clock.advance(12);
  const order = { type: "sell", amount: "10", duration: 3 };
  const [{ body: one }, { body: other }] = [
    await person.post("/api/trading/positions", order),
    await person.post("/api/trading/positions", order),
  ];
  clock.advance(60);
  const received = new Date(clock.nowMs() + 200).toISOString();
  const answer = await person.post(`/api/trading/positions/${one.id}/sell`, { minProceeds: "0.00" });
  expect(answer.status).toBe(200);
  const noted = { saleReceived: received, saleReceivedSignature: answer.body.signature };
  early = { ...(await download(one.id)), ...noted };
  clock.jump(7200);
  await scope.settled();
  sold = { ...(await download(one.id)), ...noted };
  settled = { ...(await download(other.id)), ...noted };
});

const download = (id: string) => downloadReceipt(person, id, new Date(scope.app.clock.nowMs()).toISOString());
const now = () => new Date(scope.app.clock.nowMs()).toISOString();

async function inBrowser({ fairness, epochs, rounds, ...file }: any, at = nowTick(scope.app.clock)) {
  const options = { now: at, isSigned, published: { fairness, epochs, rounds } };
  const { steps } = await withSignatures(
    (findUnsigned) => verifyPosition(file, { ...options, findUnsigned }),
    { onProgress: () => {}, isCancelled: () => false },
  );
  const wrong = steps.filter(({ outcome }) => outcome === "wrong").map(({ name }) => name);
  return { verdict: verdictOf(steps), wrong, steps };
}

it("both verifiers call it right, in the file alone and against the site", async () => {
  expect(sold.receipt.position.status).toBe("sold");
  const here = await inBrowser(sold);
  expect(here.steps.filter(({ outcome }) => !["right", "note"].includes(outcome))).toEqual([]);
  const pinned = ["--key", sold.receipt.promise.publicKey];
  const alone = await verify("--position", put(sold), ...pinned, "--now", now());
  const last = /\nAll right, unless .+ knew its rounds, and nothing .+ backdated: \d+ checks passed\.$/;
  expect(alone.text).toMatch(last);
  const site = await verify("--position", put(sold), "--url", scope.app.url, "--now", now());
  expect(site.text).toMatch(last);
  expect(site.lines.filter((line) => line.startsWith("ok      sale ")).length).toBeGreaterThan(10);
});

it.each([
  ["the answer to the order", {}, [], ""],
  ["no answer", { received: null }, ["received"], ", and nothing here shows that it was not backdated"],
  [
    "no answer to the sale",
    { saleReceived: null },
    ["saleReceived"],
    ", and nothing here shows that its sale was not backdated",
  ],
  [
    "only the time of the answer to the sale",
    { saleReceivedSignature: null },
    ["saleReceived"],
    ", and nothing here shows that its sale was not backdated",
  ],
])("both verifiers say what nothing shows with %s", async (_name, change, names, words) => {
  const { signature, path, publicKey } = sold.receipt.promise;
  const received = sold.receipt.position.createdAt;
  const file = {
    ...sold,
    received,
    receivedSignature: signature,
    receivedPath: path,
    ...change,
  };
  const notes = (await inBrowser(file)).steps.filter(({ outcome }) => outcome === "note");
  expect(notes.map(({ name }) => name)).toEqual(["beacon", ...names].toSorted(byStep));
  const { code, lines } = await verify("--position", put(file), "--key", publicKey, "--now", now());
  expect(lines.at(-1)).toMatch(
    new RegExp(`^All right, unless .+ knew its rounds${words}: \\d+ checks passed`),
  );
  expect(code).toBe(0);
});

/** The order in which the browser shows the notes. */
const NOTES = ["received", "beacon", "saleReceived"];
const byStep = (one: string, other: string) => NOTES.indexOf(one) - NOTES.indexOf(other);

it("waits for the seed of its hour while the hour runs", async () => {
  const { verdict, wrong } = await inBrowser(early, GENESIS + 80);
  expect([verdict, wrong]).toEqual(["later", []]);
  const alone = await verify("--position", put(early), "--url", scope.app.url, "--now", now());
  expect(alone.wrong).toEqual([]);
});

/** Signs the sale anew with another key that the platform lists. */
function resign(file: any, values: Record<string, string | number>): void {
  const { sale, position } = file.receipt;
  const text = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  Object.assign(sale, signAnew(sale.text, text));
  file.fairness.keys.push({ publicKey: STRANGERS_KEY, since: "2026-09-20T15:00:00.000Z" });
  file.saleReceivedSignature = sale.signature;
  const { soldTick = sale.tick, soldPrice = sale.price, ...rest } = values;
  Object.assign(sale, rest, { tick: soldTick, price: soldPrice });
  Object.assign(position, { soldTick, soldPrice, proceeds: sale.proceeds });
}
/** Moves the sale to another tick, with the round and the time that follow. */
const resold = (file: any, later: number) => {
  const { tick, round, sold: at, ticksLeft } = file.receipt.sale;
  const moved = new Date(Date.parse(at) + later * 1000).toISOString();
  resign(file, { soldTick: tick + later, round: round + later / 3, sold: moved });
  file.receipt.sale.ticksLeft = ticksLeft - later;
};

/** Changes in the file, each with the steps that must notice it in the page and in the standalone verifier. */
const CHANGES: [what: string, step: string, standalone: string, change: (file: any) => void][] = [
  ["the signature", "saleSignature", "signature", (f) => (f.receipt.sale.signature = "00".repeat(64))],
  [
    "the signed text",
    "saleSignature",
    "signature",
    (f) => (f.receipt.sale.text = f.receipt.sale.text.replace("fee 0", "fee 1")),
  ],
  ["the form of the text", "result", "sale", (f) => (f.receipt.sale.text += "note x\n")],
  ["the sale taken out", "result", "sale", (f) => (f.receipt.sale = null)],
  ["a key that is not listed", "saleSignature", "key", (f) => (resign(f, {}), f.fairness.keys.pop())],
  ["an older block", "sale", "sale", (f) => resold(f, -3)],
  ["a later block", "sale", "sale", (f) => resold(f, 3)],
  ["a tick within the block", "result", "sale", (f) => resign(f, { soldTick: f.receipt.sale.tick - 1 })],
  [
    "the last half second of the block",
    "result",
    "sale",
    (f) => resign(f, { sold: new Date(f.receipt.sale.tick * 1000 + 500).toISOString() }),
  ],
  ["its last two blocks", "result", "sale", (f) => resold(f, f.receipt.sale.ticksLeft - 3)],
  ["another price", "sale", "sale", (f) => resign(f, { soldPrice: "152.00000000" })],
  [
    "another chance",
    "sale",
    "sale",
    (f) => (f.receipt.sale.chance = String(Number(f.receipt.sale.chance) - 1)),
  ],
  ["a smaller value", "sale", "sale", (f) => resign(f, { value: "0.01000000" })],
  ["a larger fee", "sale", "sale", (f) => resign(f, { fee: "5.00000000" })],
  ["smaller proceeds", "sale", "sale", (f) => resign(f, { proceeds: "0.01000000" })],
  ["proceeds that were never paid", "money", "ledger", (f) => f.receipt.entries.splice(2)],
  ["another profit", "money", "profit", (f) => (f.receipt.position.profit = "-10.00000000")],
  ["other proceeds in the position", "result", "sale", (f) => (f.receipt.position.proceeds = "0.01000000")],
  ["a result besides", "result", "sale", (f) => (f.receipt.position.resultPrice = "152.00000000")],
  ["another answer", "saleReceived", "received", (f) => (f.saleReceivedSignature = "11".repeat(64))],
  ["a position that is still open", "result", "sale", (f) => (f.receipt.position.status = "active")],
];

it.each(CHANGES)("both verifiers call it wrong with %s", async (_what, step, standalone, change) => {
  const file = structuredClone(sold);
  change(file);
  const [here, alone] = [await inBrowser(file), await verify("--position", put(file), "--now", now())];
  expect(here.verdict).toBe("wrong");
  expect(here.wrong).toContain(step);
  expect(alone.wrong).toContain(standalone);
  expect(alone.code).toBe(1);
});

it("cannot be judged if its answer came when the next round was due", async () => {
  const late = { ...sold, saleReceived: new Date(sold.receipt.sale.tick * 1000 + 1000).toISOString() };
  expect((await inBrowser(late)).verdict).toBe("missing");
  const alone = await verify("--position", put(late), "--url", scope.app.url, "--now", now());
  expect([alone.wrong, alone.missing]).toEqual([[], ["received"]]);
});

it("is wrong to both verifiers if the receipt says settled and the sale says sold", async () => {
  expect(["won", "lost"]).toContain(settled.receipt.position.status);
  expect((await inBrowser(settled)).wrong).toEqual(["saleReceived"]);
  expect((await verify("--position", put(settled), "--now", now())).wrong).toEqual(["sale"]);
  const { saleReceived: _at, saleReceivedSignature: _signature, ...plain } = settled;
  expect((await inBrowser(plain)).verdict).toBe("right");
});

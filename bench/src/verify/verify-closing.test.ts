import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import { followChain, fromHex } from "@veritick/domain/epochs.ts";
import { isBroken, verdictOf } from "@veritick/domain/verify/step.ts";
import { verifyPosition } from "@veritick/domain/verify/verify-position.ts";
import { dateOf, nowTick } from "@veritick/server/platform/clock.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { CommitmentChain, readChain } from "@veritick/server/prices/commitment-chain.ts";
import { PriceBook } from "@veritick/server/prices/price-book.ts";
import { findOrCreateGenesis } from "@veritick/server/prices/price-store.ts";
import { termsOfSettings } from "@veritick/server/prices/promised-terms.ts";
import { endPriceOf } from "@veritick/server/testing/end-price.ts";
import { freeBeacon, freeRounds, unsigned } from "@veritick/server/testing/free-beacon.ts";
import type {} from "@veritick/server/testing/global-setup.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { memoisedKey } from "@veritick/server/testing/signed-rounds.ts";
import { TEST_BEACON_KEY } from "@veritick/server/testing/test-app.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import type { DatabaseConnection } from "@veritick/server/testing/test-database.ts";
import { useApp } from "@veritick/server/testing/use-app.ts";
import { expect, it } from "vitest";
import { withSignatures } from "../../../packages/web/src/features/verify/check/check-signatures.ts";
import { isSigned } from "../../../packages/web/src/lib/ed25519.ts";
import { downloadReceipt } from "./receipt-file.ts";
import { useFiles, verify } from "./verifier.ts";

/** Checks both verifiers against the real server: a price ends 46 s after its start, with a one-minute position open. */

/** The last second of an hour, so that a receipt begins with the first rounds of the price. */
const GENESIS = 1_790_002_799;
const HOUR = 3600;
const local = await memoisedKey(Buffer.from(TEST_BEACON_KEY, "hex"));
const { chain } = local;
const GONE = roundOf(chain, GENESIS + 46);
/** Only the rounds of receipts have true signatures: those of an hour take ten seconds. */
const signedFrom: number[] = [];
const isSignedRound = (round: number) => signedFrom.some((first) => round >= first && round < first + 30);
const signatureOf = (round: number) => (isSignedRound(round) ? local.signer.sign(round) : unsigned(round));
const clock = movableClock(GENESIS * 1000);
const beacon = () => freeBeacon({ ...local, signer: { sign: signatureOf, atOnce: Infinity } });
const scope = useApp({}, { clock, beacon: beacon() });
const put = useFiles();

/** Returns the receipt that the owner downloads under the next price, after the hour. */
async function closedReceipt(reason: "beacon" | "secret"): Promise<any> {
  signedFrom.push(roundOf(chain, nowTick(clock)));
  const connection = await scope.clone();
  const app = await scope.start({ connection, beacon: beacon() });
  const [person] = await seedPeople(app, 1, "1000");
  clock.advance(12);
  const order = { type: "buy", amount: "10", duration: 1 };
  const { status, body } = await person!.post("/api/trading/positions", order);
  expect(status).toBe(201);
  clock.advance(40);
  await app.close();
  await endPriceOf(connection, clock, reason === "beacon" ? GONE : undefined, signatureOf);
  const environment: Record<string, string> = reason === "secret" ? { PRICE_SECRET: "ff".repeat(32) } : {};
  const renewed = await scope.start({ connection, beacon: beacon(), environment });
  clock.jump(2 * HOUR);
  await renewed.settled();
  const again = Object.assign(new TestClient(renewed.url), { cookie: person!.cookie });
  const file = await downloadReceipt(again, body.id, new Date(clock.nowMs()).toISOString());
  expect(file.receipt.position).toMatchObject({ status: "refunded", refundReason: reason });
  return file;
}

/** Removes the rounds that the beacon signed later after all. */
const whileGone = (file: any) => ({ ...file, rounds: file.rounds.filter(({ round }: any) => round <= GONE) });

async function inBrowser({ fairness, epochs, rounds, ...file }: any) {
  const options = { now: nowTick(clock), isSigned, published: { fairness, epochs, rounds } };
  const { steps } = await withSignatures(
    (findUnsigned) => verifyPosition(file, { ...options, findUnsigned }),
    { onProgress: () => {}, isCancelled: () => false },
  );
  const told = (kind: string) =>
    steps
      .filter(({ outcome }) => outcome === kind)
      .map(({ name, reason }) => (reason === undefined ? name : `${name} ${reason}`));
  return {
    verdict: verdictOf(steps),
    isBroken: isBroken(steps),
    wrong: told("wrong"),
    missing: told("missing"),
    right: told("right"),
  };
}

const CHANGES: [string, string, string, (file: any) => void][] = [
  ["price", "closing", "closing", (f) => (f.receipt.closing.price = "153.00000000")],
  ["chance", "closing", "closing", (f) => (f.receipt.closing.chance += "0")],
  ["ticks left", "closing", "closing", (f) => (f.receipt.closing.ticksLeft -= 1)],
  ["value", "closing", "closing", (f) => (f.receipt.closing.value = "0.01000000")],
  ["tick", "closing", "closing", (f) => (f.receipt.closing.tick -= 3)],
  ["no closing", "closing", "closing", (f) => (f.receipt.closing = null)],
  ["profit", "money", "refund", (f) => (f.receipt.position.profit = "-9.99000000")],
  ["reason", "result", "refund", (f) => (f.receipt.position.refundReason = "secret")],
  ["genesis", "result not-lost", "refund", (f) => (f.fairness.genesis.tick = GENESIS)],
]; // oxfmt-ignore

it("recomputes the closing after a lost beacon, and rejects it if a later round exists", async () => {
  const file = await closedReceipt("beacon");
  expect(file.receipt.closing.tick).toBe(blockEnd(chain, GONE));
  const gone = await inBrowser(whileGone(file));
  expect(gone).toMatchObject({ verdict: "missing", wrong: [] });
  expect(gone.right).toEqual(expect.arrayContaining(["rounds", "entry", "closing", "money"]));
  expect(gone.missing).toContain("result gone");
  const alone = await verify("--position", put(whileGone(file)));
  expect(alone, alone.text).toMatchObject({ code: 2, wrong: [] });
  expect(alone.missing).toContain("refund");
  expect(alone.text).toMatch(/^ok {6}closing +the price of tick/m);
  expect(alone.text).toMatch(/^ok {6}closing +10\.00000000 x \(1 \+ 2\.50\) x that chance/m);

  const found = await inBrowser(file);
  expect(found).toMatchObject({ verdict: "wrong", wrong: ["result round-there"], isBroken: false });
  const told = await verify("--position", put(file));
  expect(told).toMatchObject({ code: 1, wrong: ["refund"] });
  expect(told.text).toContain(`it has signed round ${GONE + 1}, so there is a result`);
  // The site has the round that the file leaves out.
  expect((await verify("--position", put(whileGone(file)), "--url", file.site)).wrong).toContain("refund");

  for (const [name, browser, standalone, change] of CHANGES) {
    const changed = structuredClone(whileGone(file));
    change(changed);
    expect((await inBrowser(changed)).wrong, name).toContain(browser);
    const { code, wrong, text } = await verify("--position", put(changed));
    expect(wrong, `${name}\n${text}`).toContain(standalone);
    expect(code).toBe(1);
  }
});

/** Lets a server that keeps no promise store the terms of its own settings under the next price. */
async function breakPromise(connection: DatabaseConnection, secret: string): Promise<void> {
  const database = openDatabase(connection, createLog("silent"), 2);
  const genesis = await findOrCreateGenesis(database, chain, { tick: nowTick(clock), now: dateOf(clock) });
  const book = new PriceBook(fromHex(secret), genesis, [], freeRounds);
  const { previousHead } = await readChain(database);
  const forgetful = new CommitmentChain(book, { previousHead, links: new Map(), promised: new Map() });
  const settings = { houseEdge: 0.2, winRule: "barrier", sellFee: 0.01 } as const;
  await forgetful.extend(database, nowTick(clock), termsOfSettings(settings, chain.chainHash)());
  await database.end();
}

/** Ends a price and opens a position under the next one, whose server has another secret and another house edge. */
async function positionAfterEnd(isHonest: boolean): Promise<any> {
  // The rounds of a receipt begin with its hour.
  clock.jump(HOUR - 5 - (nowTick(clock) % HOUR));
  await scope.settled();
  const connection = await scope.clone();
  await (await scope.start({ connection, beacon: beacon() })).close();
  clock.advance(5);
  signedFrom.push(roundOf(chain, nowTick(clock)));
  const secret = "ff".repeat(32);
  await endPriceOf(connection, clock);
  if (!isHonest) await breakPromise(connection, secret);
  const environment = { PRICE_SECRET: secret, HOUSE_EDGE: "0.2" };
  const renewed = await scope.start({ connection, beacon: beacon(), environment });
  const [person] = await seedPeople(renewed, 1, "1000");
  clock.advance(6);
  await renewed.settled();
  const order = { type: "buy", amount: "10", duration: 1 };
  const { status, body } = await person!.post("/api/trading/positions", order);
  expect(status).toBe(201);
  const received = new Date(clock.nowMs()).toISOString();
  clock.jump(2 * HOUR);
  await renewed.settled();
  const file = await downloadReceipt(person!, body.id, new Date(clock.nowMs()).toISOString());
  return { ...file, received, receivedSignature: body.signature, receivedPath: body.path };
}

it("calls a position right that has the terms which an ended price promised", async () => {
  const file = await positionAfterEnd(true);
  expect(file.receipt.terms).toContain("houseEdge 0.05\n");
  expect(await inBrowser(file)).toMatchObject({ verdict: "right", wrong: [] });
  const told = await verify("--position", put(file), "--url", file.site);
  expect(told, told.text).toMatchObject({ wrong: [], missing: [] });
  expect(told.text).toMatch(/^ok {6}terms +an ended price series promised these for epoch/m);

  // The site leaves an hour of the promise out.
  const silent = structuredClone(file);
  silent.fairness.closings[0].promised.pop();
  expect((await inBrowser(silent)).wrong).toEqual(["epochTerms"]);
  expect((await verify("--position", put(silent))).wrong).toEqual(["promised terms"]);
});

it("calls a position wrong that has other terms than an ended price promised", async () => {
  const file = await positionAfterEnd(false);
  expect(file.receipt.terms).toContain("houseEdge 0.2\n");
  expect(await inBrowser(file)).toMatchObject({ verdict: "wrong", wrong: ["epochTerms"] });
  const told = await verify("--position", put(file), "--url", file.site);
  expect(told, told.text).toMatchObject({ code: 1, wrong: ["promised terms", "terms"] });
  expect((await verify("--chain", "--url", file.site)).wrong).toEqual(["promised terms"]);
});

it("compares the signed head of a position with the one that its ended price lists", async () => {
  const file = await closedReceipt("beacon");
  const other = structuredClone(file);
  const { genesis, closings } = other.fairness;
  // Another list, of which all links fit.
  closings[0].promised.at(-1).commitment = "ab".repeat(32);
  genesis.previousHead = followChain(closings[0].head, closings[0].promised);
  expect((await inBrowser(whileGone(file))).wrong).toEqual([]);
  expect((await inBrowser(whileGone(other))).wrong).toEqual(["head"]);
  expect((await verify("--position", put(whileGone(other)))).wrong).toContain("promised terms");
});

it("calls it a broken promise if a genesis voids positions, and lists it for everybody", async () => {
  const file = await closedReceipt("secret");
  const found = await inBrowser(file);
  expect(found).toMatchObject({ verdict: "wrong", wrong: ["result not-kept"], isBroken: true });
  const told = await verify("--position", put(file), "--url", file.site);
  expect(told, told.text).toMatchObject({ code: 1, wrong: [] });
  expect(told.text).toMatch(/^BROKEN {2}refund +a promise was not kept: /m);
  expect(told.lines.at(-1)).toMatch(/^A PROMISE WAS NOT KEPT\. /);
  expect(file.fairness.closings).toMatchObject([{ reason: "secret", positions: 1, stake: "10.00000000" }]);
  // This platform voids and does not list it.
  const unlisted = { ...file, fairness: { ...file.fairness, closings: [] } };
  expect((await inBrowser(unlisted)).wrong).toContain("result not-listed");
});

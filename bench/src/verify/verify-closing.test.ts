import { blockEnd, roundOf } from "@veritick/domain/beacon.ts";
import { isBroken, verdictOf } from "@veritick/domain/verify/step.ts";
import { verifyPosition } from "@veritick/domain/verify/verify-position.ts";
import { nowTick } from "@veritick/server/platform/clock.ts";
import { endPriceOf } from "@veritick/server/testing/end-price.ts";
import { freeBeacon, unsigned } from "@veritick/server/testing/free-beacon.ts";
import type {} from "@veritick/server/testing/global-setup.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { memoisedKey } from "@veritick/server/testing/signed-rounds.ts";
import { TEST_BEACON_KEY } from "@veritick/server/testing/test-app.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
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

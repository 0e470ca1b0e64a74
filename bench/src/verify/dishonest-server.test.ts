import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import { beaconKeyOf, signRound } from "@veritick/domain/beacon-signatures.ts";
import { promisesText, promiseTree } from "@veritick/domain/signed/promise-tree.ts";
import { verdictOf } from "@veritick/domain/verify/step.ts";
import { verifyPosition } from "@veritick/domain/verify/verify-position.ts";
import { computeTerms } from "@veritick/domain/terms.ts";
import { termsText } from "@veritick/domain/signed/terms-text.ts";
import { nowTick } from "@veritick/server/platform/clock.ts";
import { readTerms } from "@veritick/server/prices/promised-terms.ts";
import type { PromisedTerms } from "@veritick/server/prices/promised-terms.ts";
import { PriceBook } from "@veritick/server/prices/price-book.ts";
import { freeBeacon, unsigned } from "@veritick/server/testing/free-beacon.ts";
import type {} from "@veritick/server/testing/global-setup.ts";
import { aheadOfDatabaseMs, movableClock } from "@veritick/server/testing/movable-clock.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import type { Person } from "@veritick/server/testing/people.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { memoisedKey } from "@veritick/server/testing/signed-rounds.ts";
import { startTestApp, TEST_BEACON_KEY, TEST_SIGNING_KEY } from "@veritick/server/testing/test-app.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { createSigner } from "@veritick/server/platform/signing.ts";
import { useApp } from "@veritick/server/testing/use-app.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { withSignatures } from "../../../packages/web/src/features/verify/check/check-signatures.ts";
import { isSigned } from "../../../packages/web/src/lib/ed25519.ts";
import { downloadReceipt } from "./receipt-file.ts";
import { useFiles, verify } from "./verifier.ts";

/**
 * The real server, made dishonest in one thing at a time. It has all its own keys, so it signs, stores and publishes the
 * cheat. Each receipt is then the one that a client would get.
 */

/** The last second of an hour, so that receipts begin with the first rounds of the price. */
const GENESIS = 1_790_002_799;
const HOUR = 3600;

const local = await memoisedKey(Buffer.from(TEST_BEACON_KEY, "hex"));
const { chain } = local;
/** The operator replaces the signature of this round and computes its prices from the replacement. */
let replacedRound = Infinity;
/** Only the rounds of receipts have true signatures: those of an hour take ten seconds. */
const LAST_SIGNED = roundOf(chain, GENESIS + 240);
const STRANGER = beaconKeyOf("5a".repeat(32));
function signatureOf(round: number): string {
  if (round === replacedRound) return signRound(STRANGER, round);
  return round > LAST_SIGNED ? unsigned(round) : local.signer.sign(round);
}

const clock = movableClock(GENESIS * 1000);
const beacon = () => freeBeacon({ ...local, signer: { sign: signatureOf, atOnce: Infinity } });
const scope = useApp({}, { clock, beacon: beacon() });
const put = useFiles();

/** The changes that the server makes to one order. */
type Patch = { entryTick?: number; round?: number; terms?: PromisedTerms };
let patch: Patch | undefined;
/** The tick whose price settles positions instead, by expiry tick. */
const settledBy = new Map<number, number>();

const { entryOf, priceMilliAt } = PriceBook.prototype;
const spies = [
  vi.spyOn(PriceBook.prototype, "entryOf").mockImplementation(function (this: PriceBook, round) {
    const entry = entryOf.call(this, round);
    if (entry === undefined || patch === undefined) return entry;
    const { entryTick } = patch;
    const entryMilli = entryTick === undefined ? entry.entryMilli : priceMilliAt.call(this, entryTick);
    return { ...entry, ...patch, entryMilli };
  }),
  vi.spyOn(PriceBook.prototype, "priceMilliAt").mockImplementation(function (this: PriceBook, tick) {
    return priceMilliAt.call(this, settledBy.get(tick) ?? tick);
  }),
];
afterAll(() => spies.forEach((spy) => spy.mockRestore()));

/** The delay of a second server on the same database. With its clock behind, it backdates every order. */
const BEHIND_MS = 4_000;
let behind: TestApp;
beforeAll(async () => {
  const late = { ...clock, nowMs: () => clock.nowMs() - BEHIND_MS };
  const options = { connection: scope.connection, beacon: beacon() };
  const ahead = () => aheadOfDatabaseMs(late.nowMs());
  behind = await startTestApp({ ...options, clock: { ...late, aheadOfDatabaseMs: ahead } });
});
afterAll(() => behind.close());

let person: Person;
const NOW = () => new Date(clock.nowMs()).toISOString();

/** Places an order. Returns the position with the time of the answer by the customer's clock. */
async function order(client: TestClient = person): Promise<any> {
  const body = { type: "buy", amount: "10", duration: 1 };
  const { status, body: position } = await client.post("/api/trading/positions", body);
  expect(status).toBe(201);
  return { ...position, received: NOW() };
}

/** Places an order that the server changes in this way. */
async function orderWith(dishonest: Patch): Promise<any> {
  patch = dishonest;
  try {
    return await order();
  } finally {
    patch = undefined;
  }
}

/** Moves the clock to the second tick of the next block. */
const nextBlock = () => clock.advance(blockEnd(chain, roundOf(chain, nowTick(clock))) + 2 - nowTick(clock));
const endOf = (round: number) => blockEnd(chain, round);

type Cheat = {
  /** Places an order that is handled dishonestly. Returns the position. */
  readonly order: () => Promise<any>;
  /** The cheat that follows later, before the receipt is downloaded. */
  readonly after?: (position: any) => Promise<void>;
  /** The steps that show the cheat in the browser and in the standalone verifier, as wrong or as missing. */
  readonly kind?: "wrong" | "missing";
  readonly browser: readonly string[];
  readonly standalone: readonly string[];
};

const laterBy1Ms = (instant: string) => new Date(Date.parse(instant) + 1).toISOString();

/** Signs promises together, as the platform does. */
function signPromises(texts: readonly string[]) {
  const tree = promiseTree(texts);
  const { publicKey, sign } = createSigner(Buffer.from(TEST_SIGNING_KEY, "hex"));
  const signature = sign(promisesText(tree.root, publicKey)).toString("hex");
  return { signature, leaves: tree.leaves, paths: texts.map((_, index) => tree.pathOf(index)) };
}

/** Signs an order's promise and another promise of the same order with one signature. */
const signTwice = (text: string, createdAt: string) =>
  signPromises([text, text.replace(createdAt, laterBy1Ms(createdAt))]);

/** Stores the last of some promises, and its opening time, in the place of a position's own. */
async function replacePromise(
  id: string,
  opened: string,
  { signature, leaves }: ReturnType<typeof signPromises>,
): Promise<void> {
  await scope.app.database.query(
    `with batch as (insert into promise_batches (signature, leaves) values ($3, $4) returning id)
     update trading_positions p set created_at = $2, promise_batch = batch.id, promise_leaf = $5 from batch where p.id = $1`,
    [id, opened, Buffer.from(signature, "hex"), Buffer.from(leaves.join(""), "hex"), leaves.length - 1],
  );
}

const CHEATS: Record<string, Cheat> = {
  "enters at the highest of the last ten ticks": {
    async order() {
      const now = nowTick(clock);
      const { prices } = (await person.get(`/api/prices?from=${now - 9}`)).body;
      const entryTick = now - 9 + prices.indexOf(Math.max(...prices));
      return orderWith({ entryTick });
    },
    browser: ["promise other-second"],
    standalone: ["entry"],
  },
  "enters in an earlier block": {
    async order() {
      const round = roundOf(chain, nowTick(clock)) - 2;
      return orderWith({ round, entryTick: endOf(round) });
    },
    browser: ["promise other-second"],
    standalone: ["entry"],
  },
  "holds the order until the next round is known, and enters the block before": {
    async order() {
      const round = roundOf(chain, nowTick(clock));
      nextBlock();
      return orderWith({ round, entryTick: endOf(round) });
    },
    browser: ["promise other-second"],
    standalone: ["entry"],
  },
  "backdates an order into a block whose next round is known": {
    order: () => order(Object.assign(new TestClient(behind.url), { cookie: person.cookie })),
    kind: "missing",
    browser: ["received late"],
    standalone: ["received"],
  },
  "signs another promise in the place of the first": {
    order,
    async after({ id, createdAt }) {
      const { body } = await person.get(`/api/trading/positions/${id}`);
      const opened = laterBy1Ms(createdAt);
      await replacePromise(id, opened, signPromises([body.promise.text.replace(createdAt, opened)]));
    },
    browser: ["received other-answer"],
    standalone: ["received"],
  },
  "signs two promises for one order at once, and shows the second": {
    async order() {
      const position = await order();
      const { text } = (await person.get(`/api/trading/positions/${position.id}`)).body.promise;
      const { signature, paths } = signTwice(text, position.createdAt);
      return { ...position, signature, path: paths[0] };
    },
    async after({ id, createdAt }) {
      const { text } = (await person.get(`/api/trading/positions/${id}`)).body.promise;
      await replacePromise(id, laterBy1Ms(createdAt), signTwice(text, createdAt));
    },
    browser: ["received other-answer"],
    standalone: ["received"],
  },
  "sells one user at another house edge than it promised": {
    order() {
      const [chainHash, sellFee] = [chain.chainHash, 0.01];
      const text = termsText({ houseEdge: 0.05, winRule: "barrier", sellFee, chainHash });
      const terms = computeTerms({ houseEdge: 0.2, winRule: "barrier" });
      return orderWith({ terms: { ...readTerms(text), terms } });
    },
    browser: ["chance", "terms", "barrier"],
    standalone: ["chance", "reach", "barrier"],
  },
  "settles by the price of another second": {
    async order() {
      const position = await order();
      settledBy.set(position.expiryTick, position.expiryTick - 3);
      return position;
    },
    browser: ["exit"],
    standalone: ["result price", "published prices"],
  },
  "makes a price with another signature of its round": {
    async order() {
      // Runs after the other cheats, because this round would change their prices too.
      clock.advance(66);
      nextBlock();
      replacedRound = roundOf(chain, nowTick(clock)) + 1;
      nextBlock();
      return order();
    },
    browser: ["rounds"],
    standalone: ["rounds"],
  },
};

let honest: any;
const files = new Map<string, any>();

/** Returns the file that the browser saves after it sent the order. */
async function download({ id, received, signature, path }: any): Promise<any> {
  const file = await downloadReceipt(person, id, NOW());
  return { ...file, received, receivedSignature: signature, receivedPath: path };
}

beforeAll(async () => {
  [person] = (await seedPeople(scope.app, 1, "1000")) as [Person];
  clock.advance(12);
  const first = await order();
  const positions: [string, any][] = [];
  for (const [name, cheat] of Object.entries(CHEATS)) {
    nextBlock();
    positions.push([name, await cheat.order()]);
  }
  clock.advance(70);
  await scope.settled();
  clock.jump((Math.floor(GENESIS / HOUR) + 2) * HOUR + 10 - clock.nowMs() / 1000);
  await scope.settled();
  for (const [name, position] of positions) {
    await CHEATS[name]!.after?.(position);
    files.set(name, await download(position));
  }
  honest = await download(first);
});

/** Verifies a file as the browser does, with the site's publications. */
async function inBrowser(file: any) {
  const { fairness, epochs, rounds } = file;
  const options = { now: nowTick(clock), isSigned, published: { fairness, epochs, rounds } };
  const { steps } = await withSignatures(
    (findUnsigned) => verifyPosition(file, { ...options, findUnsigned }),
    { onProgress: () => {}, isCancelled: () => false },
  );
  const told = (kind: string) =>
    steps
      .filter(({ outcome }) => outcome === kind)
      .map(({ name, reason }) => (reason === undefined ? name : `${name} ${reason}`));
  return { verdict: verdictOf(steps), wrong: told("wrong"), missing: told("missing") };
}

/** Verifies a file as a stranger does, with the file and the site alone. */
const byStranger = (file: any) => verify("--position", put(file), "--url", scope.app.url);

it("both verifiers call an honest order right", async () => {
  expect(await inBrowser(honest)).toEqual({ verdict: "right", wrong: [], missing: [] });
  const told = await byStranger(honest);
  expect(told, told.text).toMatchObject({ code: 0, wrong: [], missing: [] });
});

it.each(Object.entries(CHEATS))("both verifiers find out a server that %s", async (name, cheat) => {
  const file = files.get(name);
  const { kind = "wrong", browser, standalone } = cheat;
  const found = await inBrowser(file);
  expect([found.verdict, found[kind]]).toEqual([kind, browser]);
  const told = await byStranger(file);
  expect(told, told.text).toMatchObject({ code: kind === "wrong" ? 1 : 2, [kind]: standalone });
  if (kind === "missing") expect(told.text).toMatch(/^missing +received +late: cannot be told/m);
});

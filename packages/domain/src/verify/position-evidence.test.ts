import { describe, expect, test } from "vitest";
import { GENESIS } from "../../testing/receipt-files.ts";
import { TEST_BEACON } from "../../testing/rounds.ts";
import { QUICKNET } from "../beacon.ts";
import { roundOf } from "../rounds.ts";
import { termsHash } from "../signed/terms-text.ts";
import { secondsOf } from "./read-value.ts";
import { readPositionEvidence } from "./position-evidence.ts";
import type { Published } from "./position-evidence.ts";

const ENTRY = GENESIS.tick + 7200;
const EPOCH = Math.floor(ENTRY / 3600);
const SINCE = "2026-09-01T00:00:00.000Z";
const [A, B, C] = ["a".repeat(64), "b".repeat(64), "c".repeat(64)];
const [SIGNATURE, OTHER_SIGNATURE] = ["5".repeat(128), "6".repeat(128)];
const ROUND = { round: roundOf(TEST_BEACON, ENTRY + 60), signature: "a".repeat(96) };
const LINK = { epoch: EPOCH, commitment: A, termsHash: B };
const ROW = { ...LINK, head: C, startTick: ENTRY, startState: GENESIS.state, seed: A };
const [PRICE, AMOUNT] = ["152.79000000", "10.00000000"];
const SIGNED = { text: "a text", signature: SIGNATURE, publicKey: A };
const PATH = [`left ${B}`];

const POSITION = {
  id: "01a0c45c-08a8-7000-8000-00d1f13cff88",
  userId: "01a0c45c-08a8-7000-8000-00d1f13cff87",
  type: "buy",
  entryPrice: PRICE,
  barrierPrice: PRICE,
  winChance: 0.25,
  amount: AMOUNT,
  duration: 1,
  multiplier: "250.00",
  status: "won",
  createdAt: SINCE,
  expiresAt: SINCE,
  entryTick: ENTRY,
  round: 7,
  expiryTick: ENTRY + 60,
  resultPrice: PRICE,
  profit: AMOUNT,
  refundReason: "secret",
  soldTick: ENTRY + 30,
  soldPrice: PRICE,
  proceeds: AMOUNT,
};
const BARRIER = { rule: "barrier", entryPrice: PRICE, result: "153.95800000" };
const FACTORS = { mean: "1", unit: "2", pull: "3", pullScale: "4", reach: "5", grid: "6" };
const READ_FACTORS = { mean: 1n, unit: 2n, pull: 3n, pullScale: 4n, reach: 5n, grid: 6n };
const EARLY = { tick: ENTRY + 30, price: PRICE, ticksLeft: 30, value: AMOUNT };
const CLOSING = { ...EARLY, reason: "beacon" };
const SALE = { ...EARLY, ...SIGNED, round: 9, fee: "1.00000000", proceeds: "9.00000000", sold: SINCE };
const ENTRY_LINE = { kind: "position_opened", account: "house:trading", amount: `-${AMOUNT}` };
const GENESIS_TOLD = { ...GENESIS, state: String(GENESIS.state) };
const ROW_TOLD = { ...ROW, startState: String(ROW.startState) };

const RECEIPT = {
  position: POSITION,
  commitments: [{ epoch: EPOCH, commitment: A }],
  barrier: { ...BARRIER, ...FACTORS },
  entries: [ENTRY_LINE],
  promise: { ...SIGNED, path: PATH },
  terms: "own terms\n",
  closing: { ...CLOSING, chance: "11" },
  sale: { ...SALE, chance: "12" },
};
const FAIRNESS = {
  process: { mean: "1", reversion: "2", scale: "3", unit: "4", epochTicks: 5 },
  genesis: GENESIS_TOLD,
  termsByEpoch: [{ text: "published terms\n" }],
  closings: [] as object[],
  beacon: TEST_BEACON,
  keys: [{ publicKey: A, since: SINCE }],
  chain: { epoch: EPOCH + 24, head: C },
  current: LINK,
  upcoming: [{ ...LINK, epoch: EPOCH + 1 }],
};
const DOWNLOADED = "2026-10-01T00:00:00.500Z";
const NOTED = { received: SINCE, receivedSignature: SIGNATURE, receivedPath: PATH };
const SALE_NOTED = { saleReceived: SINCE, saleReceivedSignature: OTHER_SIGNATURE };
const FILE = { downloaded: DOWNLOADED, epochs: [ROW_TOLD], rounds: [ROUND], ...NOTED, ...SALE_NOTED };

const EVIDENCE = {
  position: POSITION,
  commitments: RECEIPT.commitments,
  terms: new Map(["own terms\n", "published terms\n"].map((text) => [termsHash(text), text])),
  ownTerms: termsHash("own terms\n"),
  barrier: { ...BARRIER, ...READ_FACTORS },
  entries: [ENTRY_LINE],
  isUnbalanced: true,
  promise: RECEIPT.promise,
  received: { at: SINCE, signature: SIGNATURE, path: PATH },
  sale: { ...SALE, chance: 12n },
  saleReceived: { at: SINCE, signature: OTHER_SIGNATURE, path: null },
  closing: { ...CLOSING, chance: 11n },
  endings: [] as object[],
  ending: undefined as object | undefined,
  isPublished: false,
  madeAt: 1_790_812_800.5,
  isExpiryKnown: true,
  genesis: GENESIS,
  process: `1 2 3 4 5 ${GENESIS.state}`,
  keys: [A],
  chain: FAIRNESS.chain,
  ahead: [LINK, { ...LINK, epoch: EPOCH + 1 }],
  rows: [[ROW]],
  beacon: TEST_BEACON,
  rounds: { signatures: new Map([[ROUND.round, ROUND.signature]]), conflict: undefined },
};

const ABSENT = { closing: null, sale: null, received: null, saleReceived: null };

type Change = { receipt?: object; fairness?: object } & Readonly<Record<string, unknown>>;
const read = ({ receipt, fairness, ...change }: Change = {}, reached?: Published) =>
  readPositionEvidence(
    { ...FILE, ...change, receipt: { ...RECEIPT, ...receipt }, fairness: { ...FAIRNESS, ...fairness } },
    reached,
  );
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

test("every field is read", () => {
  expect(read()).toEqual(EVIDENCE);
});

test.each([undefined, null, "text", 7, [], {}])("nothing is found in %j", (file) => {
  const lists = { commitments: [], endings: [], entries: [], keys: [], ahead: [], rows: [[]] };
  expect(readPositionEvidence(file)).toEqual({
    ...ABSENT,
    ...lists,
    position: {},
    barrier: {},
    promise: {},
    closing: undefined,
    sale: {},
    terms: new Map(),
    rounds: { signatures: new Map() },
    isPublished: false,
    isUnbalanced: false,
    isExpiryKnown: false,
  });
});

describe("fields of the position", () => {
  const having = (name: string, value: unknown) => ({ ...POSITION, [name]: value });
  const readWith = (name: string, value: unknown) =>
    read({ receipt: { position: having(name, value) } }).position;

  test.each<[names: string, values: unknown[]]>([
    ["id userId", [POSITION.id.toUpperCase(), `${POSITION.id}0`, `0${POSITION.id}`]],
    ["type", ["rebuy", "buyer"]],
    ["entryPrice barrierPrice resultPrice soldPrice", ["1.79000001", "1.79", `0${PRICE}0`, "-1.79000000"]],
    ["winChance", [-0.001, 1.001, "0.5", null]],
    ["amount", ["10.00100000", "-1.00000000", "1.000000000"]],
    ["duration", [2, "1"]],
    ["multiplier", ["1250.00", "2.500", "2.5", "2"]],
    ["status", ["unwon", "wonder"]],
    ["createdAt expiresAt", [`0${SINCE}`, `${SINCE}0`]],
    ["entryTick round expiryTick soldTick", [-1, 0.5, "7"]],
    ["profit proceeds", ["1", "1.000000000"]],
    ["refundReason", ["Lost", "lost!", "", "a".repeat(41)]],
  ])("%s are missing in any other form", (names, values) => {
    for (const name of names.split(" "))
      for (const value of values)
        expect([value, readWith(name, value)]).toEqual([value, having(name, undefined)]);
  });

  test.each<[names: string, values: unknown[]]>([
    ["winChance", [0, 1]],
    ["round", [0]],
    ["multiplier", ["2.50"]],
    ["refundReason", [null, "a".repeat(40)]],
    ["resultPrice profit soldTick soldPrice proceeds", [null]],
  ])("%s are read at the edge of their form", (names, values) => {
    for (const name of names.split(" "))
      for (const value of values) expect(readWith(name, value)).toEqual(having(name, value));
  });
});

describe("a part of the receipt", () => {
  test.each([null, undefined])(
    "may be null if it is a closing or a sale, and %s if it is an answer",
    (none) => {
      const answers = { received: none, saleReceived: none };
      const receipt = { closing: null, sale: null };
      expect(read({ ...answers, receipt })).toEqual({ ...EVIDENCE, ...ABSENT });
    },
  );

  test.each(["tick", "price", "ticksLeft", "chance", "value", "reason"])(
    "that is a closing needs its %s",
    (field) => {
      const closing = { ...RECEIPT.closing, [field]: undefined };
      expect(read({ receipt: { closing } })).toEqual({ ...EVIDENCE, closing: undefined });
    },
  );

  test("that is a promise may be null, and counts in part", () => {
    const promiseOf = (promise: object | null) => read({ receipt: { promise } }).promise;
    const longest = "é".repeat(4096);
    expect(promiseOf(null)).toBeNull();
    expect(promiseOf({ ...SIGNED, text: longest })).toEqual({ ...SIGNED, text: longest });
    expect(promiseOf({ ...SIGNED, text: `${longest}é`, path: [] })).toEqual({
      ...SIGNED,
      text: undefined,
      path: [],
    });
    expect(promiseOf({ text: 7, signature: `${SIGNATURE}0`, path: 7, publicKey: B })).toEqual({
      publicKey: B,
    });
  });

  test("that is no line of a posting stays as one that no posting has", () => {
    const unreadable = { kind: "?", account: "?", amount: "?" };
    const entries = [ENTRY_LINE, {}, { kind: "a b", account: "a".repeat(81), amount: "1" }];
    expect(read({ receipt: { entries } }).entries).toEqual([ENTRY_LINE, unreadable, unreadable]);
  });

  test.each([
    ["longer than 1,000 characters", "t".repeat(1001)],
    ["with a letter outside ASCII before", "éterms\n"],
    ["with a letter outside ASCII after", "terms\né"],
    ["without a letter", ""],
    ["of another type", 7],
  ])("that is a text of terms %s is left out", (_, text) => {
    const longest = "t".repeat(1000);
    const published = { termsByEpoch: [{ text }, { text: longest }, null] };
    expect(read({ receipt: { terms: text }, fairness: published })).toEqual({
      ...EVIDENCE,
      terms: new Map([[termsHash(longest), longest]]),
      ownTerms: undefined,
    });
  });
});

describe("published data", () => {
  test.each([
    ["genesis", "tick"],
    ["genesis", "state"],
    ["genesis", "previousHead"],
    ["chain", "epoch"],
    ["chain", "head"],
  ] as const)("has no %s without its %s", (part, field) => {
    const fairness = { [part]: { ...FAIRNESS[part], [field]: undefined } };
    const process = field === "state" ? "1 2 3 4 5 ?" : EVIDENCE.process;
    expect(read({ fairness })).toEqual({ ...EVIDENCE, [part]: undefined, process });
  });

  test("leaves out keys and links of another form", () => {
    const keys = [{ publicKey: B, since: SINCE }, { publicKey: "b" }, { since: SINCE }];
    const upcoming = [{ epoch: EPOCH }, LINK];
    expect(read({ fairness: { keys: [...keys, ...FAIRNESS.keys], current: null, upcoming } })).toEqual({
      ...EVIDENCE,
      keys: [B, A],
      ahead: [LINK],
    });
  });

  test("counts up to a hundred lines and a thousand links", () => {
    const [committed] = RECEIPT.commitments;
    const text = "published terms\n";
    const receipt = { entries: times(101, ENTRY_LINE), commitments: times(101, committed) };
    const termsByEpoch = [...times(99, {}), { text }, { text: "more" }];
    const keys = [...times(999, {}), ...FAIRNESS.keys, { publicKey: B, since: SINCE }];
    const upcoming = [...times(999, {}), LINK, LINK];
    expect(read({ receipt, fairness: { keys, upcoming, termsByEpoch } })).toEqual({
      ...EVIDENCE,
      entries: times(100, ENTRY_LINE),
      commitments: times(100, committed),
      ahead: [LINK, LINK],
    });
  });

  test("of the platform comes before that of the file", () => {
    const other = { ...ROUND, signature: "b".repeat(96) };
    const row = { ...ROW_TOLD, seed: B };
    const fairness = { ...FAIRNESS, keys: [{ publicKey: B, since: SINCE }] };
    expect(read({}, { fairness, epochs: [row], rounds: [other] })).toEqual({
      ...EVIDENCE,
      isPublished: true,
      keys: [B],
      droppedKey: A,
      rows: [[{ ...ROW, seed: B }], [ROW]],
      rounds: { signatures: new Map([[ROUND.round, other.signature]]), conflict: ROUND.round },
    });
  });

  test("is compared with that of the file, unless the price began after the position", () => {
    const genesis = { ...GENESIS_TOLD, previousHead: B };
    const reached = (fairness: object) => ({
      fairness: { ...FAIRNESS, ...fairness },
      epochs: [],
      rounds: [],
    });
    const textOf = (head: string) =>
      `genesis ${GENESIS.tick} ${GENESIS.state} ${head}\nbeacon ${TEST_BEACON.chainHash}`;
    const differing = { expected: textOf(B), found: textOf(GENESIS.previousHead) };
    expect(read({}, reached({ genesis })).otherPrice).toEqual(differing);
    expect(read({}, reached({})).otherPrice).toBeUndefined();
    expect(read({}, reached({ genesis: { ...genesis, tick: ENTRY + 1 } })).otherPrice).toBeUndefined();
    expect(readPositionEvidence({ receipt: RECEIPT }, reached({ genesis })).otherPrice).toBeUndefined();
  });

  test.each([
    ["a receipt that had it", { downloaded: DOWNLOADED, rounds: [ROUND] }, true],
    ["a receipt that had it not", { downloaded: DOWNLOADED, rounds: [] }, false],
    ["a receipt without a time", { downloaded: `${DOWNLOADED}0`, rounds: [] }, true],
  ])("shows the round of the expiry to %s", (_, file, isExpiryKnown) => {
    const found = read(file, { fairness: FAIRNESS, epochs: [], rounds: [ROUND] });
    expect(found.isExpiryKnown).toBe(isExpiryKnown);
  });
});

describe("the end of a position's price", () => {
  const promised = [{ ...LINK, text: "terms\n" }];
  const end = { tick: ENTRY + 1, reason: "secret", beacon: QUICKNET, head: C, promised };
  const endAt = (tick: number) => ({
    ...end,
    endedAt: secondsOf(SINCE),
    genesis: { ...GENESIS, tick },
    rows: [ROW],
  });
  const own = endAt(ENTRY);
  const toldAt = (tick: number) => ({
    ...end,
    endedAt: SINCE,
    genesis: { ...GENESIS_TOLD, tick },
    epochs: [ROW_TOLD],
  });
  const endingIn = (closings: readonly unknown[], change: object = {}, position: object = {}) =>
    read({
      receipt: { position: { ...POSITION, ...position } },
      fairness: { genesis: { ...GENESIS_TOLD, tick: ENTRY + 1 }, closings, ...change },
    });

  test("is the newest of those that began before the entry", () => {
    const ticks = [ENTRY - 2, ENTRY, ENTRY - 1, ENTRY + 1];
    expect(endingIn(ticks.map(toldAt))).toEqual({
      ...EVIDENCE,
      genesis: { ...GENESIS, tick: ENTRY + 1 },
      endings: ticks.toSorted((one, other) => one - other).map(endAt),
      ending: own,
      beacon: QUICKNET,
    });
    expect(endingIn([toldAt(ENTRY + 1)]).ending).toBeUndefined();
  });

  test.each([
    ["the price goes on", { genesis: { ...GENESIS_TOLD, tick: ENTRY } }, {}],
    ["the current price is unknown", { genesis: null }, {}],
    ["the entry is unknown", {}, { entryTick: undefined }],
  ])("is not looked for if %s", (_, change, position) => {
    expect(endingIn([toldAt(ENTRY)], change, position).ending).toBeUndefined();
  });

  test.each(["genesis", "tick", "reason", "beacon"])("needs its %s", (field) => {
    expect(endingIn([{ ...toldAt(ENTRY), [field]: undefined }]).ending).toBeUndefined();
  });

  test.each([
    ["endedAt", `${SINCE}0`, undefined],
    ["head", "0".repeat(63), undefined],
    ["promised", undefined, undefined],
    ["promised", {}, undefined],
    ["promised", [{ ...promised[0], text: "" }], undefined],
    ["promised", [{ ...promised[0], epoch: "1" }], undefined],
    ["promised", [], []],
    ["promised", times(101, promised[0]), times(100, promised[0])],
  ])("has a %s only if all of it can be read: %o", (field, value, read_) => {
    const { ending } = endingIn([{ ...toldAt(ENTRY), [field]: value }]);
    expect(ending).toEqual({ ...own, [field]: read_ });
  });

  test("is for one of two reasons, within a thousand endings", () => {
    const reasons = ["beacons", "the secret"].map((reason) => ({ ...toldAt(ENTRY), reason }));
    expect(endingIn(reasons).ending).toBeUndefined();
    expect(endingIn([...times(999, null), toldAt(ENTRY)]).ending).toEqual(own);
    expect(endingIn([...times(1000, null), toldAt(ENTRY)]).ending).toBeUndefined();
  });
});

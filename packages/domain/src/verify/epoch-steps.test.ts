import { describe, expect, test } from "vitest";
import { followChain, genesisHead } from "../epochs.ts";
import type { EpochBook, EpochRow } from "./epoch-book.ts";
import { chainStep, commitmentStep, headStep, startStep, unknownStep } from "./epoch-steps.ts";

const EPOCH = 500_000;
const FIRST_TICK = EPOCH * 3600;
const LATER = { state: "later", from: FIRST_TICK + 3600 } as const;
const WAITS = { outcome: "later", from: LATER.from };
const NO_DATA = { outcome: "missing", reason: "no-data" };
const MISSING = { state: "missing" } as const;
const DOUBTFUL = { state: "doubtful" } as const;

test.each([
  [LATER, WAITS],
  [MISSING, NO_DATA],
  [DOUBTFUL, { outcome: "missing", reason: "doubtful" }],
])("a value that is %o makes a step that cannot be checked", (known, details) => {
  expect(unknownStep("entry", known)).toStrictEqual({ name: "entry", ...details });
  expect(unknownStep("entry", known, { epoch: 1, found: "2" })).toStrictEqual({
    name: "entry",
    epoch: 1,
    found: "2",
    ...details,
  });
});

/** A seed that belongs to its commitment, and one that does not. */
const SEED = { state: "known", seed: new Uint8Array(32), commitment: "a" };
const WRONG = { state: "wrong", expected: "a", found: "b" };

/** Makes a book that gives the same values for every epoch, but for the seed of the epoch before. */
function bookOf({
  row = {} as object | null,
  start = { state: "known", start: 5 } as object,
  seed = SEED as object,
  before = SEED as object,
}): EpochBook {
  const book = {
    row: () => (row === null ? undefined : { startTick: FIRST_TICK, startState: 5, ...row }),
    firstTickOf: () => FIRST_TICK,
    startOf: () => start,
    seedOf: (epoch: number) => (epoch === EPOCH ? seed : before),
  };
  return book as unknown as EpochBook;
}

test.each<[string, object, boolean, object]>([
  ["is right with its seed", SEED, true, { outcome: "right", expected: "a", found: "a" }],
  ["is wrong with another seed", WRONG, false, { outcome: "wrong", expected: "a", found: "b" }],
  ["lacks its seed", MISSING, false, NO_DATA],
  ["is wrong if its seed is overdue", MISSING, true, { outcome: "wrong", reason: "seed-withheld" }],
  ["waits for its seed, whatever is due", LATER, true, WAITS],
])("the commitment of an epoch %s", (_, seed, isDue, details) => {
  expect(commitmentStep(bookOf({ seed }), EPOCH, isDue)).toStrictEqual({
    name: "commitment",
    epoch: EPOCH,
    ...details,
  });
});

const same = (state: string) => ({ outcome: "right", expected: state, found: state });
const differ = (expected: string, found: string) => ({ outcome: "wrong", expected, found });

test.each<[string, Parameters<typeof bookOf>[0], Partial<Parameters<typeof startStep>[2]>, object]>([
  ["the end of the epoch before", {}, {}, same("5")],
  ["another state", { row: { startState: 6 } }, {}, differ("5", "6")],
  [
    "another first tick",
    { row: { startTick: FIRST_TICK + 1 } },
    {},
    differ(`tick ${FIRST_TICK}`, `tick ${FIRST_TICK + 1}`),
  ],
  ["no first tick", { row: { startTick: undefined } }, {}, differ(`tick ${FIRST_TICK}`, "tick ?")],
  ["no row", { row: null }, {}, NO_DATA],
  ["no state", { row: { startState: undefined } }, { signed: "5" }, NO_DATA],
  ["the signed state", {}, { signed: "5" }, same("5")],
  ["another state than the signed one", {}, { signed: "6" }, { ...differ("6", "5"), reason: "other-start" }],
  [
    "a wrong seed before",
    { start: DOUBTFUL, before: WRONG },
    {},
    { ...differ("a", "b"), reason: "doubtful" },
  ],
  ["a wrong seed long before", { start: DOUBTFUL }, {}, { outcome: "wrong", reason: "doubtful" }],
  [
    "a wrong seed before that another step tells",
    { start: DOUBTFUL, before: WRONG },
    { isToldBefore: true },
    { outcome: "missing", reason: "doubtful" },
  ],
  ["the signed state, without rounds", { start: MISSING }, { signed: "5", isDue: true }, same("5")],
  [
    "no state, without rounds",
    { start: MISSING, row: { startState: undefined } },
    { signed: "5", isDue: true },
    NO_DATA,
  ],
  ["an unsigned state, without rounds", { start: MISSING }, { isDue: true }, NO_DATA],
  [
    "the signed state, without the seed before",
    { start: MISSING, before: MISSING },
    { signed: "5" },
    NO_DATA,
  ],
  [
    "the signed state, without an overdue seed before",
    { start: MISSING, before: MISSING },
    { signed: "5", isDue: true },
    { outcome: "wrong", reason: "seed-withheld" },
  ],
  ["a seed before that comes later", { start: LATER, before: LATER }, { isDue: true }, WAITS],
])("the start of an epoch with %s", (_, given, details, expected) => {
  const step = startStep(bookOf(given), EPOCH, { isToldBefore: false, ...details });
  expect(step).toStrictEqual({ name: "start", epoch: EPOCH, ...expected });
});

const [NEAR, FAR] = [EPOCH + 1, EPOCH + 4];
const BEFORE = "b".repeat(64);
const TERMS = "c".repeat(64);
const OTHER = "d".repeat(64);
const linkOf = (epoch: number, termsHash = TERMS) => ({
  epoch,
  commitment: `${epoch}`.padStart(64, "0"),
  termsHash,
});
const links = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => linkOf(from + index));
/** Returns the head of an epoch, from the one before the first. */
const headAt = (epoch: number, before = BEFORE) => followChain(before, links(EPOCH, epoch));
const rowOf = (epoch: number, before = BEFORE) =>
  [epoch, { ...linkOf(epoch), head: headAt(epoch, before) } as EpochRow] as const;
const rowsWith = (change: object) =>
  new Map([rowOf(EPOCH - 1), rowOf(EPOCH), [NEAR, { ...rowOf(NEAR)[1], ...change }]]);
const ROWS = rowsWith({});
const AHEAD = links(NEAR + 1, FAR);
const CHAIN = { epoch: FAR, head: headAt(FAR) };
const LINKS = { rows: ROWS, conflicts: [], genesis: undefined, ahead: AHEAD, chain: CHAIN };
const NEEDED = { from: EPOCH, to: FAR, ifHole: "wrong" } as const;
const GENESIS = { tick: FIRST_TICK + 100, state: 5, previousHead: OTHER };
const GENESIS_HEAD = genesisHead(GENESIS, OTHER);

type Links = Parameters<typeof chainStep>[0];
const hole = (epoch: number, outcome = "wrong") => ({ outcome, epoch, reason: "hole" });

describe("the chain of commitments", () => {
  const stepOf = (change: Partial<Links>, needed: object = {}) => {
    const { name, ...step } = chainStep({ ...LINKS, ...change }, { ...NEEDED, ...needed });
    expect(name).toBe("chain");
    return step;
  };
  const RIGHT = { outcome: "right" };
  const wrong = (epoch: number, ...values: [string, string]) => ({ epoch, ...differ(...values) });
  const textOf = (epoch: number, terms = TERMS) => `${linkOf(epoch).commitment}\n${terms}`;

  test.each<[string, Partial<Links>, object]>([
    ["rows and links that follow", {}, RIGHT],
    ["the same in any order", { rows: new Map([...ROWS].toReversed()), ahead: AHEAD.toReversed() }, RIGHT],
    ["the same twice", { ahead: [linkOf(NEAR), ...AHEAD] }, RIGHT],
    ["no furthest head", { chain: undefined }, RIGHT],
    ["a furthest head beyond its links", { chain: { epoch: FAR + 1, head: OTHER } }, RIGHT],
    ["rows that differ", { conflicts: [7, 8] }, { outcome: "wrong", epoch: 7, reason: "doubtful" }],
    ["another head in a row", { rows: rowsWith({ head: OTHER }) }, wrong(NEAR, headAt(NEAR), OTHER)],
    [
      "no head in a row",
      { rows: rowsWith({ head: undefined }) },
      { outcome: "wrong", epoch: NEAR, expected: headAt(NEAR), reason: "unreadable" },
    ],
    ["another furthest head", { chain: { ...CHAIN, head: OTHER } }, wrong(FAR, CHAIN.head, OTHER)],
    [
      "other terms ahead than in a row",
      { ahead: [linkOf(NEAR, OTHER), ...AHEAD] },
      wrong(NEAR, textOf(NEAR), textOf(NEAR, OTHER)),
    ],
    ["no row before", { rows: new Map([rowOf(EPOCH), rowOf(NEAR)]) }, hole(EPOCH - 1)],
    ["one link alone", { rows: new Map(), ahead: [linkOf(FAR)] }, hole(EPOCH - 1)],
    ["no link in between", { ahead: AHEAD.slice(1) }, hole(NEAR + 1)],
    ["no last link", { ahead: AHEAD.slice(0, -1) }, hole(FAR)],
    [
      "nothing to compare with",
      {
        rows: new Map([rowOf(EPOCH - 1)]),
        ahead: links(EPOCH, FAR),
        chain: undefined,
      },
      NO_DATA,
    ],
    [
      "links up to the furthest head alone",
      { rows: new Map([rowOf(EPOCH - 1)]), ahead: links(EPOCH, FAR) },
      RIGHT,
    ],
  ])("with %s", (_, change, expected) => {
    expect(stepOf(change)).toStrictEqual(expected);
  });

  test("is only incomplete with a hole, if nobody is to blame for it", () => {
    expect(stepOf({ ahead: AHEAD.slice(1) }, { ifHole: "missing" })).toStrictEqual(hole(NEAR + 1, "missing"));
  });

  test("begins with genesis in its first epoch", () => {
    const rows = new Map([rowOf(EPOCH, GENESIS_HEAD), rowOf(NEAR, GENESIS_HEAD)]);
    const chain = { epoch: FAR, head: headAt(FAR, GENESIS_HEAD) };
    expect(stepOf({ genesis: GENESIS, rows, chain })).toStrictEqual(RIGHT);
    expect(stepOf({ genesis: GENESIS })).toStrictEqual(
      wrong(EPOCH, headAt(EPOCH, GENESIS_HEAD), headAt(EPOCH)),
    );
    const last = { ...GENESIS, tick: FIRST_TICK - 1 };
    const head = headAt(EPOCH, genesisHead(last, OTHER));
    expect(stepOf({ genesis: last })).toStrictEqual(wrong(EPOCH, head, headAt(EPOCH)));
  });

  test("is followed over a hundred epochs", () => {
    const ahead = links(NEAR + 1, EPOCH + 102);
    expect(stepOf({ ahead }, { to: EPOCH + 100 })).toStrictEqual(RIGHT);
    expect(stepOf({ ahead }, { to: EPOCH + 102 })).toStrictEqual(hole(EPOCH + 101));
  });
});

describe("the head that was signed", () => {
  const OWN = new Map([EPOCH, NEAR].map((epoch) => [epoch, linkOf(epoch).commitment]));
  const stepOf = (
    change: Partial<Links>,
    { own = OWN, terms = TERMS, promised = CHAIN, ifHole = "wrong" as "wrong" | "missing" } = {},
  ) => {
    const { name, ...step } = headStep(
      { ...LINKS, ...change },
      { commitments: own, terms: { epoch: EPOCH, hash: terms } },
      promised,
      { ...NEEDED, ifHole },
    );
    expect(name).toBe("head");
    return step;
  };

  test("follows from the own commitments and terms, and all up to it", () => {
    expect(stepOf({})).toStrictEqual(same(CHAIN.head));
    const nearer = { epoch: FAR - 1, head: headAt(FAR - 1) };
    expect(stepOf({}, { promised: nearer })).toStrictEqual(same(nearer.head));
    expect(stepOf({}, { promised: { epoch: FAR, head: OTHER } })).toStrictEqual(differ(OTHER, CHAIN.head));
    expect(stepOf({ rows: new Map([rowOf(EPOCH - 1), rowOf(NEAR)]) })).toStrictEqual(same(CHAIN.head));
  });

  test("follows from genesis in its first epoch", () => {
    const head = headAt(FAR, GENESIS_HEAD);
    const change = { genesis: GENESIS, rows: new Map(), ahead: links(NEAR, FAR) };
    expect(stepOf(change, { promised: { epoch: FAR, head } })).toStrictEqual(same(head));
  });

  test("follows from the own values before those of the list", () => {
    expect(stepOf({ rows: rowsWith({ commitment: OTHER }) })).toStrictEqual(same(CHAIN.head));
    const chained = (first: object, second: object) =>
      followChain(BEFORE, [{ ...linkOf(EPOCH), ...first }, { ...linkOf(NEAR), ...second }, ...AHEAD]);
    const own = new Map([[NEAR, OTHER]]);
    expect(stepOf({}, { own })).toStrictEqual(differ(CHAIN.head, chained({}, { commitment: OTHER })));
    expect(stepOf({ rows: rowsWith({ termsHash: OTHER }) }, { terms: "e" })).toStrictEqual(
      differ(CHAIN.head, chained({ termsHash: "e" }, { termsHash: OTHER })),
    );
  });

  test("cannot be reached over a hole", () => {
    const ahead = AHEAD.slice(1);
    expect(stepOf({ ahead })).toStrictEqual(hole(NEAR + 1));
    expect(stepOf({ ahead }, { ifHole: "missing" })).toStrictEqual(hole(NEAR + 1, "missing"));
    expect(stepOf({ ahead }, { own: new Map([[NEAR + 1, OTHER]]) })).toStrictEqual(hole(NEAR + 1));
    expect(stepOf({ rows: new Map() })).toStrictEqual(hole(EPOCH - 1));
  });
});

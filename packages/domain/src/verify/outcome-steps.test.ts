import { describe, expect, test } from "vitest";
import { minor, parseMinor } from "../money.ts";
import {
  entryStep,
  exitStep,
  GRACE_TICKS,
  isSold,
  moneyStep,
  resultStep,
  settlementOf,
} from "./outcome-steps.ts";
import type { Price } from "./outcome-steps.ts";
import type { PositionEvidence } from "./position-evidence.ts";

const EXPIRY = 1_790_007_500;
/** The newest second at which an honest platform may still have to settle the position. */
const DUE = EXPIRY + GRACE_TICKS;
const BARRIER = 153_958;
const ENTRY = "153.00000000";
const WINNING = { resultPrice: "153.95800000" };
const LOSING = { resultPrice: "153.95700000" };
const STAKE = parseMinor("10");
const WON = { status: "won", profitMinor: parseMinor("25"), creditMinor: parseMinor("35") } as const;
const LOST = { status: "lost", profitMinor: minor(-STAKE), creditMinor: minor(0n) } as const;

const POSITION = {
  userId: "u",
  type: "buy",
  entryPrice: ENTRY,
  amount: "10.00000000",
  duration: 1,
  status: "won",
  expiryTick: EXPIRY,
  ...WINNING,
  profit: "25.00000000",
  refundReason: null,
  soldTick: null,
  soldPrice: null,
  proceeds: null,
};
const line = (kind: string, account: string, amount: string) => ({
  kind,
  account,
  amount: `${amount}.00000000`,
});
const OPENED = [line("position_opened", "house:trading", "10"), line("position_opened", "user:u", "-10")];
const paid = (kind: string, amount: string) => [
  line(kind, "house:trading", `-${amount}`),
  line(kind, "user:u", amount),
];

type Change = { readonly position?: object } & Readonly<Record<string, unknown>>;
const evidenceOf = ({ position, ...change }: Change = {}) =>
  ({
    barrier: { entryPrice: ENTRY },
    entries: [...OPENED, ...paid("position_won", "35")],
    sale: null,
    closing: null,
    isPublished: true,
    isExpiryKnown: true,
    madeAt: undefined,
    ...change,
    position: { ...POSITION, ...position },
  }) as unknown as PositionEvidence;

const wrong = (name: string, details: object) => ({ name, outcome: "wrong", ...details });
const unreadable = (name: string) => wrong(name, { reason: "unreadable" });
const known = (milli: number): Price => ({ state: "known", milli });
const UNKNOWN: [state: Price, outcome: object][] = [
  [
    { state: "later", from: EXPIRY },
    { outcome: "later", from: EXPIRY },
  ],
  [{ state: "doubtful" }, { outcome: "missing", reason: "doubtful" }],
  [{ state: "missing" }, { outcome: "missing", reason: "no-data" }],
];

describe("the step of the entry", () => {
  test.each([
    ["is unreadable without the price", { position: { entryPrice: undefined } }, { reason: "unreadable" }],
    [
      "is unreadable without the price in the barrier's formula",
      { barrier: {} },
      { expected: ENTRY, reason: "unreadable" },
    ],
    [
      "is wrong with another price in the barrier's formula",
      { barrier: { entryPrice: "1" } },
      { expected: ENTRY, found: "1" },
    ],
  ])("%s, whatever the seed gives", (_, change, expected) => {
    for (const price of [known(153_000), { state: "missing" } as const])
      expect(entryStep(evidenceOf(change), price)).toEqual(wrong("entry", expected));
  });

  test.each([
    ["right", 153_000, ENTRY],
    ["wrong", 153_001, "153.00100000"],
  ])("is %s by the price that the seed gives", (outcome, milli, expected) => {
    expect(entryStep(evidenceOf(), known(milli))).toEqual({ name: "entry", outcome, expected, found: ENTRY });
  });

  test.each(UNKNOWN)("tells why its price is not known: %o", (price, expected) => {
    expect(entryStep(evidenceOf(), price)).toEqual({ name: "entry", ...expected });
  });
});

describe("the step of the exit", () => {
  const stepOf = (position: object, price = known(153_958)) =>
    exitStep(evidenceOf({ position }).position, price);

  test.each([
    ["that cannot be read", { resultPrice: undefined, status: "active" }],
    ["of null although it was won", { resultPrice: null, status: "won" }],
    ["of null although it was lost", { resultPrice: null, status: "lost" }],
  ])("is unreadable with a price %s", (_, position) => {
    expect(stepOf(position)).toEqual(unreadable("exit"));
  });

  test.each([
    ["right", WINNING, { found: WINNING.resultPrice }],
    ["wrong", LOSING, { found: LOSING.resultPrice }],
    ["missing", { status: "active", resultPrice: null }, { reason: "undecided" }],
  ])("is %s by the price that the seed gives", (outcome, position, details) => {
    expect(stepOf(position)).toEqual({ name: "exit", outcome, expected: WINNING.resultPrice, ...details });
  });

  test.each(UNKNOWN)("tells why its price is not known: %o", (price, expected) => {
    expect(stepOf({}, price)).toEqual({ name: "exit", ...expected });
    expect(stepOf({ status: "active", resultPrice: null }, price)).toEqual({ name: "exit", ...expected });
  });
});

describe("the settlement", () => {
  const missing: Price = { state: "missing" };
  const settled = (position: object, price: Price = missing) =>
    settlementOf(evidenceOf({ position }).position, BARRIER, price);

  test.each([
    ["the price that the seed gives", LOSING, known(153_958), WON],
    ["the price that the seed gives", WINNING, known(153_957), LOST],
    ["the stated price if the seed gives none", WINNING, missing, WON],
    ["the stated price if the seed gives none", LOSING, missing, LOST],
    ["the side", { ...LOSING, type: "sell" }, missing, WON],
  ])("follows from %s", (_, position, price, expected) => {
    expect(settled(position, price)).toEqual(expected);
  });

  test.each([
    ["side", { type: undefined }],
    ["stake", { amount: undefined }],
    ["duration", { duration: undefined }],
  ])("is unknown without a %s", (_, position) => {
    expect(settled(position, known(153_958))).toBeUndefined();
  });

  test("is unknown without a barrier, or without any price", () => {
    expect(settlementOf(evidenceOf().position, undefined, known(153_958))).toBeUndefined();
    expect(settled({ resultPrice: null })).toBeUndefined();
    expect(settled({ resultPrice: undefined })).toBeUndefined();
  });
});

describe("the step of the result", () => {
  const stepOf = (change: Change, settlement: typeof WON | typeof LOST | undefined = WON, now = DUE + 1) =>
    resultStep(evidenceOf(change), settlement, now);

  test.each([
    ["no status", { position: { status: undefined } }],
    ["a closing", { closing: { tick: EXPIRY } }],
    ["a reason of a refund", { position: { refundReason: "secret" } }],
    ["a closing that cannot be read", { closing: undefined }],
    ["a sale", { sale: {} }],
    ["the tick of a sale", { position: { soldTick: EXPIRY } }],
    ["the price of a sale", { position: { soldPrice: undefined } }],
    ["the proceeds of a sale", { position: { proceeds: "0.00000000" } }],
  ])("is unreadable with %s", (_, change) => {
    expect(stepOf(change)).toEqual(unreadable("result"));
  });

  test("is right or wrong by the settlement, and unreadable without one", () => {
    expect(stepOf({})).toEqual({ name: "result", outcome: "right", expected: "won", found: "won" });
    expect(stepOf({}, LOST)).toEqual(wrong("result", { expected: "lost", found: "won" }));
    const unsettled = resultStep(evidenceOf(), undefined, DUE);
    expect(unsettled).toEqual(wrong("result", { found: "won", reason: "unreadable" }));
  });

  const active = { position: { status: "active" } };
  const early = { outcome: "later", from: EXPIRY };
  const undecided = { outcome: "missing", reason: "undecided" };
  const overdue = { outcome: "wrong", reason: "overdue" };
  const unknown = { position: { status: "active", expiryTick: undefined } };
  test.each<[string, Change, number, object]>([
    ["before the expiry", active, EXPIRY - 1, early],
    ["at the expiry", active, EXPIRY, undecided],
    ["within the grace", active, DUE, undecided],
    ["after the grace", active, DUE + 1, overdue],
    ["after the grace, with a receipt from then", { ...active, madeAt: DUE + 1 }, DUE + 9, overdue],
    ["after the grace, with a receipt from before", { ...active, madeAt: DUE }, DUE + 9, undecided],
    ["within the grace, with a receipt from the future", { ...active, madeAt: DUE + 9 }, DUE, undecided],
    ["after the grace, without the platform", { ...active, isPublished: false }, DUE + 1, undecided],
    ["after the grace, without a round", { ...active, isExpiryKnown: false }, DUE + 1, undecided],
    ["at any time, if the expiry cannot be read", unknown, DUE + 1, undecided],
  ])("waits for a decision %s", (_, change, now, expected) => {
    const step = { name: "result", found: "active", ...expected };
    expect(stepOf(change, WON, now)).toEqual({ ...step, expected: "won" });
    expect(resultStep(evidenceOf(change), undefined, now)).toEqual(step);
  });
});

describe("the step of the money", () => {
  const stepOf = (change: Change, ended?: string, settlement: typeof WON | typeof LOST | undefined = WON) =>
    moneyStep(evidenceOf(change), settlement, ended === undefined ? undefined : parseMinor(ended), DUE + 1);
  const textOf = (profit: string, ...lines: object[]) =>
    [`profit ${profit}`, ...lines.map((each) => Object.values(each).join(" "))].join("\n");
  const ends = (status: string, profit: string | null, ...entries: object[]) => ({
    position: { status, profit },
    entries: [...OPENED, ...entries].toReversed(),
  });
  const back = paid("position_refunded", "4");
  const sale = paid("position_sold", "4");
  const prize = paid("position_won", "35");

  test.each([
    ["user", { userId: undefined }],
    ["stake", { amount: undefined }],
    ["status", { status: undefined }],
    ["profit", { profit: undefined }],
    ["stake above zero", { amount: "0.00000000" }],
  ])("is unreadable without a %s", (_, position) => {
    expect(stepOf({ position })).toEqual(unreadable("money"));
  });

  test.each<[string, Change, string | undefined, typeof WON | typeof LOST, string]>([
    ["won", ends("won", "25.00000000", ...prize), undefined, WON, textOf("25.00000000", ...OPENED, ...prize)],
    ["lost", ends("lost", "-10.00000000"), undefined, LOST, textOf("-10.00000000", ...OPENED)],
    ["sold", ends("sold", "-6.00000000", ...sale), "4", WON, textOf("-6.00000000", ...OPENED, ...sale)],
    ["closed", ends("refunded", "-6.00000000", ...back), "4", WON, textOf("-6.00000000", ...OPENED, ...back)],
    ["closed at nothing", ends("refunded", "-10.00000000"), "0", WON, textOf("-10.00000000", ...OPENED)],
  ])(
    "is right for a position that was %s, and wrong with anything else",
    (_, change, ended, settled, text) => {
      const step = { name: "money", expected: text };
      expect(stepOf(change, ended, settled)).toEqual({ ...step, outcome: "right", found: text });
      const more = { ...change, entries: [...(change["entries"] as object[]), line("other", "x", "1")] };
      expect(stepOf(more, ended, settled)).toEqual({
        ...step,
        outcome: "wrong",
        found: text.replace("\nposition_opened", "\nother x 1.00000000\nposition_opened"),
      });
      const profit = { ...change, position: { ...change.position, profit: "1.00000000" } };
      expect(stepOf(profit, ended, settled)).toMatchObject({ ...step, outcome: "wrong" });
    },
  );

  test.each(["sold", "refunded"])("is missing if nobody knows the value of a %s position", (status) => {
    expect(stepOf(ends(status, "-6.00000000"))).toEqual({
      name: "money",
      outcome: "missing",
      reason: "doubtful",
    });
  });

  test("takes the stated profit, but no payment, if nobody knows the result", () => {
    const step = (entries: object[]) =>
      moneyStep(evidenceOf(ends("won", "25.00000000", ...entries)), undefined, undefined, DUE);
    const expected = textOf("25.00000000", ...OPENED);
    expect(step([])).toEqual({ name: "money", outcome: "right", expected, found: expected });
    expect(step(prize)).toEqual(
      wrong("money", { expected, found: textOf("25.00000000", ...OPENED, ...prize) }),
    );
  });

  test("of an open position waits, unless more than the stake has moved", () => {
    const expected = textOf("-", ...OPENED);
    const waits = { name: "money", outcome: "missing", expected, found: expected, reason: "undecided" };
    expect(stepOf(ends("active", null))).toEqual(waits);
    expect(stepOf(ends("active", null, ...prize))).toEqual(
      wrong("money", { expected, found: textOf("-", ...OPENED, ...prize) }),
    );
  });
});

test.each([
  [{}, false],
  [{ sale: {} }, true],
  [{ position: { soldTick: 1 } }, true],
])("anything of a sale tells that a position was sold: %o", (change, expected) => {
  expect(isSold(evidenceOf(change))).toBe(expected);
});

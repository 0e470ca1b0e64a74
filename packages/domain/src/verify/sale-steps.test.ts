import { describe, expect, test } from "vitest";
import { GENESIS } from "../../testing/receipt-files.ts";
import { TEST_BEACON } from "../../testing/rounds.ts";
import { blockEnd, dueTick, roundOf } from "../rounds.ts";
import { formatMinor, parseMinor } from "../money.ts";
import { saleAt } from "../sale.ts";
import type { SaleStatement } from "../signed/sale.ts";
import type { TermsRules } from "../signed/terms-text.ts";
import type { Price } from "./outcome-steps.ts";
import type { PositionEvidence } from "./position-evidence.ts";
import { saleStep, soldStep } from "./sale-steps.ts";

const BARRIER = 153_958;
const ENTRY_TICK = blockEnd(TEST_BEACON, roundOf(TEST_BEACON, GENESIS.tick + 7200));
const EXPIRY = ENTRY_TICK + 300;
const SOLD_ROUND = roundOf(TEST_BEACON, ENTRY_TICK + 60);
const SOLD_TICK = blockEnd(TEST_BEACON, SOLD_ROUND);
const SALE = saleAt(
  {
    side: "buy",
    barrierMilli: BARRIER,
    stakeMinor: parseMinor("10"),
    multiplierHundredths: 1000,
    expiryTick: EXPIRY,
  },
  SOLD_TICK,
  153_000,
  20_000,
);
const SOLD = {
  tick: SOLD_TICK,
  price: "153.00000000",
  ticksLeft: EXPIRY - SOLD_TICK,
  chance: SALE.chance,
  value: formatMinor(SALE.valueMinor),
  fee: formatMinor(SALE.feeMinor),
  proceeds: formatMinor(SALE.proceedsMinor),
  round: SOLD_ROUND,
  sold: new Date(dueTick(TEST_BEACON, SOLD_ROUND) * 1000).toISOString(),
  publicKey: "key",
};
const SOLD_POSITION = {
  id: "position",
  userId: "user",
  amount: "10.00000000",
  type: "buy",
  duration: 5,
  entryTick: ENTRY_TICK,
  expiryTick: EXPIRY,
  soldTick: SOLD_TICK,
  soldPrice: SOLD.price,
  proceeds: SOLD.proceeds,
  resultPrice: null,
  refundReason: null,
};
const STATED = {
  position: "position",
  user: "user",
  round: SOLD_ROUND,
  soldTick: SOLD_TICK,
  soldPrice: SOLD.price,
  value: SOLD.value,
  fee: SOLD.fee,
  proceeds: SOLD.proceeds,
  sold: SOLD.sold,
  key: "key",
} as unknown as SaleStatement;

type Change = { readonly position?: object; readonly sale?: object | null } & Readonly<
  Record<string, unknown>
>;
const evidenceOf = ({ position, sale, ...change }: Change = {}) =>
  ({
    closing: null,
    beacon: TEST_BEACON,
    ...change,
    sale: sale === null ? null : { ...SOLD, ...sale },
    position: { ...SOLD_POSITION, ...position },
  }) as unknown as PositionEvidence;

describe("the step of a sale", () => {
  const rules = { sellFee: 0.02 } as TermsRules;
  const known: Price = { state: "known", milli: 153_000 };
  const stepOf = (change: Change = {}, price: Price = known) =>
    saleStep(evidenceOf(change), rules, BARRIER, price);
  const wrong = (details: object) => ({
    step: { name: "sale", outcome: "wrong", ...details },
    proceedsMinor: undefined,
  });

  test("is right with the proceeds that follow from price and time", () => {
    const { step, proceedsMinor } = stepOf();
    expect([step.outcome, proceedsMinor]).toEqual(["right", SALE.proceedsMinor]);
    expect(stepOf({}, { state: "known", milli: 153_001 }).step.outcome).toBe("wrong");
    expect(stepOf({}, { state: "doubtful" } as Price)).toEqual({
      step: { name: "sale", outcome: "missing", reason: "doubtful", found: step.found },
      proceedsMinor: SALE.proceedsMinor,
    });
    expect(stepOf({ sale: { fee: "0.00000000" } }, { state: "doubtful" } as Price).step.outcome).toBe(
      "wrong",
    );
  });

  test.each([
    ["a sale", { sale: null }],
    ["its tick", { sale: { tick: undefined } }],
    ["its price", { sale: { price: undefined } }],
    ["the stake", { position: { amount: undefined } }],
    ["the side", { position: { type: undefined } }],
    ["the duration", { position: { duration: undefined } }],
    ["the expiry", { position: { expiryTick: undefined } }],
  ])("is unreadable without %s", (_, change) => {
    expect(stepOf(change)).toEqual(wrong({ reason: "unreadable" }));
    expect(saleStep(evidenceOf(), rules, undefined, known)).toEqual(wrong({ reason: "unreadable" }));
  });

  test("is wrong outside the ten minutes before the expiry", () => {
    const span = `tick ${EXPIRY - 600} - ${EXPIRY - 1}`;
    for (const tick of [EXPIRY, EXPIRY - 601])
      expect(stepOf({ sale: { tick } })).toEqual(wrong({ expected: span, found: `tick ${tick}` }));
    for (const tick of [EXPIRY - 1, EXPIRY - 600])
      expect(stepOf({ sale: { tick } }).step.expected).not.toBe(span);
  });
});

describe("the step of a sold position's result", () => {
  const outcomeOf = (change: Change = {}, stated: SaleStatement | undefined = STATED) => {
    const { name, outcome, ...details } = soldStep(evidenceOf(change), stated);
    expect(name).toBe("result");
    return [outcome, details];
  };
  const unreadable = ["wrong", { reason: "unreadable" }];

  test("is right as it was signed", () => {
    expect(outcomeOf()).toEqual(["right", { found: "sold" }]);
  });

  test.each([
    ["no sale", { sale: null }],
    ["a closing", { closing: {} }],
    ["a result", { position: { resultPrice: "1" } }],
    ["a refund", { position: { refundReason: "beacon" } }],
    ["no expiry", { position: { expiryTick: undefined } }],
  ])("is unreadable with %s", (_, change) => {
    expect(outcomeOf(change)).toEqual(unreadable);
  });

  test("is unreadable without a statement, and open without the beacon's rounds", () => {
    expect(soldStep(evidenceOf(), undefined)).toEqual({
      name: "result",
      outcome: "wrong",
      reason: "unreadable",
    });
    expect(outcomeOf({ beacon: undefined })).toEqual(["missing", { reason: "no-data" }]);
  });

  test("names every field that differs from the statement", () => {
    const position = { soldTick: SOLD_TICK + 3, soldPrice: "1", proceeds: "2", id: "other" };
    expect(outcomeOf({ position, sale: { fee: undefined } })).toEqual([
      "wrong",
      {
        expected: `position position\nsoldTick ${SOLD_TICK}\nsoldPrice ${SOLD.price}\nfee ${SOLD.fee}\nproceeds ${SOLD.proceeds}`,
        found: "position other\nsoldTick ?\nsoldPrice ?\nfee ?\nproceeds ?",
      },
    ]);
  });

  /** A sale whose statement agrees with it. */
  const agreed = (changed: { round?: number; tick?: number; sold?: string }, position: object = {}) => {
    const { tick = SOLD_TICK } = changed;
    const stated = { ...STATED, ...changed, soldTick: tick } as SaleStatement & { tick?: number };
    delete stated.tick;
    return outcomeOf({ sale: changed, position: { soldTick: tick, ...position } }, stated);
  };
  const own = `round ${SOLD_ROUND}: ${dueTick(TEST_BEACON, SOLD_ROUND)} - ${SOLD_TICK}`;
  const otherBlock = (expected: string, tick: number, sold: string) => [
    "wrong",
    { expected, found: `soldTick ${tick}\nsold ${sold}`, reason: "other-block" },
  ];

  test("is wrong at another time or tick than those of its block", () => {
    const early = new Date(dueTick(TEST_BEACON, SOLD_ROUND) * 1000 - 1).toISOString();
    expect(agreed({ sold: early })).toEqual(otherBlock(own, SOLD_TICK, early));
    expect(agreed({ sold: "never" })).toEqual(otherBlock(own, SOLD_TICK, "never"));
    expect(agreed({ tick: SOLD_TICK + 1 })).toEqual(otherBlock(own, SOLD_TICK + 1, SOLD.sold));
    expect(agreed({ round: 0 })).toEqual(otherBlock("", SOLD_TICK, SOLD.sold));
  });

  test("is wrong before the entry, and with less than two blocks left", () => {
    const late = (entryTick: number, expiryTick: number) => [
      "wrong",
      {
        expected: `soldTick ${entryTick} - ${expiryTick - 6}`,
        found: `soldTick ${SOLD_TICK}`,
        reason: "sold-late",
      },
    ];
    const right = ["right", { found: "sold" }];
    expect(agreed({}, { entryTick: SOLD_TICK })).toEqual(right);
    expect(agreed({}, { entryTick: SOLD_TICK + 1 })).toEqual(late(SOLD_TICK + 1, EXPIRY));
    expect(agreed({}, { expiryTick: SOLD_TICK + 6 })).toEqual(right);
    expect(agreed({}, { expiryTick: SOLD_TICK + 5 })).toEqual(late(ENTRY_TICK, SOLD_TICK + 5));
  });
});

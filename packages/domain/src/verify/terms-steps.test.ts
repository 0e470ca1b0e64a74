import { describe, expect, test } from "vitest";
import { termsOf } from "../../testing/receipt-files.ts";
import { TEST_BEACON } from "../../testing/rounds.ts";
import { chanceToReach } from "../distribution.ts";
import { parseTerms, termsHash } from "../signed/terms-text.ts";
import type { PromisedRules } from "../signed/terms-text.ts";
import { barrierMilli, computeTerms } from "../terms.ts";
import type { WinRule } from "../terms.ts";
import type { PositionEvidence } from "./position-evidence.ts";
import type { PromisedBefore } from "./price-endings.ts";
import { barrierStep, epochTermsStep, recomputeTerms } from "./terms-steps.ts";

const [OFF_BY_1, OFF_BY_2] = [1n, 2n].map((offBy) => termsOf(undefined, undefined, undefined, offBy)) as [
  string,
  string,
];

const unreadable = (name: string) => ({ name, outcome: "wrong", reason: "unreadable" });

describe("the step of an epoch's terms", () => {
  const [text, otherText, oddText] = [termsOf(), termsOf(0.2), termsOf().replace("0.05", "0.050")];
  const [hash, other, odd] = [text, otherText, oddText].map(termsHash) as [string, string, string];
  const unknown = "a".repeat(64);
  const terms = new Map(
    [text, otherText, oddText, OFF_BY_1, OFF_BY_2].map((each) => [termsHash(each), each]),
  );
  type Given = { chained?: string; signed?: string; ownTerms?: string; beacon?: object | undefined };
  const told = (given: Given) => {
    const { chained, signed, ...more } = given;
    const evidence = { terms, ownTerms: undefined, beacon: TEST_BEACON, ...more };
    const { step, rules } = epochTermsStep(evidence as unknown as PositionEvidence, chained, signed);
    return [step, rules?.houseEdge];
  };
  const stepOf = (outcome: string, details: object) => ({ name: "epochTerms", outcome, ...details });
  const right = stepOf("right", { expected: text, found: text });
  const differs = (expected: string, found: string) => stepOf("wrong", { expected, found });
  const beacon = { ...TEST_BEACON, chainHash: "b".repeat(64) };

  test("are those that an ended price promised, with the line of their own beacon", () => {
    const evidence = { terms, ownTerms: hash, beacon: TEST_BEACON } as unknown as PositionEvidence;
    const stepWith = (before: PromisedBefore, chained?: string) =>
      epochTermsStep(evidence, chained, hash, before).step;
    const elsewhere = text.replace(/beacon .*/, `beacon ${beacon.chainHash}`);
    expect(stepWith({ text: elsewhere }, hash)).toEqual(right);
    expect(stepWith({ text: otherText }, hash)).toEqual(differs(otherText, text));
    expect(stepWith({ text: otherText })).toEqual(differs(otherText, text));
    const fault = { expected: hash, found: other };
    expect(stepWith({ fault }, hash)).toEqual(stepOf("wrong", fault));
  });

  test.each<[string, Given, [step: object, houseEdge: number | undefined]]>([
    ["of everything", { chained: hash, signed: hash, ownTerms: hash }, [right, 0.05]],
    ["of the chain alone", { chained: hash }, [right, 0.05]],
    ["without a beacon", { chained: hash, beacon: undefined }, [right, 0.05]],
    ["of another signature", { chained: hash, signed: other }, [differs(text, otherText), 0.05]],
    ["of another receipt", { chained: hash, ownTerms: other }, [differs(text, otherText), 0.05]],
    [
      "of another signature and receipt",
      { chained: hash, signed: odd, ownTerms: other },
      [differs(text, oddText), 0.05],
    ],
    [
      "of a receipt that differs from its signature",
      { signed: hash, ownTerms: other },
      [differs(text, otherText), 0.05],
    ],
    [
      "of another chain, which nobody can read",
      { chained: unknown, signed: other },
      [differs(unknown, otherText), 0.2],
    ],
    [
      "of another signature, which nobody can read",
      { chained: hash, signed: unknown },
      [differs(text, unknown), 0.05],
    ],
    ["of a receipt alone", { ownTerms: hash }, [stepOf("missing", { reason: "no-data" }), undefined]],
    ["of an unknown text", { chained: unknown }, [stepOf("missing", { reason: "no-data" }), undefined]],
    ["of nothing", {}, [stepOf("missing", { reason: "no-data" }), undefined]],
    [
      "of an odd text",
      { chained: odd },
      [stepOf("wrong", { found: oddText, reason: "unreadable" }), undefined],
    ],
    [
      "of another engine's text",
      { chained: termsHash(OFF_BY_1) },
      [stepOf("right", { expected: OFF_BY_1, found: OFF_BY_1 }), 0.05],
    ],
    ["of a text with wrong integers", { chained: termsHash(OFF_BY_2) }, [differs(text, OFF_BY_2), 0.05]],
    ["of another beacon", { chained: hash, beacon }, [differs(`beacon ${beacon.chainHash}`, text), 0.05]],
    ["of a signature alone", { signed: hash }, [stepOf("missing", { found: text, reason: "no-data" }), 0.05]],
  ])("goes by the hash %s", (_, given, expected) => {
    expect(told(given)).toEqual(expected);
  });
});

const RULES = parseTerms(termsOf())!;
const DIRECTION = parseTerms(termsOf(0.05, "direction"))!;
const MILLI = 153_000;
const CHANCE = 0.95 / 3.5;
const of = (winRule: WinRule, houseEdge = 0.05) =>
  computeTerms({ winRule, houseEdge }).find(({ duration }) => duration === 1)!;
const TERMS = of("barrier");
const POSITION = {
  duration: 1,
  type: "buy",
  winChance: CHANCE,
  multiplier: "2.50",
  entryTick: 1_790_007_200,
  expiryTick: 1_790_007_260,
  expiresAt: "2026-09-21T16:14:20.000Z",
};
const BARRIER = {
  rule: "barrier",
  mean: 15_500_000_000n,
  unit: 100_000_000n,
  pull: TERMS.pull,
  pullScale: 2n ** 40n,
  reach: TERMS.reach,
  grid: 100_000n,
};

type Change = { readonly position?: object; readonly barrier?: object; readonly process?: string };
const evidenceOf = ({ position, barrier, process }: Change = {}) =>
  ({
    process,
    position: { ...POSITION, ...position },
    barrier: { ...BARRIER, ...barrier },
  }) as unknown as PositionEvidence;

describe("the step of the chance", () => {
  const stepOf = (
    change: Change,
    rules: PromisedRules | undefined = RULES,
    milli: number | undefined = MILLI,
  ) => recomputeTerms(evidenceOf(change), rules, milli).steps[0];
  const compared = (outcome: string, expected: number, found: number, details: object = {}) => ({
    name: "chance",
    outcome,
    expected: String(expected),
    found: String(found),
    ...details,
  });

  test.each([
    ["duration", { position: { duration: undefined } }],
    ["rule", { barrier: { rule: undefined } }],
    ["side", { position: { type: undefined } }],
    ["chance", { position: { winChance: undefined } }],
  ])("and that of the terms are unreadable without a %s", (_, change) => {
    expect(recomputeTerms(evidenceOf(change), RULES, MILLI)).toEqual({
      steps: [unreadable("chance"), unreadable("terms")],
      terms: undefined,
    });
  });

  test("is right by the terms of the epoch, and wrong with any other", () => {
    expect(stepOf({})).toEqual(compared("right", CHANCE, CHANCE));
    for (const winChance of [CHANCE - 2e-9, CHANCE + 2e-9])
      expect(stepOf({ position: { winChance } })).toEqual(compared("wrong", CHANCE, winChance));
    const within = CHANCE + 0.5e-9;
    expect(stepOf({ position: { winChance: within } })).toEqual(compared("right", CHANCE, within));
  });

  test("may differ by the tolerance itself", () => {
    const rules = { ...RULES, terms: [{ ...TERMS, winChance: 1e-9 }] };
    expect(stepOf({ position: { winChance: 0 } }, rules)).toEqual(compared("right", 1e-9, 0));
  });

  test("is wrong under another rule", () => {
    expect(stepOf({ barrier: { rule: "direction" } })).toEqual({
      name: "chance",
      outcome: "wrong",
      expected: `barrier ${CHANCE}`,
      found: `direction ${CHANCE}`,
    });
  });

  test("depends on the side and the entry price under the rule of play money", () => {
    const barrier = { rule: "direction" };
    const at = (winChance: number, side: string, milli?: number) =>
      recomputeTerms(evidenceOf({ barrier, position: { type: side, winChance } }), DIRECTION, milli).steps[0];
    const [buy, sell] = [
      chanceToReach("buy", MILLI, MILLI + 1, 60),
      chanceToReach("sell", MILLI, MILLI - 1, 60),
    ];
    expect(at(buy, "buy", MILLI)).toEqual(compared("right", buy, buy));
    expect(at(sell, "sell", MILLI)).toEqual(compared("right", sell, sell));
    expect(at(sell, "buy", MILLI)).toEqual(compared("wrong", buy, sell));
    const { winChance } = of("direction");
    expect(at(winChance, "buy")).toEqual(compared("right", winChance, winChance));
    expect(at(buy, "buy")).toEqual(compared("wrong", winChance, buy));
  });

  const unknown = (change: Change) => recomputeTerms(evidenceOf(change), undefined, MILLI);
  test.each([
    ["missing", CHANCE, CHANCE, { reason: "no-data" }],
    ["wrong", 0.99 / 3.5, 0.9, {}],
    ["wrong", 0.8 / 3.5, 0.1, {}],
  ])("is %s without the terms if their own edge gives %d for %d", (outcome, due, winChance, details) => {
    const { steps, terms } = unknown({ position: { winChance } });
    expect(steps[0]).toEqual(compared(outcome, due, winChance, details));
    expect(terms!.winChance).toBeCloseTo(due, 14);
  });

  test("may have no edge without the terms under the rule of play money", () => {
    const { terms } = unknown({ barrier: { rule: "direction" }, position: { winChance: 0.9 } });
    expect(terms).toEqual(of("direction"));
  });
});

describe("the step of the terms", () => {
  const stepOf = (change: Change) => recomputeTerms(evidenceOf(change), RULES, MILLI).steps[1];
  const right = [
    "multiplier 2.50",
    `pull ${TERMS.pull}`,
    `reach ${TERMS.reach}`,
    "expiryTick 1790007260",
    "mean 15500000000",
    "unit 100000000",
    "pullScale 1099511627776",
    "grid 100000",
  ].join("\n");

  test("is right by what the epoch's terms give", () => {
    expect(recomputeTerms(evidenceOf(), RULES, MILLI).terms).toEqual(TERMS);
    expect(stepOf({})).toEqual({ name: "terms", outcome: "right", expected: right, found: right });
  });

  test.each<[string, Change, string]>([
    ["multiplier", { position: { multiplier: "3.50" } }, "3.50"],
    ["expiryTick", { position: { expiryTick: 5 } }, "5"],
    ["expiryTick", { position: { expiryTick: undefined } }, "?"],
    ...["pull", "reach", "mean", "unit", "pullScale", "grid"].flatMap((name): [string, Change, string][] => [
      [name, { barrier: { [name]: 1n } }, "1"],
      [name, { barrier: { [name]: undefined } }, "?"],
    ]),
  ])("is wrong with another %s: %o", (name, change, value) => {
    const found = right.replace(new RegExp(`^${name} .*$`, "m"), `${name} ${value}`);
    expect(stepOf(change)).toEqual({ name: "terms", outcome: "wrong", expected: right, found });
  });

  test("takes the integers of the text before those computed here", () => {
    const { terms } = parseTerms(OFF_BY_1)!;
    const { pull, reach } = terms[0]!;
    const judged = (barrier: object) =>
      recomputeTerms(evidenceOf({ barrier }), { ...RULES, terms }, MILLI).steps[1].outcome;
    expect([judged({ pull, reach }), judged({})]).toEqual(["right", "wrong"]);
  });

  test.each([
    [0n, "right"],
    [1n, "right"],
    [2n, "wrong"],
  ])("takes the position's own integers without a text, off by %d", (offBy, outcome) => {
    const own = { pull: TERMS.pull + offBy, reach: TERMS.reach - offBy };
    const { steps, terms } = recomputeTerms(evidenceOf({ barrier: own }), undefined, MILLI);
    expect(steps[1].outcome).toBe(outcome);
    expect(terms).toEqual(outcome === "right" ? { ...TERMS, ...own } : TERMS);
  });

  test("is wrong if the expiry is shown before its second, or more than ten seconds later", () => {
    const shownAt = (expiresAt: string) => stepOf({ position: { expiresAt } });
    expect(shownAt("2026-09-21T16:14:30.000Z").outcome).toBe("right");
    for (const time of ["2026-09-21T16:14:19.999Z", "2026-09-21T16:14:30.001Z"]) {
      const { outcome, expected, found } = shownAt(time);
      expect([outcome, expected?.split("\n")[4], found?.split("\n")[4]]).toEqual([
        "wrong",
        "expiresAt 0 to 10 s later",
        `expiresAt ${time}`,
      ]);
    }
  });

  test("is wrong if other constants of the price are published", () => {
    const own = "15500000000 36000 19052559 100000000 3600 15279000000";
    expect(stepOf({ process: own })).toEqual(stepOf({}));
    const other = stepOf({ process: own.replace("559", "558") });
    expect([other.outcome, other.expected]).toEqual(["wrong", right.replace("mean", `process ${own}\nmean`)]);
  });

  test("expects no expiry without an entry", () => {
    const expected = right.replace(/expiryTick \d+/, "expiryTick ?");
    expect(stepOf({ position: { entryTick: undefined } })).toEqual({
      name: "terms",
      outcome: "wrong",
      expected,
      found: right,
    });
  });
});

describe("the step of the barrier", () => {
  const milli = barrierMilli(TERMS, "buy", MILLI);
  const [price, other] = [`${milli / 1000}`, `${(milli + 1) / 1000}`].map((each) => each.padEnd(12, "0"));
  const stepOf = (barrierPrice: string | undefined, result: string | undefined) =>
    barrierStep(evidenceOf({ position: { barrierPrice }, barrier: { result } }), TERMS, MILLI);
  const expected = { name: "barrier", expected: price };

  test.each([
    ["right", price, price, { found: price }],
    ["wrong", other, price, { found: other }],
    ["wrong", price, other, { found: other }],
    ["wrong", undefined, price, { reason: "unreadable" }],
    ["wrong", price, undefined, { reason: "unreadable" }],
  ])("is %s with a barrier of %s and a formula's of %s", (outcome, own, result, details) => {
    expect(stepOf(own, result)).toEqual({ step: { ...expected, outcome, ...details }, milli });
  });

  test("follows from the side", () => {
    const sell = barrierMilli(TERMS, "sell", MILLI);
    expect(barrierStep(evidenceOf({ position: { type: "sell" } }), TERMS, MILLI).milli).toBe(sell);
  });

  test.each([
    ["the terms", {}, undefined, MILLI],
    ["the side", { type: undefined }, TERMS, MILLI],
    ["the entry price", {}, TERMS, undefined],
  ])("is unreadable without %s, and the stated barrier counts", (_, position, terms, entryMilli) => {
    const stated = (barrierPrice: string | undefined) =>
      barrierStep(evidenceOf({ position: { ...position, barrierPrice } }), terms, entryMilli);
    expect(stated(other)).toEqual({ step: unreadable("barrier"), milli: milli + 1 });
    expect(stated(undefined)).toEqual({ step: unreadable("barrier"), milli: undefined });
  });
});

import { describe, expect, test } from "vitest";
import { createFile, GENESIS, isSigned, signText } from "../../testing/receipt-files.ts";
import { findUnsigned, roundsBetween, TEST_BEACON } from "../../testing/rounds.ts";
import { blockEnd, dueTick, roundOf } from "../beacon.ts";
import { formatMinor, minor, parseMinor } from "../money.ts";
import { parsePriceMilli } from "../price.ts";
import { saleAt } from "../sale.ts";
import { parseSale, saleText } from "../signed/sale.ts";
import type { SaleStatement } from "../signed/sale.ts";
import type { TermsRules } from "../signed/terms-text.ts";
import type { Price } from "./outcome-steps.ts";
import type { PositionEvidence } from "./position-evidence.ts";
import { saleStep, soldStep } from "./sale-steps.ts";
import { verdictOf } from "./step.ts";
import { verifyPosition } from "./verify-position.ts";

const FIRST = Math.ceil(GENESIS.tick / 3600);
const ENTRY = (FIRST + 1) * 3600 + 1202;
const LONG_AFTER = (FIRST + 100) * 3600;

type Sale = {
  round: number;
  tick: number;
  price: string;
  ticksLeft: number;
  chance: string;
  value: string;
  fee: string;
  proceeds: string;
  sold: string;
  text: string;
  signature: string;
  publicKey: string;
};

/** Makes a position of five minutes that an honest platform bought back, by default after two. */
function soldFile({ tick = ENTRY + 120, side = "buy" as "buy" | "sell", fee = 10_000 } = {}) {
  const { receipt, ...file } = createFile({ entryTick: ENTRY, duration: 5, side });
  const price = createFile({ entryTick: tick }).receipt.position.entryPrice;
  const { position, entries } = receipt;
  const worth = saleAt(
    {
      side,
      barrierMilli: parsePriceMilli(position.barrierPrice),
      stakeMinor: parseMinor(position.amount),
      multiplierHundredths: 1000,
      expiryTick: position.expiryTick,
    },
    tick,
    parsePriceMilli(price),
    fee,
  );
  const proceeds = formatMinor(worth.proceedsMinor);
  const amounts = { value: formatMinor(worth.valueMinor), fee: formatMinor(worth.feeMinor), proceeds };
  const [stake, house] = entries;
  const line = { kind: "position_sold", transactionId: "2" };
  const sale = resigned({
    round: roundOf(TEST_BEACON, tick),
    tick,
    price,
    ticksLeft: worth.ticksLeft,
    chance: String(worth.chance),
    ...amounts,
    sold: new Date(tick * 1000 - 1500).toISOString(),
    text: "",
    signature: "",
    publicKey: "",
  });
  return {
    ...file,
    receipt: {
      ...receipt,
      position: {
        ...position,
        status: "sold",
        resultPrice: null as string | null,
        profit: formatMinor(minor(worth.proceedsMinor - parseMinor(position.amount))),
        soldTick: tick as number | null,
        soldPrice: price as string | null,
        proceeds: proceeds as string | null,
      },
      entries: [
        stake!,
        house!,
        ...(worth.proceedsMinor === 0n
          ? []
          : [
              { ...stake!, ...line, amount: proceeds },
              { ...house!, ...line, amount: `-${proceeds}` },
            ]),
      ],
      sale: sale as Sale | null,
    },
    saleReceived: new Date(tick * 1000 - 1200).toISOString() as string | null,
    saleReceivedSignature: sale.signature as string | null,
    rounds: roundsBetween((FIRST + 1) * 3600, tick),
  };
}

/** Signs the content of a sale. */
function resigned(sale: Sale): Sale {
  const { position: id, user } = {
    position: createFile({ entryTick: ENTRY }).receipt.position.id,
    user: USER,
  };
  const key = "5".repeat(64);
  const { round, tick: soldTick, price: soldPrice, value, fee, proceeds, sold } = sale;
  return {
    ...sale,
    ...signText(
      saleText({ position: id, user, round, soldTick, soldPrice, value, fee, proceeds, sold, key }),
    ),
  };
}
const USER = "01a0c45c-08a8-7000-8000-00d1f13cff87";

type SoldFile = ReturnType<typeof soldFile>;
const check = (file: unknown, now = LONG_AFTER) => {
  const { fairness, epochs, rounds } = file as SoldFile;
  return verifyPosition(file, { now, isSigned, findUnsigned, published: { fairness, epochs, rounds } }).steps;
};
const stepIn = (steps: ReturnType<typeof check>, name: string) => steps.find((step) => step.name === name);

/** Signs and books a sale as a platform does that chooses its terms. */
function sign(file: SoldFile, change: Partial<Sale>): void {
  const sale = resigned({ ...file.receipt.sale!, ...change });
  file.receipt.sale = sale;
  Object.assign(file.receipt.position, {
    soldTick: sale.tick,
    soldPrice: sale.price,
    proceeds: sale.proceeds,
    profit: formatMinor(minor(parseMinor(sale.proceeds) - parseMinor(file.receipt.position.amount))),
  });
  file.receipt.entries = file.receipt.entries.map((entry) =>
    entry.kind === "position_sold"
      ? { ...entry, amount: entry.amount.startsWith("-") ? `-${sale.proceeds}` : sale.proceeds }
      : entry,
  );
  file.saleReceivedSignature = sale.signature;
}

describe("the text of a sale", () => {
  test("is read back only as it is written", () => {
    const { text } = soldFile().receipt.sale!;
    expect(saleText(parseSale(text)!)).toBe(text);
    const others = [
      text.replace("veritick/sale/1", "veritick/sale/2"),
      text.replace("\nround ", "\nround 0"),
      text.replace("fee ", "fee  "),
      text.replace(/fee .*\n/, ""),
      `${text}note x\n`,
      text.slice(0, -1),
      text.replace(/(value .*\n)(fee .*\n)/, "$2$1"),
      text.replace(/proceeds .*/, "proceeds soon"),
    ];
    for (const other of others) expect(parseSale(other), other).toBeUndefined();
  });
});

describe("a sold position", () => {
  test.each([
    ["buy", 120],
    ["sell", 120],
    ["buy", 0],
    ["sell", 294],
  ] as const)("a %s is right in every step, %i seconds after its entry", (side, after) => {
    const steps = check(soldFile({ tick: ENTRY + after, side }));
    expect(steps.filter(({ outcome }) => outcome !== "right")).toEqual([]);
    expect(verdictOf(steps)).toBe("right");
    const names = steps.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["sale", "saleSignature", "saleReceived", "result", "money"]),
    );
    expect(names).not.toContain("exit");
  });

  test("waits for the seed of its hour, and needs no round after the sale", () => {
    const steps = check(createEarly(), ENTRY + 400);
    expect(stepIn(steps, "sale")).toMatchObject({ outcome: "later" });
    expect(steps.filter(({ outcome }) => outcome === "wrong" || outcome === "missing")).toEqual([]);
  });

  function createEarly(): SoldFile {
    const file = soldFile();
    const { fairness, epochs } = createFile({ entryTick: ENTRY, duration: 5, now: ENTRY + 400 });
    return { ...file, fairness, epochs };
  }

  test("without a noted answer is not judged by it", () => {
    const file = { ...soldFile(), saleReceived: null, saleReceivedSignature: null };
    expect(stepIn(check(file), "saleReceived")).toMatchObject({ outcome: "note" });
    expect(verdictOf(check(file))).toBe("right");
  });

  const WRONG: [string, string, object, (file: SoldFile) => void][] = [
    ["the signature", "saleSignature", {}, (f) => (f.receipt.sale!.signature = "0".repeat(128))],
    ["no sale", "result", { reason: "unreadable" }, (f) => (f.receipt.sale = null)],
    [
      "a text that nobody can read",
      "result",
      { reason: "unreadable" },
      (f) => (f.receipt.sale!.text += "x\n"),
    ],
    ["another price", "sale", {}, (f) => sign(f, { price: "152.00000000" })],
    ["another chance", "sale", {}, (f) => (f.receipt.sale!.chance = "1")],
    ["another count of ticks", "sale", {}, (f) => (f.receipt.sale!.ticksLeft -= 1)],
    ["a smaller value", "sale", {}, (f) => sign(f, { value: "0.01000000" })],
    ["a larger fee", "sale", {}, (f) => Object.assign(f, soldFile({ fee: 20_000 }))],
    ["smaller proceeds", "sale", {}, (f) => sign(f, { proceeds: "0.01000000" })],
    ["proceeds that were not paid", "money", {}, (f) => f.receipt.entries.splice(2)],
    ["another profit", "money", {}, (f) => (f.receipt.position.profit = "0.00000000")],
    ["a result, too", "result", {}, (f) => (f.receipt.position.resultPrice = "152.00000000")],
    ["other proceeds in the position", "result", {}, (f) => (f.receipt.position.proceeds = "1.00000000")],
    ["another tick in the position", "result", {}, (f) => (f.receipt.position.soldTick! += 3)],
    ["another user", "result", {}, (f) => (f.receipt.position.userId = f.receipt.position.id)],
    [
      "a tick within a block",
      "result",
      { reason: "other-block" },
      (f) => sign(f, { tick: ENTRY + 119, ticksLeft: 181 }),
    ],
    [
      "a sale in the last half second of its block",
      "result",
      { reason: "other-block" },
      (f) => sign(f, { sold: new Date((ENTRY + 120) * 1000 + 500).toISOString() }),
    ],
    [
      "a sale before its round was due",
      "result",
      { reason: "other-block" },
      (f) => sign(f, { sold: new Date((ENTRY + 118) * 1000 - 1).toISOString() }),
    ],
    ["an unreadable tick", "sale", { reason: "unreadable" }, (f) => (f.receipt.sale!.tick = -1)],
    ["a tick after the expiry", "sale", {}, (f) => sign(f, { tick: ENTRY + 303 })],
    [
      "another answer",
      "saleReceived",
      { reason: "other-answer" },
      (f) => (f.saleReceivedSignature = "1".repeat(128)),
    ],
    ["a status that says nothing of it", "result", {}, (f) => (f.receipt.position.status = "active")],
    ["a refund besides", "result", {}, (f) => (f.receipt.position.refundReason = "beacon")],
    ["a closing besides", "result", {}, (f) => (f.receipt.closing = { reason: "beacon" })],
  ];
  test.each(WRONG)("with %s is wrong in the step %s", (_what, name, details, change) => {
    const file = soldFile();
    change(file);
    const steps = check(file);
    expect(stepIn(steps, name)).toMatchObject({ outcome: "wrong", ...details });
    expect(verdictOf(steps)).toBe("wrong");
  });

  test("in its last two blocks is wrong, and one tick earlier right", () => {
    expect(stepIn(check(soldFile({ tick: ENTRY + 297 })), "result")).toMatchObject({
      outcome: "wrong",
      reason: "sold-late",
    });
    expect(stepIn(check(soldFile({ tick: ENTRY + 294 })), "result")).toMatchObject({ outcome: "right" });
  });

  test("with an answer that came when the next round was due cannot be judged", () => {
    const file = { ...soldFile(), saleReceived: new Date((ENTRY + 121) * 1000).toISOString() };
    expect(stepIn(check(file), "saleReceived")).toMatchObject({ outcome: "missing", reason: "late" });
    expect(verdictOf(check(file))).toBe("missing");
  });

  test("that is stated as settled is wrong if the answer to its sale was noted", () => {
    const { saleReceived, saleReceivedSignature } = soldFile();
    const settled = createFile({ entryTick: ENTRY, duration: 5 });
    expect(verdictOf(check(settled))).toBe("right");
    const steps = check({ ...settled, saleReceived, saleReceivedSignature });
    expect(stepIn(steps, "saleReceived")).toMatchObject({ outcome: "wrong", reason: "other-answer" });
  });

  test.each(["soldTick", "soldPrice", "proceeds"] as const)("a settled one with %s is wrong", (field) => {
    const file = createFile({ entryTick: ENTRY, duration: 5 });
    Object.assign(file.receipt.position, { [field]: soldFile().receipt.position[field] });
    expect(stepIn(check(file), "result")).toMatchObject({ outcome: "wrong" });
  });

  test("without known terms leaves the proceeds open", () => {
    const file = soldFile();
    file.receipt.terms = null;
    file.fairness.termsByEpoch = [];
    expect(stepIn(check(file), "sale")).toMatchObject({ outcome: "missing", reason: "no-data" });
    expect(stepIn(check(file), "money")).toMatchObject({ outcome: "missing", reason: "doubtful" });
  });
});

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

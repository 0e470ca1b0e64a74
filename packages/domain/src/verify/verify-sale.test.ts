import { describe, expect, test } from "vitest";
import { createFile, GENESIS, isSigned, signText, withAnswer } from "../../testing/receipt-files.ts";
import { findUnsigned, roundsBetween, TEST_BEACON } from "../../testing/rounds.ts";
import { roundOf } from "../rounds.ts";
import { formatMinor, minor, parseMinor } from "../money.ts";
import { parsePriceMilli } from "../price.ts";
import { saleAt } from "../sale.ts";
import { parseSale, saleText } from "../signed/sale.ts";
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
function soldFile({
  entry = ENTRY,
  tick = ENTRY + 120,
  side = "buy" as "buy" | "sell",
  fee = 10_000,
  now = ENTRY + 7200,
} = {}) {
  const { receipt, ...file } = createFile({ entryTick: entry, duration: 5, side, now });
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
  test("needs no seed of an hour that begins after the sale", () => {
    const entry = (FIRST + 2) * 3600 - 100;
    const now = (FIRST + 2) * 3600 + 400;
    const file = soldFile({ entry, tick: entry + 60, now });
    expect(file.receipt.commitments).toHaveLength(2);
    expect(verdictOf(check(file, now))).toBe("right");
    file.epochs.find(({ epoch }) => epoch === FIRST + 2)!.commitment = "a".repeat(64);
    expect(stepIn(check(file, now), "chain")?.outcome).toBe("wrong");
    file.receipt.commitments.pop();
    expect(stepIn(check(file, now), "promise")?.outcome).toBe("wrong");
  });

  test.each([
    ["buy", 120],
    ["sell", 120],
    ["buy", 0],
    ["sell", 294],
  ] as const)("a %s is right in every step, %i seconds after its entry", (side, after) => {
    const steps = check(withAnswer(soldFile({ tick: ENTRY + after, side })));
    const noted = steps.filter(({ outcome }) => outcome !== "right");
    expect(noted.map(({ name, outcome }) => [name, outcome])).toEqual([["beacon", "note"]]);
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
    ["a larger fee", "sale", {}, (f) => Object.assign(f, soldFile({ fee: 50_000 }))],
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
    ["a tick before all rounds", "rounds", { found: "tick 0" }, (f) => sign(f, { tick: 0 })],
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

import { entryTickAt, laterTickOf } from "../../../api/market/entry-tick.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { formatFixed, minor, parseMinor } from "@veritick/domain/money.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { computeTerms } from "@veritick/domain/terms.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { INITIAL_PRICE } from "../../../api/live/live.ts";
import {
  chanceInHundred,
  conditionAt,
  isOverlong,
  newTicket,
  openedBy,
  orderOf,
  potentialProfit,
  QUICK_AMOUNTS,
  quickAmount,
  quickAmountText,
  readLastOrder,
  readStake,
  reduceTicket,
  shownError,
  steppedQuickAmount,
  ticketError,
} from "./ticket.ts";
import { keyAction, readKeySettings } from "./keys.ts";
import { isLate, secondsAhead } from "./late-answer.ts";
import { isSame, SentOrder } from "./sent-orders.ts";

const terms = computeTerms({ houseEdge: 0.05, winRule: "barrier" });
const balance = parseMinor("100.00000000");
const cents = fc.bigInt({ min: 1n, max: 10n ** 10n });

const typed = (amount: string) => reduceTicket(newTicket(), { type: "amount", amount });

describe("errors", () => {
  test.each(["", "0", "0.00", "-5", "0.000"])("%j is no valid amount", (amount) => {
    expect(ticketError(typed(amount), balance)).toBe("amountInvalid");
  });

  test.each(["abc", "1e3", "1.234x", "NaN", "Infinity", " 5"])("%j cannot be read", (amount) => {
    expect(ticketError(typed(amount), balance)).toBe("amountUnreadable");
  });

  test("the whole balance may be staked, and not a cent more", () => {
    expect(ticketError(typed("100"), balance)).toBeUndefined();
    expect(ticketError(typed("100.01"), balance)).toBe("balanceInsufficient");
    expect(ticketError(typed("0.01"), balance)).toBeUndefined();
    expect(ticketError(typed("100.01"), undefined)).toBeUndefined();
  });

  test("more than any account can hold is more than the balance", () => {
    expect(ticketError(typed("10000000000"), balance)).toBe("balanceInsufficient");
    expect(ticketError(typed("10000000000"), undefined)).toBe("balanceInsufficient");
  });
});

test("shows at once that the balance is too small, except right after an order", () => {
  const tooMuch = typed("100.01");
  expect(shownError(tooMuch, balance)).toBe("balanceInsufficient");
  const opened = reduceTicket(tooMuch, { type: "opened" });
  expect(shownError(opened, balance)).toBeUndefined();
  expect(shownError(reduceTicket(opened, { type: "tried" }), balance)).toBe("balanceInsufficient");
  expect(shownError(reduceTicket(opened, { type: "amount", amount: "101" }), balance)).toBe(
    "balanceInsufficient",
  );
  expect(shownError(typed(""), balance)).toBeUndefined();
  expect(shownError(reduceTicket(typed(""), { type: "tried" }), balance)).toBe("amountInvalid");
  expect(shownError(typed("1.234"), balance)).toBe("amountDecimals");
  expect(shownError(typed("12345678901234"), balance)).toBe("balanceInsufficient");
});

const TICK = 1_790_000_000;
const beacon = { ...QUICKNET, kind: "drand", delayMs: 1500 } as const;

test("an answer is late once the next round is due", () => {
  const position = { round: 32_398_878, soldTick: null };
  const answered = (ms: number) => ({ at: new Date(TICK * 1000 + ms).toISOString(), signature: "" });
  expect(isLate(position, answered(999), beacon)).toBe(false);
  expect(isLate(position, answered(1000), beacon)).toBe(true);
  expect(isLate(position, answered(-9000), beacon)).toBe(false);
  expect(isLate(position, answered(1000), undefined)).toBe(false);
  const sold = { ...position, soldTick: TICK + 30 };
  expect(isLate(sold, answered(30_999), beacon)).toBe(false);
  expect(isLate(sold, answered(31_000), beacon)).toBe(true);
});

test("says how far a clock is ahead only if a slow connection cannot explain it", () => {
  const price = (nowAtMs: number | undefined) => ({ ...INITIAL_PRICE, nowTick: TICK, nowAtMs });
  const shownMs = TICK * 1000 + beacon.delayMs;
  expect(secondsAhead(price(shownMs + 1400), beacon)).toBeUndefined();
  expect(secondsAhead(price(shownMs + 34_200), beacon)).toBe(34);
  expect(secondsAhead(price(shownMs - 34_200), beacon)).toBeUndefined();
  expect(secondsAhead(price(undefined), beacon)).toBeUndefined();
});

test("recognises too many digits, but not the beginning of an amount", () => {
  expect(["12345678901", "123456789012.3", "1.234"].map(isOverlong)).toEqual([true, true, true]);
  expect(["", "1", "9999999999.", "9999999999.99", ".5"].some(isOverlong)).toBe(false);
});

describe("quick amounts", () => {
  test("fill the field with plain text", () => {
    const held = parseMinor("123.45678901");
    expect(QUICK_AMOUNTS.map((quick) => quickAmountText(quick, held))).toEqual([
      "10.00",
      "50.00",
      "30.86",
      "123.45",
    ]);
  });

  test("step by size, as far as the balance covers them", () => {
    const step = (amount: string, direction: 1 | -1) => steppedQuickAmount(amount, balance, direction);
    expect([step("", 1), step("10", 1), step("26", 1), step("50", 1), step("100", 1)]).toEqual([
      "10.00",
      "25.00",
      "50.00",
      "100.00",
      "100",
    ]);
    expect([step("60", -1), step("25.00", -1), step("10", -1), step("", -1)]).toEqual([
      "50.00",
      "10.00",
      "10",
      "",
    ]);
    expect(steppedQuickAmount("", parseMinor("8"), 1)).toBe("2.00");
    expect(steppedQuickAmount("", parseMinor("0"), 1)).toBe("");
  });

  test("a share of the balance is a stake that the balance can pay, or nothing", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (units) => {
        for (const quick of ["quarter", "max"] as const) {
          const amount = quickAmount(quick, minor(units));
          expect(amount).toBeLessThanOrEqual(units);
          expect(amount % 1_000_000n).toBe(0n);
        }
      }),
    );
  });
});

describe("summary", () => {
  test("potential profit is amount times multiplier for every duration", () => {
    const stake = readStake("10")!;
    expect(terms.map((each) => formatFixed(potentialProfit(stake, each), 2))).toEqual([
      "25.00",
      "60.00",
      "100.00",
      "200.00",
    ]);
  });

  test("any stake that a form can send has an exact profit", () => {
    fc.assert(
      fc.property(cents, fc.constantFrom(...terms), (amount, each) => {
        const stake = minor(amount * 1_000_000n);
        expect(potentialProfit(stake, each) * 100n).toBe(stake * BigInt(each.multiplierHundredths));
      }),
    );
  });

  test("the condition is the published barrier, at the tick one duration later", () => {
    const oneMinute = terms[0]!;
    const buy = conditionAt(oneMinute, "buy", 152_790, 1_790_000_000);
    expect(buy.barrierMilli).toBe(152_924);
    expect(buy.expiryTick).toBe(1_790_000_060);
    expect(buy.winChance).toBeCloseTo(0.2714, 4);
    expect(conditionAt(oneMinute, "sell", 152_790, 0).barrierMilli).toBe(152_664);
    expect(terms.map((each) => each.duration)).toEqual([...DURATIONS]);
  });
});

describe("keys", () => {
  const action = (key: string, code = "", shiftKey = false) => keyAction({ key, code, shiftKey });

  test("choose side, duration and amount, with or without Shift", () => {
    expect(["b", "B", "s"].map((key) => action(key))).toMatchObject([
      { side: "buy" },
      { side: "buy" },
      { side: "sell" },
    ]);
    expect(["1", "3", "5", "0"].map((key) => action(key))).toMatchObject(
      DURATIONS.map((duration) => ({ duration })),
    );
    expect(["ArrowUp", "+", "ArrowDown", "-"].map((key) => action(key))).toMatchObject(
      [1, 1, -1, -1].map((direction) => ({ direction })),
    );
    expect(["2", "Enter", "Escape", "y", "F1"].map((key) => action(key))).toEqual(Array(5).fill(undefined));
  });

  test("are found on a French keyboard, whose digits need Shift", () => {
    expect(action("\u00e0", "Digit0")).toEqual({ type: "duration", duration: 10 });
    expect(action("&", "Digit1")).toEqual({ type: "duration", duration: 1 });
    expect(action("!", "Digit1", true)).toBeUndefined();
  });

  test("are off until switched on, and kept settings are read back", () => {
    expect(readKeySettings(null)).toEqual({ isOn: false, showsList: true });
    expect(readKeySettings("on list")).toEqual({ isOn: true, showsList: true });
    expect(readKeySettings("")).toEqual({ isOn: false, showsList: false });
  });
});

test.each([
  [0, -2, 0],
  [0, 0, 0],
  [0, 1, 3],
  // Shown a second and a half late, so the real time is already about two seconds later.
  [1_500, -2, 0],
  [1_500, -1, 3],
])("an order enters at the end of the block (shown %i ms late, %i s)", (delayMs, seconds, end) => {
  const beacon = { ...QUICKNET, kind: "drand", delayMs } as const;
  expect(entryTickAt(beacon, 1_790_000_000 + seconds)).toBe(1_790_000_000 + end);
});

test("requests the next hour's terms once a tick, from the first order that enters in it", () => {
  const beacon = { ...QUICKNET, kind: "drand", delayMs: 1_500 } as const;
  const market = { beacon, epoch: 497_222 };
  const hour = 497_223 * 3600;
  const asked = [undefined, hour - 3, hour - 1, hour, hour + 1].map((tick) => laterTickOf(market, tick));
  expect(asked).toEqual([undefined, undefined, hour - 1, hour, hour + 1]);
  expect(laterTickOf({ ...market, epoch: 497_223 }, hour + 1)).toBeUndefined();
});

test("a ticket begins with the last amount and duration, if the balance covers the amount", () => {
  const kept = JSON.stringify({ amount: "12.5", duration: 3 });
  expect(readLastOrder(kept, parseMinor("12.5"))).toEqual({ amount: "12.5", duration: 3 });
  expect(readLastOrder(kept, parseMinor("12.49"))).toEqual({ amount: "", duration: 3 });
  expect(readLastOrder('{"amount":"12.5","duration":3,"side":"sell"}', parseMinor("20"))).toEqual({
    amount: "12.5",
    duration: 3,
    side: "sell",
  });
  for (const wrong of [null, "", "null", "[]", "{", '{"amount":"x","duration":2}', '{"amount":5}']) {
    expect(readLastOrder(wrong, parseMinor("100"))).toEqual({ amount: "", duration: 1 });
  }
});

test("an amount in another spelling is the same order, another duration is not", () => {
  const order = (amount: string, duration: 1 | 5 = 1) => orderOf("buy", { amount, duration });
  expect(isSame(order("10"), order("10.0"))).toBe(true);
  for (const other of [order("10.1"), order("10", 5), orderOf("sell", { amount: "10", duration: 1 })])
    expect(isSame(order("10"), other)).toBe(false);
});

test("a desk notes how its newest order without an answer stands", () => {
  const sent = new SentOrder();
  const order = orderOf("buy", { amount: "10", duration: 1 });
  const other = orderOf("buy", { amount: "11", duration: 1 });
  sent.note(order, "over");
  expect(sent.unanswered.get()).toBeUndefined();
  sent.unanswered.set({ order, lastTick: TICK, state: "open", known: new Set() });
  sent.note(other, "notOpened");
  sent.note(order, "over");
  expect(sent.unanswered.get()?.state).toBe("over");
  sent.note(other, "forgotten");
  expect(sent.unanswered.get()?.order).toBe(order);
  sent.note(order, "forgotten");
  expect(sent.unanswered.get()).toBeUndefined();
});

test("recognises the position that an order without an answer opened", () => {
  const order = { type: "buy", amount: "12.50", duration: 3 } as const;
  const own = { id: "b", type: "buy", amount: "12.50000000", duration: 3 } as const;
  expect(openedBy(order, new Set(["a"]), [own])).toBe(own);
  expect(openedBy(order, new Set(["b"]), [own])).toBeUndefined();
  for (const other of [{ type: "sell" }, { amount: "12.51000000" }, { duration: 1 }] as const) {
    expect(openedBy(order, new Set(), [{ ...own, ...other }])).toBeUndefined();
  }
});

test("shows a chance in a hundred, with a decimal if it is small", () => {
  expect(terms.map(({ winChance }) => chanceInHundred(winChance))).toEqual([27, 14, 8.6, 4.5]);
});

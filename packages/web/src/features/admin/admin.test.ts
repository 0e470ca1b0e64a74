import { parseMinor, readAdjustment } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { describe, expect, test } from "vitest";
import { formatIn } from "../../lib/format.ts";
import { admin as en } from "../../locales/en/admin.ts";
import { admin as fr } from "../../locales/fr/admin.ts";
import {
  actionsFor,
  amountToBeginWith,
  compareDetails,
  isSame,
  meaningOfAmount,
  readCredit,
  saidValue,
} from "./attention/attention-items.ts";
import {
  amountRange,
  axisEnd,
  countRange,
  deviations,
  expiryBars,
  partOf,
  verdictOf,
} from "./exposure/exposure-figures.ts";
import { isShownDone } from "./requests/decide-buttons.tsx";
import { proposedSetting, settingText } from "./setting-text.ts";
import { balanceAfter, sentAdjustment } from "./user/adjust-form.tsx";

const [ME, OTHER] = ["me", "other"];
const proposed = (proposedBy: string) => ({
  proposalId: "",
  action: "deposit_approved" as const,
  proposedBy,
  proposedByEmail: null,
  proposedAt: "",
  effectiveAt: null,
});

test.each([
  ["approve", "confirmed", null, null, true],
  ["approve", "processing", null, null, true],
  ["approve", "pending", null, null, false],
  ["approve", "pending", null, ME, true],
  ["approve", "pending", null, OTHER, false],
  ["approve", "failed", "rejected", null, false],
  ["reject", "failed", "rejected", null, true],
  ["reject", "failed", "cancelled", null, false],
  ["reject", "confirmed", null, null, false],
] as const)(
  "after %s, a row that is %s (%s, proposed by %s) shows it done: %s",
  (name, status, failureReason, by, isDone) => {
    const awaiting = by === null ? null : proposed(by);
    expect(isShownDone({ status, failureReason, awaiting }, name, ME)).toBe(isDone);
  },
);

const sentText = (plain: string) => JSON.stringify(sentAdjustment(readAdjustment(plain) as Minor));

test("sends the same number for an adjustment however it was typed", () => {
  for (const plain of ["5", "+5", "5.0", "05.00"]) expect(sentText(plain)).toBe("5");
  expect(sentText("-0.5")).toBe("-0.5");
});

test("sends exactly the amount of an adjustment, up to the longest that the form takes", () => {
  const longest = ["0.01", "0.07", "1.1", "9999999999.99", "1234567890.12"];
  for (const amount of longest.flatMap((text) => [text, `-${text}`])) {
    expect(sentText(amount)).toBe(amount);
    expect(readAdjustment(sentText(amount))).toBe(readAdjustment(amount));
  }
});

test("computes the balance after a change to the last digit", () => {
  expect(balanceAfter("0.12345678", parseMinor("-0.10"))).toBe("0.02345678");
  expect(balanceAfter("1.00000000", parseMinor("-2"))).toBe("-1.00000000");
});

test.each([
  ["FOUR_EYES_ABOVE=1500", "1,500.00 USDMS", "1\u202f500,00 USDMS"],
  ["FOUR_EYES_ABOVE=none", "No second approval", "Aucune double validation"],
  ["FOUR_EYES_ABOVE=off", "No second approval", "Aucune double validation"],
  ["AUTO_APPROVE_BELOW=1500", "1,500.00 USDMS", "1\u202f500,00 USDMS"],
  ["AUTO_APPROVE_BELOW=none", "None", "Aucun"],
  ["REGISTRATION=invite", "By invitation", "Sur invitation"],
  ["AUTO_APPROVE_PER_DAY=off", "None", "Aucun"],
  ["HOUSE_EDGE=0.055", "5.5%", "5,5\u00a0%"],
  ["LIMIT_CALL_BURST=1000", "1,000", "1\u202f000"],
  ["SUPPORT_CHAT_URL=", "None", "Aucun"],
  ["SUPPORT_CHAT_URL=https://chat.example/?a=b", "https://chat.example/?a=b", "https://chat.example/?a=b"],
])("writes the proposed change %s as %s, in French as %s", (proposed, english, french) => {
  const { name, value } = proposedSetting(proposed);
  expect(settingText(name, value, en.installation.settings, "en")).toBe(english);
  expect(settingText(name, value, fr.installation.settings, "fr")).toBe(french);
});

test("a proposal without a value undoes the change", () => {
  expect(proposedSetting("HOUSE_EDGE")).toEqual({ name: "HOUSE_EDGE", value: null });
});

describe("attention items", () => {
  const payment = {
    kind: "payment",
    paymentId: "5",
    userId: "1",
    userEmail: "a@b.c",
    amount: "12.5",
    asset: "usdttrc20",
  } as const;
  const payout = { ...payment, kind: "payout" } as const;

  test("lets a payment be credited or closed", () => {
    expect(actionsFor(payment, undefined)).toEqual(["dismiss", "credit"]);
  });

  test.each([
    ["whose user is not known", { userId: null, userEmail: null }],
    ["whose user is gone", { userEmail: null }],
  ])("lets a payment %s be set aside, or credited to somebody", (_, changes) => {
    expect(actionsFor({ ...payment, ...changes }, undefined)).toEqual(["dismiss", "set-aside", "credit"]);
  });

  test.each([
    ["of which nothing is left", { amount: "0" }],
    ["in another asset of which nothing is left", { asset: "trx", amount: "0" }],
    ["that names no amount in our asset", { amount: null }],
    ["of which only a callback told", { amount: null, asset: null, userId: null, userEmail: null }],
  ])("only lets a payment %s be closed", (_, changes) => {
    expect(actionsFor({ ...payment, ...changes }, undefined)).toEqual(["dismiss"]);
  });

  test("asks a person for the value of another asset", () => {
    for (const amount of ["30", null]) {
      expect(actionsFor({ ...payment, asset: "trx", amount }, undefined)).toEqual(["dismiss", "credit"]);
    }
    const open = { resolvedAt: null, setAside: null };
    expect(amountToBeginWith({ ...open, asset: "trx", amount: "30" })).toBe("");
    expect(amountToBeginWith({ ...open, ...payment })).toBe("12.5");
    const decided = { resolvedAt: "2026-01-01T00:00:00.000Z", setAside: "7" };
    expect(amountToBeginWith({ ...decided, asset: "trx", amount: "30" })).toBe("7");
  });

  test("lets a payout under way be marked and any other be closed", () => {
    expect(actionsFor(payout, { status: "processing" })).toEqual(["mark-failed", "mark-paid"]);
    expect(actionsFor(payout, { status: "pending" })).toEqual(["dismiss", "mark-failed", "mark-paid"]);
    expect(actionsFor(payout, { status: "completed" })).toEqual(["dismiss"]);
    expect(actionsFor(payout, undefined)).toEqual(["dismiss"]);
  });

  test("lets the held credit of a payment be given up, but no held deposit", () => {
    const held = { ...payment, kind: "screening" } as const;
    expect(actionsFor(held, undefined)).toEqual(["dismiss", "ask-again", "override"]);
    expect(actionsFor({ ...held, paymentId: null }, undefined)).toEqual(["ask-again", "override"]);
  });

  test.each([
    ["payment", "more_arrived", null, "leftToDecide"],
    ["payout", "payout_failed", null, "toPay"],
    ["payout", "paid_after_refund", null, undefined],
    ["payout", "paid_twice", null, undefined],
    ["payout", "payout_failed", "2026-01-01T00:00:00.000Z", undefined],
    ["screening", "screening_held", null, undefined],
  ] as const)(
    "says of a %s (%s, resolved %s) what its amount is: %s",
    (kind, reason, resolvedAt, expected) => {
      expect(meaningOfAmount({ kind, reason, resolvedAt })).toBe(expected);
    },
  );

  test("leaves a position to its settlement", () => {
    expect(actionsFor({ ...payment, kind: "position" }, undefined)).toEqual([]);
  });

  test("credits any amount above zero with at most eight decimals", () => {
    expect(readCredit("12.12345678")).toBe(parseMinor("12.12345678"));
    expect(["0.00", "1.123456789", "1e3"].map(readCredit)).toEqual(["tooSmall", "tooFine", "unreadable"]);
  });

  const inFrench = { ...fr.attention, exactAmount: formatIn("fr").exactAmount };
  const inEnglish = { ...en.attention, exactAmount: formatIn("en").exactAmount };

  test.each([
    ["actually_paid", "1012.125", "1\u202f012,125"],
    ["pay_amount", "1012", "1\u202f012,00"],
    ["already_credited", "50.00000000", "50,00"],
    // Amounts of other assets keep every digit.
    ["actually_paid", "0.123456789012345678", "0.123456789012345678"],
    ["payment_status", "finished", "terminé"],
    ["status", "FAILED", "échoué"],
    ["status", "on_holiday", "on_holiday"],
    ["purchase_id", "6104008796", "6104008796"],
    ["created_at", "2025-06-04T12:00:00.000Z", "2025-06-04T12:00:00.000Z"],
    ["differs", "pay_amount, address, weather", "Montant, Adresse, weather"],
  ])("%s %s", (name, value, expected) => {
    expect(saidValue(name, value, inFrench)).toBe(expected);
  });

  test("puts what was asked beside the answer to it", () => {
    const details = {
      status: "finished",
      asked_amount: "92.00000000",
      amount: "92",
      asked_address: "T1",
      address: "T2",
      asked_network: "TRX",
      hash: null,
    };
    const { compared, others } = compareDetails({ details });
    expect(compared).toEqual([
      { name: "amount", asked: "92.00000000", said: "92" },
      { name: "address", asked: "T1", said: "T2" },
      { name: "network", asked: "TRX", said: undefined },
    ]);
    expect(compared.map(({ asked, said = "" }) => isSame(asked, said))).toEqual([true, false, false]);
    expect(others).toEqual([["status", "finished"]]);
  });

  test("writes amounts and states in English", () => {
    expect(saidValue("outcome_amount", "1012.1250", inEnglish)).toBe("1,012.125");
    expect(saidValue("payment_status", "partially_paid", inEnglish)).toBe("partially paid");
  });
});

describe("exposure figures", () => {
  test("judges an outcome by its distance in standard deviations", () => {
    expect(verdictOf(deviations(119, 100, 10))).toBe("within");
    expect(verdictOf(deviations(80, 100, 10))).toBe("outside");
    expect(verdictOf(deviations(140, 100, 10))).toBe("farOutside");
    expect(verdictOf(deviations(0, 0, 0))).toBe("within");
    expect(verdictOf(deviations(1, 0, 0))).toBe("farOutside");
  });

  test("keeps ranges of counts within the possible counts", () => {
    expect(countRange(0.5, 0.5, 2)).toEqual([0, 1.48]);
    expect(countRange(1.5, 0.5, 2)).toEqual([0.52, 2]);
  });

  test("computes the range of an amount to the last digit", () => {
    expect(amountRange("5.00000000", "100.00000000")).toEqual(["-191.00000000", "201.00000000"]);
    expect(amountRange("-0.00000001", "0.00000000")).toEqual(["-0.00000001", "-0.00000001"]);
  });

  test("computes a part of a whole between 0 and 1", () => {
    expect(partOf("25.00000000", "100.00000000")).toBe(0.25);
    expect(partOf("300.00000000", "100.00000000")).toBe(1);
    expect(partOf("-1.00000000", "100.00000000")).toBe(0);
    expect(partOf("0.00000000", "0.00000000")).toBe(0);
  });

  const open = (payout: string) => ({ positions: 1, stakes: "1.00000000", payout });
  const none = open("0.00000000");

  test("makes a bar for each of eleven minutes and puts overdue positions in the first", () => {
    const bars = expiryBars({
      at: "2026-09-21T14:00:30.000Z",
      byExpiry: [
        { ...open("7.00000000"), from: "2026-09-21T13:59:00.000Z", buy: open("7.00000000"), sell: none },
        { ...open("35.00000000"), from: "2026-09-21T14:01:00.000Z", buy: none, sell: open("35.00000000") },
      ],
    });
    expect(bars).toHaveLength(11);
    expect(bars.slice(0, 3)).toEqual([
      { tick: 1789999200, buy: 7, sell: 0 },
      { tick: 1789999260, buy: 0, sell: 35 },
      { tick: 1789999320, buy: 0, sell: 0 },
    ]);
  });

  test.each([
    [0, 1],
    [1, 1],
    [1.2, 2],
    [34, 50],
    [999, 1000],
    [0.3, 0.5],
  ])("ends an axis for %d at %d", (value, end) => expect(axisEnd(value)).toBeCloseTo(end, 10));
});

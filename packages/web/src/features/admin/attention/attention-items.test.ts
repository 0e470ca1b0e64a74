import { expect, test } from "vitest";
import { formatIn } from "../../../lib/format.ts";
import { admin as en } from "../../../locales/en/admin.ts";
import { admin as fr } from "../../../locales/fr/admin.ts";
import {
  amountToBeginWith,
  readCredit,
  readTransactionId,
  whatCanBeDone,
  saidValue,
} from "./attention-items.ts";

const payment = {
  kind: "payment",
  userId: "1",
  userEmail: "a@b.c",
  amount: "12.5",
  asset: "usdttrc20",
} as const;
const payout = { ...payment, kind: "payout" } as const;

test("lets a payment be credited or closed", () => {
  expect(whatCanBeDone(payment, undefined)).toEqual(["dismiss", "credit"]);
});

test.each([
  ["whose user is not known", { userId: null, userEmail: null }],
  ["whose user is gone", { userEmail: null }],
])("lets a payment %s be set aside, or credited to somebody", (_, changes) => {
  expect(whatCanBeDone({ ...payment, ...changes }, undefined)).toEqual(["dismiss", "set-aside", "credit"]);
});

test.each([
  ["of which nothing is left", { amount: "0" }],
  ["that names no amount in our asset", { amount: null }],
])("only lets a payment %s be closed", (_, changes) => {
  expect(whatCanBeDone({ ...payment, ...changes }, undefined)).toEqual(["dismiss"]);
});

test("asks a person for the value of another asset", () => {
  expect(whatCanBeDone({ ...payment, asset: "trx", amount: "0" }, undefined)).toEqual(["dismiss", "credit"]);
  const open = { resolvedAt: null, setAside: null };
  expect(amountToBeginWith({ ...open, asset: "trx", amount: "30" })).toBe("");
  expect(amountToBeginWith({ ...open, ...payment })).toBe("12.5");
  const decided = { resolvedAt: "2026-01-01T00:00:00.000Z", setAside: "7" };
  expect(amountToBeginWith({ ...decided, asset: "trx", amount: "30" })).toBe("7");
});

test("lets a payout under way be marked and any other be closed", () => {
  expect(whatCanBeDone(payout, { status: "processing" })).toEqual(["mark-failed", "mark-paid"]);
  expect(whatCanBeDone(payout, { status: "pending" })).toEqual(["dismiss", "mark-failed", "mark-paid"]);
  expect(whatCanBeDone(payout, { status: "completed" })).toEqual(["dismiss"]);
  expect(whatCanBeDone(payout, undefined)).toEqual(["dismiss"]);
});

test("leaves a position to its settlement", () => {
  expect(whatCanBeDone({ ...payment, kind: "position" }, undefined)).toEqual([]);
});

test("reads amounts and transaction ids as the server does", () => {
  expect(readCredit("12.12345678")).toBe("12.12345678");
  for (const wrong of ["", "0", "0.00", "-1", "1.123456789", "1e3", "1234567890123"]) {
    expect(readCredit(wrong), wrong).toBeUndefined();
  }
  expect(readTransactionId(` ${"AB".repeat(32)} `)).toBe("ab".repeat(32));
  expect(readTransactionId("ab")).toBeUndefined();
});

const inFrench = { states: fr.attention.states, exactAmount: formatIn("fr").exactAmount };
const inEnglish = { states: en.attention.states, exactAmount: formatIn("en").exactAmount };

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
])("%s %s", (name, value, expected) => {
  expect(saidValue(name, value, inFrench)).toBe(expected);
});

test("writes amounts and states in English", () => {
  expect(saidValue("outcome_amount", "1012.1250", inEnglish)).toBe("1,012.125");
  expect(saidValue("payment_status", "partially_paid", inEnglish)).toBe("partially paid");
});

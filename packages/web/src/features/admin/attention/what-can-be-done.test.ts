import { expect, test } from "vitest";
import { amountToBeginWith, readCredit, readTransactionId, whatCanBeDone } from "./what-can-be-done.ts";

const payment = {
  kind: "payment",
  userId: "1",
  userEmail: "a@b.c",
  amount: "12.5",
  asset: "usdttrc20",
} as const;
const payout = { ...payment, kind: "payout" } as const;

test("a payment is credited or closed", () => {
  expect(whatCanBeDone(payment, undefined)).toEqual(["dismiss", "credit"]);
});

test.each([
  ["whose user is not known", { userId: null, userEmail: null }],
  ["whose user is gone", { userEmail: null }],
  ["of which nothing is left", { amount: "0" }],
  ["that names no amount in our asset", { amount: null }],
])("a payment %s is closed only", (_, changes) => {
  expect(whatCanBeDone({ ...payment, ...changes }, undefined)).toEqual(["dismiss"]);
});

test("what another asset is worth is a person's to say", () => {
  expect(whatCanBeDone({ ...payment, asset: "trx", amount: "0" }, undefined)).toEqual(["dismiss", "credit"]);
  expect(amountToBeginWith({ asset: "trx", amount: "30" })).toBe("");
  expect(amountToBeginWith(payment)).toBe("12.5");
});

test("a payout under way is marked, any other is closed", () => {
  expect(whatCanBeDone(payout, { status: "processing" })).toEqual(["mark-failed", "mark-paid"]);
  expect(whatCanBeDone(payout, { status: "completed" })).toEqual(["dismiss"]);
  expect(whatCanBeDone(payout, undefined)).toEqual(["dismiss"]);
});

test("amounts and transaction ids are read as the server does", () => {
  expect(readCredit("12.12345678")).toBe("12.12345678");
  for (const wrong of ["", "0", "0.00", "-1", "1.123456789", "1e3", "1234567890123"]) {
    expect(readCredit(wrong), wrong).toBeUndefined();
  }
  expect(readTransactionId(` ${"AB".repeat(32)} `)).toBe("ab".repeat(32));
  expect(readTransactionId("ab")).toBeUndefined();
});

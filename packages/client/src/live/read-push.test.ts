import { push } from "@veritick/contract/schemas/pushes.ts";
import type { Push } from "@veritick/contract/schemas/pushes.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPush } from "./read-push.ts";

const id = "0190a000-0000-7000-8000-000000000001";
const instant = "2026-09-21T14:13:20.000Z";

const samples: Push[] = [
  { type: "price", price: 152.79, tick: 1_790_000_000, time: instant },
  { type: "beacon", state: "catch_up", tick: 1_790_000_000 },
  { type: "balanceUpdate", balance: "990.00000000" },
  {
    type: "positionResolved",
    position: {
      id,
      userId: id,
      type: "sell",
      entryPrice: "152.79000000",
      barrierPrice: "152.66400000",
      winChance: 0.2714,
      amount: "10.00000000",
      duration: 1,
      multiplier: "2.50",
      status: "lost",
      createdAt: instant,
      expiresAt: instant,
      entryTick: 1_790_000_000,
      round: 32_398_878,
      expiryTick: 1_790_000_060,
      resultPrice: "152.80000000",
      profit: "-10.00000000",
      refundReason: null,
      soldTick: null,
      soldPrice: null,
      proceeds: null,
    },
  },
  {
    type: "depositUpdate",
    deposit: {
      id,
      userId: id,
      amount: "15.00000000",
      payAmount: null,
      paymentId: "p",
      payAddress: "T",
      leastAmount: "11.21000000",
      watchedUntil: "2026-10-19T12:00:00.000Z",
      arrived: "10.00000000",
      credited: "15.00000000",
      status: "confirmed",
      failureReason: null,
      rejectionReason: null,
      beingChecked: false,
      sandbox: true,
      createdAt: instant,
      updatedAt: instant,
    },
  },
  {
    type: "withdrawalUpdate",
    withdrawal: {
      id,
      userId: id,
      amount: "15.00000000",
      fee: "1.20000000",
      netAmount: "13.80000000",
      address: "T",
      status: "failed",
      failureReason: "cancelled",
      rejectionReason: null,
      beingChecked: false,
      transactionHash: null,
      sandbox: true,
      createdAt: instant,
      updatedAt: instant,
    },
  },
  {
    type: "securityEvent",
    event: {
      id,
      kind: "password_changed",
      sessionId: id,
      address: "127.0.0.1",
      userAgent: null,
      createdAt: instant,
      seen: false,
    },
  },
  { type: "maintenance", maintenance: { since: instant, message: "Back at noon." } },
  { type: "maintenance", maintenance: { since: instant, message: null } },
  { type: "maintenance", maintenance: null },
];

/** Returns every way to leave out one field of a value, or to put something odd into it, at any depth. */
function spoiled(value: unknown, odd: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    { ...value, [name]: odd },
    ...spoiled(inner, odd).map((variant) => ({ ...value, [name]: variant })),
  ]);
}

const accepts = (value: unknown) => readPush(JSON.stringify(value)) !== undefined;

describe.each(samples)("$type", (sample) => {
  test("is read as it was sent", () => {
    expect(readPush(JSON.stringify(sample))).toEqual(sample);
  });

  test.each([[undefined], [{}], [null], [17], ["word"], ["1.5"], [true]])(
    "agrees with the contract on %j",
    (odd) => {
      for (const variant of spoiled(sample, odd)) {
        const isTrusted = push.safeParse(JSON.parse(JSON.stringify(variant))).success;
        // Everything that the contract accepts must be read. Beyond it only free texts are accepted unchecked.
        if (isTrusted) expect(accepts(variant)).toBe(true);
        else if (odd !== "word" && odd !== "1.5") expect(accepts(variant)).toBe(false);
      }
    },
  );
});

test("reads anything else as no message, without an exception", () => {
  for (const text of ["", "{", "null", "[]", '{"type":"toString"}', '{"type":"unknown"}']) {
    expect(readPush(text)).toBeUndefined();
  }
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(readPush(text)).toBeUndefined();
    }),
  );
});

import { SMALLEST } from "@veritick/domain/money.ts";
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { endpoints } from "./endpoints/endpoints.ts";
import { login } from "./schemas/auth.ts";
import { createDeposit } from "./schemas/payments.ts";
import { openPosition } from "./schemas/positions.ts";
import { push } from "./schemas/pushes.ts";
import { formAmount, page } from "./values.ts";

const stake = formAmount("stake_invalid", SMALLEST);
const refusalOf = (schema: z.ZodMiniType, input: unknown) =>
  z.safeParse(schema, input).error?.issues[0]?.message;

describe("an amount from a form", () => {
  it("is the same amount as text and as a number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 11 }), (hundredths) => {
        const text = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
        expect(z.parse(stake, text)).toBe(BigInt(hundredths) * 1_000_000n);
        expect(z.parse(stake, Number(text))).toBe(BigInt(hundredths) * 1_000_000n);
      }),
    );
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["zero", "0"],
    ["zero with decimals", 0.0],
    ["less than the smallest amount", "0.000000001"],
    ["a sign", "+1"],
    ["a minus", -1],
    ["an exponent", "1e2"],
    ["a number printed with an exponent", 1e21],
    ["hex", "0x10"],
    ["a comma", "1,00"],
    ["blanks", " 1 "],
    ["emptiness", ""],
    ["NaN", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
    ["a list", ["1"]],
    ["an object", { amount: 1 }],
    ["true", true],
    ["digits of another script", "١"],
  ])("is refused: %s", (_name, input) => {
    expect(refusalOf(stake, input)).toBe("stake_invalid");
  });

  it.each([
    [1.005, "amount_decimals"],
    ["10.000", "amount_decimals"],
    ["0.019", "amount_decimals"],
    ["0.009", "amount_decimals"],
    ["10000000000", "amount_too_large"],
    ["99999999999.005", "amount_too_large"],
    ["1".repeat(13), "amount_too_large"],
    ["0.000", "stake_invalid"],
    ["1.005x", "stake_invalid"],
  ])("with more than two decimals, or too large, is called so: %j", (input, code) => {
    expect(refusalOf(stake, input)).toBe(code);
  });

  it("of a deposit is at least 15, and refused with another code if too large", () => {
    expect(refusalOf(createDeposit.body, { amount: "14.99" })).toBe("deposit_minimum");
    expect(refusalOf(createDeposit.body, { amount: "14.999" })).toBe("deposit_minimum");
    expect(refusalOf(createDeposit.body, { amount: "15.005" })).toBe("amount_decimals");
    expect(refusalOf(createDeposit.body, { amount: "10000000000" })).toBe("deposit_maximum");
    const order = { type: "buy", amount: "10000000000", duration: 1 };
    expect(refusalOf(openPosition.body, order)).toBe("balance_insufficient");
    expect(refusalOf(openPosition.body, { ...order, amount: "0.001" })).toBe("amount_decimals");
    expect(z.parse(createDeposit.body, { amount: 15 })).toEqual({ amount: 1_500_000_000n });
  });
});

it("takes the same password in every call however its letters are composed", () => {
  const fields = endpoints.flatMap(({ name, body }) =>
    Object.entries((body as { shape?: Record<string, z.ZodMiniType> } | undefined)?.shape ?? {})
      .filter(([field]) => /password$/i.test(field))
      .map(([field, schema]) => [`${name}.${field}`, z.safeParse(schema, "pa\u0308ss\u00a0word").data]),
  );
  expect(fields.length).toBeGreaterThan(8);
  for (const [field, read] of fields) expect(read, String(field)).toBe("p\u00e4ss word");
});

it("is refused before it is normalised if it is so long that this would take long", () => {
  const normalize = vi.spyOn(String.prototype, "normalize");
  const password = "a" + "\u0308".repeat(3_100) + "\u0323";
  expect(refusalOf(login.body, { email: "a@b.fr", password })).toBe("password_too_long");
  expect(normalize).not.toHaveBeenCalled();
  normalize.mockRestore();
  const email = `a@${"\u4e00".repeat(1_000)}.fr`;
  expect(refusalOf(login.body, { email, password: "secret" })).toBe("email_invalid");
});

describe("an order", () => {
  const right = { type: "sell", amount: "1", duration: 10 };
  it.each([
    ["type", "hold", "side_invalid"],
    ["type", "BUY", "side_invalid"],
    ["duration", 2, "duration_invalid"],
    ["duration", "1", "duration_invalid"],
    ["duration", undefined, "duration_invalid"],
    ["amount", "0", "stake_invalid"],
  ])("with %s %j is refused as %s", (field, value, code) => {
    const { error } = z.safeParse(openPosition.body, { ...right, [field]: value });
    expect(error?.issues[0]).toMatchObject({ message: code, path: [field] });
  });

  it.each(["userId", "notAfterTik", "__proto__"])("with the unknown field %s is refused", (name) => {
    const body = JSON.parse(`{"type":"sell","amount":"1","duration":10,"${name}":{"amount":"2"}}`);
    const { error } = z.safeParse(openPosition.body, body);
    expect(error?.issues).toMatchObject([{ code: "unrecognized_keys", keys: [name] }]);
  });
});

describe("a page of a list", () => {
  it.each(["0", "201", "-1", "1.5", "", "ten", "1000"])("refuses the limit %j", (limit) => {
    expect(refusalOf(page, { limit })).toBe("page_invalid");
  });

  it("takes an id and a limit, or neither", () => {
    const before = "0199a3f0-0000-7000-8000-000000000000";
    expect(z.parse(page, { before, limit: "200" })).toEqual({ before, limit: 200 });
    expect(z.parse(page, {})).toEqual({});
    expect(refusalOf(page, { before: "newest" })).toBe("page_invalid");
  });
});

describe("a pushed message", () => {
  it("is read only if its schema describes it", () => {
    const price = { type: "price", price: 152.79, tick: 1_790_000_000, time: "2026-09-21T14:13:20.000Z" };
    expect(z.parse(push, price)).toEqual(price);
    expect(z.safeParse(push, { ...price, type: "prices" }).success).toBe(false);
    expect(z.safeParse(push, { type: "balanceUpdate", balance: 10 }).success).toBe(false);
  });
});

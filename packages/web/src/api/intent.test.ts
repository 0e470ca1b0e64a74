import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { Intent } from "./intent.ts";

const body = { amount: "10" };

test("a retry without an answer uses the same key", () => {
  const intent = new Intent();
  const key = intent.keyFor(body);
  intent.settle(new TypeError("Failed to fetch"));
  expect(intent.keyFor(body)).toBe(key);
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("after success, after a refusal and with another body it is a new intent", () => {
  const intent = new Intent();
  const keys = [intent.keyFor(body)];
  intent.settle(null);
  keys.push(intent.keyFor(body));
  intent.settle(new ApiError(400, "", '{"message":"no","code":"deposit_minimum"}'));
  keys.push(intent.keyFor(body), intent.keyFor({ amount: "11" }));
  expect(new Set(keys).size).toBe(4);
});

test("only what was sent without an answer is pending", () => {
  const intent = new Intent();
  expect(intent.isPending(body)).toBe(false);
  intent.keyFor(body);
  intent.settle(new TypeError("Failed to fetch"));
  expect([intent.isPending({ ...body }), intent.isPending({ amount: "11" })]).toEqual([true, false]);
  intent.settle(null);
  expect(intent.isPending(body)).toBe(false);
});

import { expect, test } from "vitest";
import { ApiError, errorText, isUnanswered } from "./client.ts";
import { Intent } from "./use-submit.ts";
import { vitalPageOf } from "./vitals.ts";

const text = { common: { noAnswer: "no answer" } };

test("the message is the status and the body; people get the server's words alone", () => {
  const body = '{"message":"Email invalide","code":"email_invalid","field":"email"}';
  const error = new ApiError(400, "Bad Request", body);
  expect(error.message).toBe(`400: ${body}`);
  expect(error).toMatchObject({
    status: 400,
    code: "email_invalid",
    field: "email",
    userMessage: "Email invalide",
  });
  expect(errorText(error, text, "fallback")).toBe("Email invalide");
});

test("an empty body gives the status text, and people get the fallback", () => {
  const error = new ApiError(502, "Bad Gateway", "");
  expect(error.message).toBe("502: Bad Gateway");
  expect(errorText(error, text, "fallback")).toBe("fallback");
});

test("a page of a gateway is never shown", () => {
  expect(errorText(new ApiError(502, "", "<html>"), text, "fallback")).toBe("fallback");
  expect(new ApiError(500, "", "null").userMessage).toBeUndefined();
});

test("no answer at all says so", () => {
  expect(errorText(new TypeError("Failed to fetch"), text, "fallback")).toBe("no answer");
  expect(errorText("odd", text, "fallback")).toBe("fallback");
});

test("only an answer of the platform settles whether something was done", () => {
  expect(isUnanswered(new TypeError("Failed to fetch"))).toBe(true);
  expect(isUnanswered(new ApiError(504, "Gateway Timeout", ""))).toBe(true);
  expect(isUnanswered(new ApiError(503, "", '{"message":"no","code":"unavailable"}'))).toBe(true);
  expect(isUnanswered(new ApiError(503, "", '{"message":"no","code":"maintenance"}'))).toBe(false);
  expect(isUnanswered(new ApiError(409, "", '{"message":"no","code":"idempotency_running"}'))).toBe(true);
  expect(isUnanswered(new ApiError(400, "", '{"message":"no","code":"stake_invalid"}'))).toBe(false);
});

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

test.each([
  ["/", "home"],
  ["/dashboard", "dashboard"],
  ["/positions/01a20913-21f5-7000-8000-013fcec394a1", "positions"],
  ["/admin/users/01a20913-21f5-7000-8000-013fcec394a1", "admin"],
  ["/somebody@example.com", "other"],
])("reports %s as %s", (path, page) => {
  expect(vitalPageOf(path)).toBe(page);
});

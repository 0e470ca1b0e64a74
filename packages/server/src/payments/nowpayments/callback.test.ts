import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { useFakeProvider } from "../../../testing/fake-nowpayments/use-fake-provider.ts";
import { vendorSignature } from "../../../testing/fake-nowpayments/callbacks.ts";
import { readCallback } from "./callback.ts";

const SECRET = "ipn-test-secret";

const headerFor = (signature: string) => ({ "x-nowpayments-sig": signature });
const readOnBytes = (body: string | Buffer) => {
  const bytes = Buffer.from(body);
  return readCallback(bytes, headerFor(createHmac("sha512", SECRET).update(bytes).digest("hex")), SECRET);
};
const readByVendor = (body: string, signedBody = body) =>
  readCallback(Buffer.from(body), headerFor(vendorSignature(signedBody, SECRET)), SECRET);

/** Returns the subject of a callback, or the reason why it has none. */
function aboutOf(callback: ReturnType<typeof readCallback>) {
  if (typeof callback !== "object") return callback;
  const { content: _content, ...about } = callback;
  return about;
}
const signedOnBytes = (body: string | Buffer) => aboutOf(readOnBytes(body));
const signedByVendor = (body: string, signedBody?: string) => aboutOf(readByVendor(body, signedBody));
const contentOf = (callback: ReturnType<typeof readCallback>) =>
  typeof callback === "object" ? callback.content.toString() : callback;

describe("a callback that verifies", () => {
  it("is about a payment, named by a number or by text", () => {
    expect(signedByVendor('{"payment_status":"finished","payment_id":5261148849}')).toEqual({
      subject: "payment",
      id: "5261148849",
    });
    expect(signedByVendor('{"payment_status":"x","payment_id":"0061148849"}')).toEqual({
      subject: "payment",
      id: "0061148849",
    });
  });

  it("is about a payout if it names a batch", () => {
    const payout = '{"id":"5000001","batch_withdrawal_id":"5000000","status":"CREATING","error":null}';
    expect(signedByVendor(payout)).toEqual({ subject: "payout", id: "5000001" });
    expect(signedByVendor('{"id":5000001,"batch_withdrawal_id":5000000}')).toEqual({
      subject: "payout",
      id: "5000001",
    });
    expect(signedByVendor('{"payment_id":7,"batch_withdrawal_id":null}')).toEqual({
      subject: "payment",
      id: "7",
    });
  });

  it.each([
    '{"payment_id":5261148849.0}',
    '{"payment_id":5e3}',
    '{"payment_id":5E0}',
    '{"payment_id":-1}',
    '{"payment_id":1.5}',
    '{"payment_id":"12a"}',
    '{"payment_id":" 12"}',
    '{"payment_id":"12\\n"}',
    '{"payment_id":"1/../2"}',
    '{"payment_id":"\u0661\u0662"}',
    '{"payment_id":""}',
    '{"payment_id":null}',
    '{"payment_id":true}',
    '{"payment_id":[1]}',
    '{"payment_id":{"a":1}}',
    `{"payment_id":"${"1".repeat(65)}"}`,
    '{"__proto__":{"payment_id":1}}',
    '{"id":1}',
    '{"id":"1/2","batch_withdrawal_id":"1"}',
    '{"batch_withdrawal_id":"1","payment_id":1}',
    "{}",
    "[]",
    "null",
    '"5"',
    "5",
    "[".repeat(60_000),
    `{"payment_id":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
    "no json",
    "",
  ])("is malformed without an id that can be used: %s", (body) => {
    expect(signedOnBytes(body)).toBe("malformed");
  });

  it("is malformed in invalid UTF-8", () => {
    const bytes = Buffer.concat([
      Buffer.from('{"payment_id":1,"a":"'),
      Buffer.from([0xc0]),
      Buffer.from('"}'),
    ]);
    expect(signedOnBytes(bytes)).toBe("malformed");
  });

  it("uses the last of two equal keys, as the signature does", () => {
    expect(signedByVendor('{"payment_id":1,"payment_id":2}')).toEqual({ subject: "payment", id: "2" });
  });

  it("does not name another payment by a number that prints alike as a float", () => {
    const signed = '{"payment_id":9007199254740992}';
    expect(signedByVendor(signed)).toEqual({ subject: "payment", id: "9007199254740992" });
    expect(signedByVendor('{"payment_id":9007199254740993}', signed)).toBe("malformed");
    expect(signedByVendor('{"payment_id":9007199254740992.0}', signed)).toBe("malformed");
    expect(signedOnBytes('{"payment_id":9007199254740993}')).toEqual({
      subject: "payment",
      id: "9007199254740993",
    });
  });
});

describe("the content of a callback", () => {
  const canonical = '{"a":{"b":1,"c":[2,1]},"payment_id":7}';

  it.each([
    canonical,
    `${canonical}   `,
    '{"payment_id": 7, "a": {"c": [2, 1], "b": 1.0}}',
    '{"payment_id":7,"a":{"b":1,"c":[2,1]},"a":{"b":1,"c":[2,1]}}',
  ])("is what was signed, however it is written: %s", (body) => {
    expect(contentOf(readByVendor(body, canonical))).toBe(canonical);
  });

  it("is the bytes if the bytes were signed", () => {
    for (const body of [canonical, '{"payment_id":7, "a":1}']) {
      expect(contentOf(readOnBytes(body))).toBe(body);
    }
  });
});

describe("the provider", () => {
  const scope = useFakeProvider();

  it("reads the vendor's callbacks about payments and payouts", async () => {
    const { paymentId } = await scope.provider.createPayment({
      id: "deposit-1",
      amount: 2_000_000_000n as never,
      createdAt: new Date(scope.clock.nowMs()),
    });
    scope.fake.pay(paymentId, { amount: "20.10" });
    const { body, headers } = scope.fake.callbackFor(paymentId);
    expect(scope.provider.readCallback(body, headers)).toMatchObject({ subject: "payment", id: paymentId });
    expect(scope.provider.readCallback(body, {})).toBeUndefined();
    expect(scope.provider.readCallback(Buffer.concat([body, Buffer.from("x")]), headers)).toBeUndefined();

    const forged = scope.fake.callbackFor(paymentId, { secret: "another" });
    expect(scope.provider.readCallback(forged.body, forged.headers)).toBeUndefined();
    const odd = scope.fake.callbackFor(paymentId, { fields: { payment_id: "12a" } });
    expect(scope.provider.readCallback(odd.body, odd.headers)).toBe("malformed");
  });

  it("trims the secret, as the vendor does, and refuses an empty one", async () => {
    const { nowPaymentsProvider } = await import("./nowpayments-provider.ts");
    const settings = {
      baseUrl: "http://127.0.0.1:1",
      apiKey: "k",
      callbackUrl: "http://a.test/",
      paymentsPerSecond: 3,
      payouts: undefined,
    };
    const world = { clock: scope.clock, log: console as never };
    const body = '{"payment_id":3}';
    const provider = nowPaymentsProvider(world, { ...settings, ipnSecret: ` ${SECRET}\n` });
    expect(provider.readCallback(Buffer.from(body), headerFor(vendorSignature(body, SECRET)))).toMatchObject({
      subject: "payment",
      id: "3",
    });
    expect(() => nowPaymentsProvider(world, { ...settings, ipnSecret: " \n" })).toThrow(/secret/);
  });
});

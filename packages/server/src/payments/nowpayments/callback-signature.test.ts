import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { vendorSignature } from "../../../testing/fake-nowpayments/callbacks.ts";
import { canonicalText, checkSignature } from "./callback.ts";

const SECRET = "ipn-test-secret";
/** A test vector for the vendor's signature. */
const VECTOR =
  '{"actually_paid":100,"actually_paid_at_fiat":0,"fee":{"currency":"usdttrc20","depositFee":0.5,"serviceFee":0,' +
  '"withdrawalFee":0},"invoice_id":null,"order_description":null,"order_id":"dep_01","outcome_amount":99.5,' +
  '"outcome_currency":"usdttrc20","parent_payment_id":null,"pay_address":"TYTzm2BGQ5pANtNvTaWnZdcqoetR9bQH1a",' +
  '"pay_amount":100,"pay_currency":"usdttrc20","payin_extra_id":null,"payment_extra_ids":null,' +
  '"payment_id":5261148849,"payment_status":"finished","price_amount":100,"price_currency":"usd",' +
  '"purchase_id":"6104008796","updated_at":1749037915966}';
const VECTOR_SIGNATURE =
  "aa31755c0f16dc4d7116388ed6dcd794aab67d337d5db139af89e248be4af0fa" +
  "9363dfa0383ed69169b3741bb2e3eb8efbc5c052f9946fe1521f80c84274c4ac";

const check = (text: string, signature: string | string[] | undefined = VECTOR_SIGNATURE, secret = SECRET) =>
  checkSignature(Buffer.from(text), signature, secret)?.proof;
const hmac = (text: string | Buffer) => createHmac("sha512", SECRET).update(text).digest("hex");

describe("the vector", () => {
  const content = JSON.parse(VECTOR) as Record<string, unknown>;

  it("verifies", () => {
    expect(check(VECTOR)).toBe("bytes");
    expect(canonicalText(Buffer.from(VECTOR))).toBe(VECTOR);
  });

  it("verifies with its keys in any order at every depth, and with blanks", () => {
    const turned = (value: unknown): unknown =>
      typeof value === "object" && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, item]) => [key, turned(item)]),
          )
        : value;
    const text = JSON.stringify(turned(content), null, 2);
    expect(text.indexOf("updated_at")).toBeLessThan(text.indexOf("actually_paid"));
    expect(check(text)).toBe("canonical");
  });

  it.each([
    ["an amount", { actually_paid: 1000 }],
    ["the payment", { payment_id: 5261148840 }],
    ["a number that became text", { payment_id: "5261148849" }],
    ["a nested value", { fee: { currency: "usdttrc20", depositFee: 0, serviceFee: 0, withdrawalFee: 0 } }],
    [
      "a nested key",
      { fee: { currency: "usdttrc20", depositFee: 0.5, serviceFee: 0, withdrawalFee: 0, x: 0 } },
    ],
    ["a new key", { note: null }],
  ])("does not verify with another value of %s", (_what, changes) => {
    expect(check(JSON.stringify({ ...content, ...changes }))).toBeUndefined();
  });

  it("does not verify without one of its keys", () => {
    for (const key of Object.keys(content)) {
      const { [key]: _gone, ...rest } = content;
      expect(check(JSON.stringify(rest))).toBeUndefined();
    }
  });

  it("does not verify with another secret", () => {
    expect(check(VECTOR, VECTOR_SIGNATURE, "ipn-test-secreT")).toBeUndefined();
  });

  it.each([
    ["no header", undefined],
    ["an empty header", ""],
    ["two headers", [VECTOR_SIGNATURE, VECTOR_SIGNATURE]],
    ["two headers joined", `${VECTOR_SIGNATURE}, ${VECTOR_SIGNATURE}`],
    ["a short one", VECTOR_SIGNATURE.slice(0, 126)],
    ["a long one", `${VECTOR_SIGNATURE}00`],
    ["blanks", ` ${VECTOR_SIGNATURE}`],
    ["no hex", "z".repeat(128)],
    // The vendor writes lower case. Only one spelling of a signature is valid, so that each callback is stored once.
    ["upper case", VECTOR_SIGNATURE.toUpperCase()],
  ])("does not verify with %s", (_what, header) => {
    // This passes the header as it is, because a helper's default would replace a missing one.
    expect(checkSignature(Buffer.from(VECTOR), header, SECRET)).toBeUndefined();
  });
});

describe("the signature of older samples of the vendor", () => {
  const body = '{"payment_id":1,"payment_extra_ids":[5,6],"fee":{"b":1,"a":2}}';

  it("is refused if arrays are turned into objects", () => {
    const flattened = '{"fee":{"a":2,"b":1},"payment_extra_ids":{"0":5,"1":6},"payment_id":1}';
    expect(check(body, hmac(flattened))).toBeUndefined();
  });

  it("is refused if nested values are left out", () => {
    const keys = ["fee", "payment_extra_ids", "payment_id"];
    const shallow = JSON.stringify(JSON.parse(body), keys);
    expect(shallow).toContain('"fee":{}');
    expect(check(body, hmac(shallow))).toBeUndefined();
  });

  it("verifies with arrays kept as arrays, in their order", () => {
    const canonical = '{"fee":{"a":2,"b":1},"payment_extra_ids":[5,6],"payment_id":1}';
    expect(check(body, hmac(canonical))).toBe("canonical");
    expect(check(body.replace("[5,6]", "[6,5]"), hmac(canonical))).toBeUndefined();
  });
});

describe("unusual bodies", () => {
  it("verify over their bytes if numbers change when they are parsed and printed", () => {
    const body = '{"pay_amount":100.10,"payment_id":12345678901234567890}';
    expect(canonicalText(Buffer.from(body))).not.toBe(body);
    expect(check(body, hmac(body))).toBe("bytes");
    expect(check(body.replace("100.10", "100.11"), hmac(body))).toBeUndefined();
  });

  it("are sorted after their bytes were found wrong, and parsed once", () => {
    const parse = vi.spyOn(JSON, "parse");
    try {
      const sorted = '{"a":1,"payment_id":1}';
      const readings = (text: string, signature: string) => {
        parse.mockClear();
        return [check(text, signature), parse.mock.calls.length];
      };
      expect(readings(sorted, hmac(sorted))).toEqual(["bytes", 0]);
      expect(readings('{"payment_id":1,"a":1}', hmac(sorted))).toEqual(["canonical", 1]);
      expect(readings(sorted, "0".repeat(128))).toEqual([undefined, 1]);
      expect(readings(sorted, "")).toEqual([undefined, 0]);
      expect(readings(JSON.stringify(Array(4_000).fill(0)), "0".repeat(128))).toEqual([undefined, 0]);
    } finally {
      parse.mockRestore();
    }
  });

  it("cannot hide content under the key __proto__ or print a huge number as null", () => {
    const plain = '{"payment_id":1,"x":null}';
    expect(check('{"payment_id":1,"x":null,"__proto__":{"actually_paid":9}}', hmac(plain))).toBeUndefined();
    expect(check('{"payment_id":1,"x":1e999}', hmac(plain))).toBeUndefined();
    const own = '{"__proto__":{"a":1},"payment_id":1}';
    expect(check('{"payment_id":1,"__proto__":{"a":1}}', hmac(own))).toBe("canonical");
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "payment_id=1"],
    ["60 KB of brackets", "[".repeat(60_000)],
    ["many values", JSON.stringify({ payment_id: 1, values: Array(300).fill(0) })],
    ["many keys", `{${Array.from({ length: 200 }, (_, key) => `"k${key}":0`).join(",")}}`],
    ["deep arrays", "[".repeat(30_000) + "]".repeat(30_000)],
    ["deep objects", '{"a":'.repeat(10_000) + "1" + "}".repeat(10_000)],
  ])("have no canonical text where they are %s, and verify on their bytes alone", (_what, body) => {
    expect(canonicalText(Buffer.from(body))).toBeUndefined();
    expect(check(body)).toBeUndefined();
    expect(check(body, hmac(body))).toBe("bytes");
  });

  it("are refused if they are invalid UTF-8", () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect(canonicalText(bytes)).toBeUndefined();
    expect(checkSignature(bytes, hmac('{"a":"\ufffd\ufffd"}'), SECRET)).toBeUndefined();
    expect(canonicalText(Buffer.from('\ufeff{"a":1}'))).toBeUndefined();
  });
});

describe("any body", () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { minKeys: 1, maxKeys: 8 });

  /** Returns true without number-like keys. JavaScript puts those first in every object, but a signer may not. */
  const hasPlainKeys = (value: unknown): boolean =>
    typeof value !== "object" ||
    value === null ||
    Object.entries(value).every(
      ([key, item]) => (Array.isArray(value) || !/^\d+$/.test(key)) && hasPlainKeys(item),
    );
  const body = object.filter(hasPlainKeys);

  function shuffled(value: unknown, salt: number): unknown {
    if (Array.isArray(value)) return value.map((item) => shuffled(item, salt));
    if (typeof value !== "object" || value === null) return value;
    const rank = (key: string) => createHmac("md5", String(salt)).update(key).digest("hex");
    const keys = Object.keys(value).sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
    const result = Object.create(null) as Record<string, unknown>;
    for (const key of keys) result[key] = shuffled((value as Record<string, unknown>)[key], salt);
    return result;
  }

  it("that was signed verifies after its keys are shuffled", () => {
    fc.assert(
      fc.property(body, fc.nat(), (content, salt) => {
        const text = JSON.stringify(content);
        const signature = vendorSignature(text, SECRET);
        expect(check(text, signature)).toBeDefined();
        expect(check(JSON.stringify(shuffled(content, salt)), signature)).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });

  /** Returns the paths within a value that hold no object or array. */
  function leaves(value: unknown, path: (string | number)[] = []): (string | number)[][] {
    if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, [...path, index]));
    if (typeof value !== "object" || value === null) return [path];
    return Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]));
  }

  function replaced(value: unknown, path: (string | number)[], by: unknown): unknown {
    const [step, ...rest] = path;
    if (step === undefined) return by;
    if (Array.isArray(value)) return value.map((item, i) => (i === step ? replaced(item, rest, by) : item));
    return Object.fromEntries(
      Object.entries(value as object).map(([key, item]) => [
        key,
        key === step ? replaced(item, rest, by) : item,
      ]),
    );
  }

  it("with any one value changed does not verify", () => {
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(body, fc.nat(), scalar, (content, pick, by) => {
        const places = leaves(content);
        fc.pre(places.length > 0);
        const text = JSON.stringify(content);
        const altered = JSON.stringify(replaced(content, places[pick % places.length]!, by));
        fc.pre(altered !== text);
        expect(check(altered, vendorSignature(text, SECRET))).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

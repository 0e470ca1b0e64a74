import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { isSigned } from "./ed25519.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const key = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
const text = "some text";
const signature = sign(null, Buffer.from(text), privateKey).toString("hex");

function takes(...parts: Parameters<typeof isSigned>): boolean {
  try {
    return isSigned(...parts);
  } catch {
    return false;
  }
}

test("what was signed is told from what was not", () => {
  expect(takes(text, signature, key)).toBe(true);
  expect(takes(`${text} `, signature, key)).toBe(false);
});

test.each([
  "0100000000000000000000000000000000000000000000000000000000000000",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0000000000000000000000000000000000000000000000000000000000000080",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
  // The neutral element once more, not in its canonical form.
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
])("nobody signs with the key of small order %s", (small) => {
  const neutral = `01${"00".repeat(31)}`;
  const zero = "00".repeat(32);
  for (const point of [neutral, small]) expect(takes(text, point + zero, small)).toBe(false);
});

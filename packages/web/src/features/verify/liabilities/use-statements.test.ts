import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { loadIsSigned, prepareSignatures } from "./use-statements.ts";

const pair = generateKeyPairSync("ed25519");
const key = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
const text = `some text\nkey ${key}\n`;
const signature = sign(null, Buffer.from(text), pair.privateKey).toString("hex");

test("signatures of the platform's kind are told from all others", async () => {
  const isSigned = await loadIsSigned();
  expect(isSigned(text, signature, key)).toBe(true);
  expect(isSigned(`${text} `, signature, key)).toBe(false);
  expect(
    isSigned(
      text,
      signature.replace(/^./, (digit) => (digit === "0" ? "1" : "0")),
      key,
    ),
  ).toBe(false);
});

test("prepared answers are the same, and there are none about what was not asked", async () => {
  const isSigned = await prepareSignatures(
    [
      { text, signature },
      { text, signature: "ab" },
    ],
    [key],
  );
  expect(isSigned(text, signature, key)).toBe(true);
  expect(isSigned(text, "ab", key)).toBe(false);
  expect(isSigned("else", signature, key)).toBe(false);
  expect((await prepareSignatures([{ text, signature }], []))(text, signature, key)).toBe(false);
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { builtInCurve, VERIFIER } from "../packages/web/build/built-in-curve.ts";

it("builds the curve of the registry's package into the standalone verifier", async () => {
  const text = readFileSync(VERIFIER, "utf8");
  const curve = await builtInCurve();
  // Compares a boolean, because a failure would otherwise print the whole text.
  expect(text.endsWith(curve), "npm run build:verifier").toBe(true);
  const imports = text.slice(0, -curve.length).matchAll(/^import [^]*? from (.*);$/gm);
  expect([...imports].map(([, name]) => name)).toEqual(['"node:crypto"', '"node:fs"']);
});

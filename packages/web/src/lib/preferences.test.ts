import { expect, test } from "vitest";
import { prefersFrench } from "./preferences.ts";

test.each([
  [["fr-FR", "fr", "en"], true],
  [["FR-ca"], true],
  [["de", "fr", "en"], true],
  [["en-GB", "fr"], false],
  [["fry", "de"], false],
  [[], false],
] as const)("of a browser that lists %j it is %s that it prefers French", (languages, isFrench) => {
  expect(prefersFrench(languages)).toBe(isFrench);
});

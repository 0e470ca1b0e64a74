import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageOf } from "./language.ts";

describe("the language asked for", () => {
  it.each([
    ["fr", "fr"],
    ["en", "en"],
    ["FR-ca", "fr"],
    ["en-US,en;q=0.9,fr;q=0.8", "en"],
    ["fr;q=0.8,en;q=0.9", "en"],
    ["de,fr;q=0.5", "fr"],
    [" fr ; q=1.0 , en", "fr"],
    ["en;q=0,fr;q=0.1", "fr"],
    ["de", undefined],
    ["*", undefined],
    ["", undefined],
    ["fr;q=0", undefined],
    ["french", undefined],
    [undefined, undefined],
  ])("by %j is %j", (header, language) => {
    expect(languageOf(header)).toBe(language);
  });

  it("is one of the two or none, whatever the header", () => {
    fc.assert(fc.property(fc.string(), (header) => [undefined, "en", "fr"].includes(languageOf(header))));
  });
});

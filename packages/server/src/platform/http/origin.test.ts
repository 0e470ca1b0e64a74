import { describe, expect, it } from "vitest";
import { isCrossOrigin } from "./origin.ts";

const host = "veritick.example";

describe("a request from another site", () => {
  it.each([
    ["a program, which sends neither header", {}, false],
    ["our own page", { origin: "http://veritick.example", "sec-fetch-site": "same-origin" }, false],
    ["the address bar", { "sec-fetch-site": "none" }, false],
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, true],
    ["another site in an old browser", { origin: "https://evil.example" }, true],
    ["a sibling", { origin: "http://x.veritick.example", "sec-fetch-site": "same-site" }, true],
    ["a name that only begins alike", { origin: "http://veritick.example.evil.example" }, true],
    ["another port", { origin: "http://veritick.example:81" }, true],
    ["a sandboxed frame", { origin: "null" }, true],
    ["nonsense", { origin: "://" }, true],
    [
      "our own origin said to be cross-site",
      { origin: "http://veritick.example", "sec-fetch-site": "cross-site" },
      true,
    ],
  ])("is told from %s", (_name, headers, expected) => {
    expect(isCrossOrigin({ host, ...headers }, undefined)).toBe(expected);
  });

  it("is measured by PUBLIC_URL where that is set, scheme included", () => {
    const from = (origin: string) =>
      isCrossOrigin({ host: "internal:3000", origin }, "https://veritick.example");
    expect(from("https://veritick.example")).toBe(false);
    expect(from("http://veritick.example")).toBe(true);
    expect(from("http://internal:3000")).toBe(true);
  });
});

import { expect, test } from "vitest";
import css from "../ui/tokens.css?raw";
import { contrastOf, PAIRS, readTokens } from "./tokens.tsx";

const { shared, dark, light } = readTokens(css);

test("the measure is that of WCAG", () => {
  const theme = new Map([
    ["surface-1", "#ffffff"],
    ["white", "#ffffff"],
    ["black", "#000000"],
    ["grey", "#767676"],
    ["half", "#00000080"],
  ]);
  expect(contrastOf({ front: "black", ground: "white" }, theme)).toBeCloseTo(21);
  expect(contrastOf({ front: "white", ground: "white" }, theme)).toBeCloseTo(1);
  expect(contrastOf({ front: "grey", ground: "white" }, theme)).toBeCloseTo(4.54, 2);
  expect(contrastOf({ front: "half", ground: "white" }, theme)).toBeCloseTo(4, 1);
});

test("both themes give the same colours", () => {
  expect(dark.size).toBeGreaterThan(20);
  expect([...light.keys()].sort()).toEqual([...dark.keys()].sort());
  expect(shared.get("space-4")).toBe("16px");
});

test.each([
  ["dark", dark],
  ["light", light],
] as const)("in the %s theme everything stands out from its ground", (_, theme) => {
  const weak = PAIRS.filter((pair) => contrastOf(pair, theme) < pair.least).map(
    (pair) => `${pair.front} on ${pair.ground}: ${contrastOf(pair, theme).toFixed(2)}`,
  );
  expect(weak).toEqual([]);
});

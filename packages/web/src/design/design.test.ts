import { expect, test } from "vitest";
import { SECTIONS, WITHOUT_SPECIMEN } from "./design-page.tsx";
import css from "../ui/tokens.css?raw";
import { PAIRS, contrastOf, readTokens } from "./tokens.tsx";

const modules = import.meta.glob<Record<string, unknown>>("../ui/**/*.tsx", { eager: true });
const components = Object.values(modules).flatMap((module) =>
  Object.keys(module).filter((name) => /^[A-Z][a-z]/.test(name)),
);
const shown = SECTIONS.flatMap(({ specimens }) => specimens.flatMap(({ of }) => of));

test("shows every component, or says why not", () => {
  expect(components.length).toBeGreaterThan(60);
  expect(components.filter((name) => !shown.includes(name) && !(name in WITHOUT_SPECIMEN))).toEqual([]);
});

test("names only components that exist, each once", () => {
  const named = [...shown, ...Object.keys(WITHOUT_SPECIMEN)];
  expect(named.filter((name) => !components.includes(name))).toEqual([]);
  expect(shown.filter((name, index) => shown.indexOf(name) !== index)).toEqual([]);
});

test("gives every specimen a title of its own", () => {
  const titles = SECTIONS.flatMap(({ title, specimens }) => [title, ...specimens.map((each) => each.title)]);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

const { shared, dark, light } = readTokens(css);

test("measures contrast as WCAG does", () => {
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

test("both themes define the same colours", () => {
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

import { expect, test } from "vitest";
import { SECTIONS, WITHOUT_SPECIMEN } from "./specimens.tsx";

const files = Object.keys(import.meta.glob("../ui/*.tsx")).map((path) =>
  path.slice("../ui/".length, -".tsx".length),
);
const shown = SECTIONS.flatMap(({ specimens }) => specimens.flatMap(({ of }) => of));

test("every component is on the page of the design system, or says why not", () => {
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((name) => !shown.includes(name) && !(name in WITHOUT_SPECIMEN))).toEqual([]);
});

test("what the page names is there, once", () => {
  expect([...shown, ...Object.keys(WITHOUT_SPECIMEN)].filter((name) => !files.includes(name))).toEqual([]);
  expect(shown.filter((name, index) => shown.indexOf(name) !== index)).toEqual([]);
});

test("no two specimens are called the same", () => {
  const titles = SECTIONS.flatMap(({ title, specimens }) => [title, ...specimens.map((each) => each.title)]);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

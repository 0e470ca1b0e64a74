import { expect, test } from "vitest";
import { SECTIONS, WITHOUT_SPECIMEN } from "./design-page.tsx";

const modules = import.meta.glob<Record<string, unknown>>("../ui/**/*.tsx", { eager: true });
const components = Object.values(modules).flatMap((module) =>
  Object.keys(module).filter((name) => /^[A-Z][a-z]/.test(name)),
);
const shown = SECTIONS.flatMap(({ specimens }) => specimens.flatMap(({ of }) => of));

test("shows every component, or says why not", () => {
  expect(components.length).toBeGreaterThan(60);
  expect(components.filter((name) => !shown.includes(name) && !(name in WITHOUT_SPECIMEN))).toEqual([]);
});

test("names components that there are, each once", () => {
  const named = [...shown, ...Object.keys(WITHOUT_SPECIMEN)];
  expect(named.filter((name) => !components.includes(name))).toEqual([]);
  expect(shown.filter((name, index) => shown.indexOf(name) !== index)).toEqual([]);
});

test("gives no two specimens the same title", () => {
  const titles = SECTIONS.flatMap(({ title, specimens }) => [title, ...specimens.map((each) => each.title)]);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

import { expect, test } from "vitest";
import { nextAfter, openFirst, PAGE } from "./pages.ts";

type Item = { id: string; open?: boolean; name?: string };
const isOpen = ({ open = false }: Item) => open;
const some = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(900 - index) }));

test("begins the next page after the last item that is not open", () => {
  expect(nextAfter([...some(PAGE), { id: "1", open: true }], isOpen)).toBe(String(900 - PAGE + 1));
});

test("does not count open items when it tells whether a page is full", () => {
  expect(nextAfter([...some(PAGE - 1), { id: "1", open: true }], isOpen)).toBeUndefined();
  expect(nextAfter([], isOpen)).toBeUndefined();
});

test("puts open items first and lists each item once, as the newest page has it", () => {
  const pages: Item[][] = [
    [{ id: "9" }, { id: "8", open: true }, { id: "7", name: "newer" }, { id: "2", open: true }],
    [{ id: "7", name: "older" }, { id: "6" }],
  ];
  expect(openFirst(pages, isOpen)).toEqual([
    { id: "8", open: true },
    { id: "2", open: true },
    { id: "9" },
    { id: "7", name: "newer" },
    { id: "6" },
  ]);
});

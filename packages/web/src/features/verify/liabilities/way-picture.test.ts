import { expect, test } from "vitest";
import { levelsOf, shownLevels } from "./way-picture.tsx";

const node = (sum: bigint) => ({ hash: `hash of ${sum}`, sum });
const evidence = {
  statement: { number: 1, taken: "", total: "", text: "", signature: "" },
  leaf: { salt: "", user: "", email: "", balance: "" },
  keys: [],
};

test("neighbours stand on the sides that the index says, below what they are added up to", () => {
  const siblings = ["0.00000001", "0.00000002", "0.00000004"].map((sum) => ({ hash: `hash ${sum}`, sum }));
  const way = [8n, 9n, 11n, 15n].map(node);
  const levels = levelsOf({ ...evidence, index: 0b101, siblings }, way);
  expect(
    levels.map(({ height, parent, nodes }) => [
      height,
      parent,
      ...nodes.map(({ kind, sum }) => `${kind} ${sum}`),
    ]),
  ).toEqual([
    [2, "middle", "others 0.00000004", "group 0.00000011"],
    [1, "right", "group 0.00000009", "others 0.00000002"],
    [0, "left", "beside 0.00000001", "yours 0.00000008"],
  ]);
});

test("a tree of one has no neighbours, and of a large one the middle is left out", () => {
  expect(levelsOf({ ...evidence, index: 0, siblings: [] }, [node(1n)])).toEqual([]);
  const siblings = Array.from({ length: 20 }, () => ({ hash: "", sum: "0.00000000" }));
  const levels = levelsOf(
    { ...evidence, index: 0, siblings },
    Array.from({ length: 21 }, () => node(1n)),
  );
  const { top, between, bottom } = shownLevels(levels, false);
  expect([top.map(({ height }) => height), between, bottom.map(({ height }) => height)]).toEqual([
    [19, 18],
    15,
    [2, 1, 0],
  ]);
  expect(shownLevels(levels, true).top).toHaveLength(20);
  expect(shownLevels(levels.slice(0, 6), false).between).toBe(0);
});

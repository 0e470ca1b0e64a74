import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leafOf, MOST_STEPS, promisesText, promiseTree, rootOf, treeOfLeaves } from "./promise-tree.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const texts = (count: number) => Array.from({ length: count }, (_, index) => `promise ${index}\n`);

/** Keeps hashes, because trees of neighbouring sizes share most of their nodes. */
const known = new Map<string, string>();
function hashedOnce(text: string): string {
  const hash = known.get(text) ?? sha256(text);
  known.set(text, hash);
  return hash;
}

describe("the tree of a batch's promises", () => {
  it("is built as docs/protocol.md says", () => {
    const leaf = (text: string) => sha256(`veritick/promise/leaf/1\n${text}`);
    const node = (left: string, right: string) => sha256(`veritick/promise/node/1\n${left}\n${right}\n`);
    const [first, second, third] = texts(3).map(leaf) as [string, string, string];
    expect(promiseTree(texts(1))).toMatchObject({ root: first });
    expect(promiseTree(texts(1)).pathOf(0)).toEqual([]);
    const tree = promiseTree(texts(3));
    expect(tree.root).toBe(node(node(first, second), third));
    expect([0, 1, 2].map(tree.pathOf)).toEqual([
      [`right ${second}`, `right ${third}`],
      [`left ${first}`, `right ${third}`],
      [`left ${node(first, second)}`],
    ]);
    expect(promisesText(tree.root, "ab".repeat(32))).toBe(
      `veritick/promises/1\nroot ${tree.root}\nkey ${"ab".repeat(32)}\n`,
    );
  });

  it("proves every promise of every size up to 300, and of 1,023", () => {
    const roots = new Set<string>();
    const sizes = [...Array.from({ length: 300 }, (_, index) => index + 1), 1023];
    for (const size of sizes) {
      const batch = texts(size);
      const tree = promiseTree(batch, hashedOnce);
      const depth = Math.ceil(Math.log2(size));
      for (const [index, text] of batch.entries()) {
        const path = tree.pathOf(index);
        if (path.length > depth || rootOf(text, path, hashedOnce) !== tree.root)
          expect.fail(`promise ${index} of ${size}`);
      }
      roots.add(tree.root);
    }
    expect(roots.size).toBe(sizes.length);
    expect(Math.ceil(Math.log2(1023))).toBe(MOST_STEPS);
  });

  it("is the same with another implementation of SHA-256", () => {
    expect(promiseTree(texts(7), sha256).root).toBe(promiseTree(texts(7)).root);
    expect(rootOf("é\n", [], sha256)).toBe(rootOf("é\n", []));
  });

  it("follows from its leaves alone", () => {
    const tree = promiseTree(texts(7));
    const again = treeOfLeaves(texts(7).map((text) => leafOf(text)));
    expect(again.root).toBe(tree.root);
    for (const index of texts(7).keys()) expect(again.pathOf(index)).toEqual(tree.pathOf(index));
  });

  it("has 1 to 1,024 promises", () => {
    expect(promiseTree(texts(1024), hashedOnce).pathOf(1023)).toHaveLength(MOST_STEPS);
    for (const size of [0, 1025]) {
      expect(() => promiseTree(texts(size))).toThrow(new RangeError(`${size} promises are not a batch`));
    }
  });
});

describe("a path", () => {
  const size = fc.integer({ min: 2, max: 40 });
  const place = fc.tuple(size, fc.nat(), fc.nat()).map(([count, index, step]) => {
    const tree = promiseTree(texts(count), hashedOnce);
    const path = tree.pathOf(index % count);
    return { tree, path, text: texts(count)[index % count]!, step: step % path.length, index: index % count };
  });
  const refuses = (
    change: (each: { path: string[]; step: number; tree: ReturnType<typeof promiseTree> }) => string[],
  ) =>
    fc.assert(
      fc.property(place, ({ tree, path, text, step }) => {
        const changed = change({ path, step, tree });
        fc.pre(changed.join() !== path.join());
        expect(rootOf(text, changed, hashedOnce)).not.toBe(tree.root);
      }),
      { numRuns: 100 },
    );

  it("leads elsewhere after any change of one digit", () => {
    fc.assert(
      fc.property(
        place,
        fc.integer({ min: 0, max: 63 }),
        fc.constantFrom(..."0123456789abcdef"),
        (each, at, digit) => {
          const { tree, path, text, step } = each;
          const [side, hash] = path[step]!.split(" ") as [string, string];
          const changed = path.with(step, `${side} ${hash.slice(0, at)}${digit}${hash.slice(at + 1)}`);
          fc.pre(changed[step] !== path[step]);
          expect(rootOf(text, changed, hashedOnce)).not.toBe(tree.root);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("leads elsewhere from the other side, in another order, shorter, longer, or from another place", () => {
    const turned = (step: string) => step.replace(/^\w+/, (side) => (side === "left" ? "right" : "left"));
    refuses(({ path, step }) => path.with(step, turned(path[step]!)));
    refuses(({ path, step }) => path.with(step, path.at(step - 1)!).with(step - 1, path[step]!));
    refuses(({ path, step }) => path.toSpliced(step, 1));
    refuses(({ path, step }) => path.toSpliced(step, 0, path[step]!));
    refuses(({ path, step, tree }) => [...path.slice(0, step), `right ${tree.root}`, ...path.slice(step)]);
    refuses(({ tree }) => tree.pathOf(0));
  });

  it("proves no other text", () => {
    fc.assert(
      fc.property(place, fc.string(), ({ tree, path, text }, other) => {
        fc.pre(other !== text);
        expect(rootOf(other, path, hashedOnce)).not.toBe(tree.root);
      }),
    );
  });

  it.each([
    ["too long", [...Array<string>(MOST_STEPS + 1).fill(`left ${"0".repeat(64)}`)]],
    ["with no side", ["0".repeat(64)]],
    ["with another side", [`up ${"0".repeat(64)}`]],
    ["with a hash that is too short", [`left ${"0".repeat(63)}`]],
    ["with capitals", [`left ${"A".repeat(64)}`]],
    ["with a line feed", [`left ${"0".repeat(64)}\n`]],
    ["with nothing", [""]],
  ])("is none %s", (_name, path) => {
    expect(rootOf("text\n", path)).toBeUndefined();
  });
});

describe("a platform that cheats", () => {
  const node = (left: string, right: string) => `veritick/promise/node/1\n${left}\n${right}\n`;
  const [one, two] = texts(2).map((text) => leafOf(text)) as [string, string];

  it("cannot pass a node off as a promise", () => {
    const { root } = promiseTree(texts(2));
    expect(sha256(node(one, two))).toBe(root);
    expect(rootOf(node(one, two), [])).not.toBe(root);
    expect(rootOf(`${one}\n${two}\n`, [])).not.toBe(root);
    // It cannot pass a promise off as a node either: the hashed text of a promise begins with another line.
    expect(leafOf(node(one, two).split("\n").slice(1).join("\n"))).not.toBe(root);
  });

  it("has no other tree with the same root by repeating its last promises", () => {
    for (let size = 1; size <= 33; size += 1) {
      const batch = texts(size);
      const { root } = promiseTree(batch, hashedOnce);
      for (let repeated = 1; repeated <= Math.min(size, 8); repeated += 1)
        expect(promiseTree([...batch, ...batch.slice(-repeated)], hashedOnce).root).not.toBe(root);
    }
  });
});

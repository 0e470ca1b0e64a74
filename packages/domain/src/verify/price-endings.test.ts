import { describe, expect, test } from "vitest";
import { GENESIS, termsOf } from "../../testing/receipt-files.ts";
import { TEST_BEACON } from "../../testing/rounds.ts";
import { genesisHead, nextHead } from "../epochs.ts";
import { epochOf } from "../epoch-times.ts";
import type { ChainLink } from "../epochs.ts";
import { termsHash } from "../signed/terms-text.ts";
import { headListed, promisedBefore, readEndings } from "./price-endings.ts";

const FIRST = epochOf(GENESIS.tick + 1);
const [TEXT, LATER] = [termsOf(), termsOf(0.2)];

type Genesis = typeof GENESIS;

/** Makes the end of a price in the second of its epochs, and the genesis of the next price. */
function endOf(genesis: Genesis, hours: number, texts: readonly string[]) {
  const first = epochOf(genesis.tick + 1);
  const links: ChainLink[] = texts.map((text, index) => ({
    epoch: first + index,
    commitment: "ab".repeat(32),
    termsHash: termsHash(text),
  }));
  const heads = links.reduce(
    (reached, link) => [...reached, nextHead(reached.at(-1)!, link)],
    [genesisHead(genesis, genesis.previousHead)],
  );
  const endedAt = Math.max(genesis.tick, (first + hours) * 3600);
  const closing = {
    genesis: { ...genesis, state: String(genesis.state) },
    tick: genesis.tick,
    reason: "secret",
    beacon: TEST_BEACON,
    epochs: [],
    endedAt: new Date(endedAt * 1000 + 999).toISOString(),
    head: heads[hours]!,
    promised: links.slice(hours).map((link, index) => ({ ...link, text: texts[hours + index]! })),
  };
  return { closing, heads, next: { ...genesis, tick: endedAt + 60, previousHead: heads.at(-1)! } };
}

type Closing = ReturnType<typeof endOf>["closing"];

const first = endOf(GENESIS, 1, [TEXT, TEXT, TEXT, LATER]);
const second = endOf(first.next, 1, [TEXT, TEXT, LATER, LATER]);
const current = second.next;
const CLOSINGS = [second.closing, first.closing];

const before = (closings: readonly object[], epoch: number, own = current) =>
  promisedBefore(readEndings(closings), { own, current, epoch });

describe("the terms promised before a price", () => {
  test("are those of the newest price that promised some for the epoch", () => {
    expect(before(CLOSINGS, FIRST)).toEqual({});
    expect(before(CLOSINGS, FIRST + 2)).toEqual({ text: TEXT });
    expect(before(CLOSINGS, FIRST + 3)).toEqual({ text: LATER });
    expect(before(CLOSINGS, FIRST + 5)).toEqual({});
    expect(before([], FIRST + 2)).toEqual({});
  });

  test("of an ended price are those of the prices before it", () => {
    expect(before(CLOSINGS, FIRST + 4, first.next)).toEqual({});
    expect(before(CLOSINGS, FIRST + 3, first.next)).toEqual({ text: LATER });
    expect(before(CLOSINGS, FIRST + 3, GENESIS)).toEqual({});
  });

  test("stay in force if the next price promised nothing", () => {
    const none = { ...first.closing, genesis: { ...first.closing.genesis, tick: GENESIS.tick + 7000 } };
    const genesis = { ...none.genesis, previousHead: first.heads.at(-1)! };
    const closings = [{ ...none, genesis, head: first.heads.at(-1)!, promised: [] }, first.closing];
    const own = { ...first.next, tick: GENESIS.tick + 9000 };
    const found = promisedBefore(readEndings(closings), { own, current: own, epoch: FIRST + 3 });
    expect(found).toEqual({ text: LATER });
  });

  test.each<[string, (closing: Closing) => object, boolean]>([
    ["left out", ({ promised }) => ({ promised: promised.slice(1) }), false],
    ["missing at the end", ({ promised }) => ({ promised: promised.slice(0, -1) }), true],
    ["all missing", () => ({ promised: [] }), true],
    [
      "of another text",
      ({ promised: [one, ...rest] }) => ({ promised: [{ ...one, text: LATER }, ...rest] }),
      false,
    ],
    [
      "of another text and hash",
      ({ promised: [one, ...rest] }) => ({
        promised: [{ ...one, text: LATER, termsHash: termsHash(LATER) }, ...rest],
      }),
      true,
    ],
    ["after another head", () => ({ head: "cd".repeat(32) }), true],
    ["after no head", () => ({ head: null }), false],
    ["not listed", () => ({ promised: null }), false],
    ["of a later hour", () => ({ endedAt: "2030-01-01T00:00:00.000Z" }), false],
    ["without an end", () => ({ endedAt: null }), false],
  ])("are at fault if a link is %s", (_, change, isFollowed) => {
    const { fault } = before([second.closing, { ...first.closing, ...change(first.closing) }], FIRST + 3);
    expect(fault?.expected).toBe(first.next.previousHead);
    expect(fault?.found !== undefined).toBe(isFollowed);
  });
});

test("the heads that an ended price had published follow from its list", () => {
  const [ending] = readEndings([first.closing]);
  const heads = [0, 1, 2, 3, 4].map((hours) => headListed(ending!, FIRST + hours));
  expect(heads).toEqual([undefined, ...first.heads.slice(2), undefined]);
  expect(headListed({ ...ending!, head: undefined }, FIRST + 2)).toBeUndefined();
  expect(headListed({ ...ending!, promised: undefined }, FIRST + 2)).toBeUndefined();
});

import { MOST_OPEN_SHOWN } from "@veritick/contract/values.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { describe, expect, test } from "vitest";
import { ApiError, GivenUp } from "../../../api/client.ts";
import { approvableUpTo, countUpTo, rowToFocus } from "../records/queue-rules.ts";
import { OPEN_PAGE, PAGE, countNew, extendKept, nextPage, openFirst, rowsOf } from "./pages.ts";
import type { PageQuery } from "./pages.ts";
import { sendEach } from "./run-together.tsx";

type Item = { id: string; open?: boolean; name?: string };
const isOpen = ({ open = false }: Item) => open;
const some = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(900 - index) }));

const FIRST: PageQuery = { limit: PAGE };
const next = (page: Item[]) => nextPage([page], [FIRST], isOpen, "others");

test("begins the next page after the last item that is not open", () => {
  expect(next([...some(PAGE), { id: "1", open: true }])).toEqual({
    limit: PAGE,
    before: String(900 - PAGE + 1),
  });
});

test("does not count open items when it tells whether a page is full", () => {
  expect(next([...some(PAGE - 1), { id: "1", open: true }])).toBeUndefined();
  expect(next([])).toBeUndefined();
});

describe("a list with more open items than its first page holds", () => {
  const open = (count: number, from: number): Item[] =>
    Array.from({ length: count }, (_, index) => ({ id: String(from - index), open: true }));
  const first = [...open(MOST_OPEN_SHOWN, 9999), ...some(PAGE)];
  const older: PageQuery = { limit: OPEN_PAGE, before: String(9999 - MOST_OPEN_SHOWN + 1), open: "true" };
  const full = open(OPEN_PAGE, 5000);

  test("asks for the older open ones page by page", () => {
    expect(nextPage([first], [FIRST], isOpen, "open")).toEqual(older);
    expect(nextPage([first, full], [FIRST, older], isOpen, "open")).toEqual({
      ...older,
      before: full.at(-1)!.id,
    });
    // One of them has been decided meanwhile.
    const decided = full.map((item, index) => (index === 3 ? { ...item, open: false } : item));
    expect(nextPage([first, decided], [FIRST, older], isOpen, "open")).toBeDefined();
    expect(nextPage([first, open(OPEN_PAGE - 1, 5000)], [FIRST, older], isOpen, "open")).toBeUndefined();
  });

  test("asks for the others once all open ones have come", () => {
    const others = { limit: PAGE, before: String(900 - PAGE + 1) };
    const last = open(3, 5000);
    expect(nextPage([first], [FIRST], isOpen, "both")).toEqual(older);
    expect(nextPage([first, last], [FIRST, older], isOpen, "both")).toEqual(others);
    expect(nextPage([first, last, some(PAGE - 1)], [FIRST, older, others], isOpen, "both")).toBeUndefined();
    expect(nextPage([first.slice(1)], [FIRST], isOpen, "both")).toEqual(others);
  });
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

type Named = { id: string; status?: string };
const items = (...ids: string[]): Named[] => ids.map((id) => ({ id }));
const idsOf = (list: readonly Named[]) => list.map(({ id }) => id).join("");

describe("a list that somebody is about to use", () => {
  test("keeps its rows when items come or go", () => {
    const kept = items("c", "b", "a");
    expect(extendKept(kept, items("e", "d", "c", "b", "a"))).toBe(kept);
    expect(extendKept(kept, items("c", "a"))).toBe(kept);
    expect(extendKept(kept, items("e"))).toBe(kept);
    expect(extendKept(kept, [])).toBe(kept);
  });

  test("grows at its end", () => {
    const kept = items("d", "c");
    expect(idsOf(extendKept(kept, items("e", "d", "c", "b", "a")))).toBe("dcba");
    expect(idsOf(extendKept(kept, items("d", "b")))).toBe("dcb");
  });

  test("takes all items if it was empty", () => {
    expect(idsOf(extendKept([], items("b", "a")))).toBe("ba");
  });
});

test("shows the newest state of kept rows and marks those that are gone", () => {
  const rows = rowsOf(items("b", "a"), [{ id: "b", status: "confirmed" }, { id: "c" }]);
  expect(rows).toEqual([
    { item: { id: "b", status: "confirmed" }, isGone: false },
    { item: { id: "a" }, isGone: true },
  ]);
});

test("counts the items that wait to be shown", () => {
  expect(countNew(items("c", "b"), items("e", "d", "b"))).toBe(2);
  expect(countNew(items("c"), items("c"))).toBe(0);
});

describe("queue", () => {
  const PLAIN = {
    id: "a",
    amount: "50.00000000",
    status: "pending",
    attention: null,
    screening: null,
    awaiting: null,
    firstToAddress: false,
    tradingLocked: false,
    withdrawalsLocked: false,
  } as const;
  const screened = (state: "allow" | "hold" | "unreachable" | "asking") => ({
    screening: {
      state,
      amount: "50.00000000",
      reference: null,
      reason: null,
      at: "2026-09-01T00:00:00.000Z",
      askAgainAt: null,
    },
  });
  const limit = parseMinor("50");

  test("approves plain items of at most the limit together", () => {
    expect(approvableUpTo([PLAIN], limit)).toEqual([PLAIN]);
    expect(approvableUpTo([{ ...PLAIN, amount: "50.01000000" }], limit)).toEqual([]);
  });

  test.each([
    ["is not pending any more", { status: "processing" }],
    ["needs attention", { attention: "restored" }],
    ["goes to an address for the first time", { firstToAddress: true }],
    ["is of a user whose withdrawals are locked", { withdrawalsLocked: true }],
    ["is of a user whose trading is locked", { tradingLocked: true }],
    ["the screening holds", screened("hold")],
    ["the screening is asked about", screened("asking")],
    ["the screening does not answer about", screened("unreachable")],
    ["has not arrived", { arrived: "49.99000000", sandbox: false }],
  ] as const)("leaves out what %s", (_what, change) => {
    expect(approvableUpTo([{ ...PLAIN, ...change }], limit)).toEqual([]);
  });

  test("counts every open item up to the limit, including those left out", () => {
    const first = { ...PLAIN, firstToAddress: true };
    const items = [PLAIN, first, { ...PLAIN, status: "completed" }, { ...PLAIN, amount: "50.01000000" }];
    expect([approvableUpTo(items, limit).length, countUpTo(items, limit)]).toEqual([1, 2]);
  });

  test("takes an item that the screening allows", () => {
    expect(approvableUpTo([{ ...PLAIN, ...screened("allow") }], limit)).toHaveLength(1);
  });

  test("takes a deposit that has arrived or is in the sandbox", () => {
    for (const change of [
      { arrived: "50.00000000", sandbox: false },
      { arrived: null, sandbox: true },
    ])
      expect(approvableUpTo([{ ...PLAIN, ...change }], limit)).toHaveLength(1);
  });

  test.each([
    ["j", -1, 3, 0],
    ["j", 1, 3, 2],
    ["j", 2, 3, undefined],
    ["k", 1, 3, 0],
    ["k", 0, 3, undefined],
    ["k", -1, 3, 0],
    ["k", -1, 0, undefined],
    ["a", 1, 3, undefined],
  ])("%s at row %i of %i leads to %s", (key, at, count, next) => {
    expect(rowToFocus(key, at, count)).toBe(next);
  });
});

describe("one call for each of several items", () => {
  const refusal = new ApiError(409, "Conflict", "");
  const run = async (send: (item: string) => Promise<object>, isStopped = () => false) => {
    const told: number[] = [];
    const progress = await sendEach(["a", "b", "c"], {
      send,
      refusalOf: (item) => `${item} refused`,
      isStopped,
      tell: ({ accepted, refused }) => told.push(accepted.length + refused.length),
    });
    return { ...progress, told };
  };

  test("counts what was accepted or proposed, and goes on after a refusal", async () => {
    const answers = { a: {}, c: { awaiting: { proposalId: "p" } } };
    const send = async (item: string) => {
      if (item === "b") throw refusal;
      return answers[item as keyof typeof answers];
    };
    expect(await run(send)).toEqual({
      accepted: ["a", "c"],
      proposed: 1,
      refused: ["b refused"],
      told: [1, 2, 3],
    });
  });

  test("stops after a call without an answer, or one given up", async () => {
    for (const error of [new TypeError("no answer"), new GivenUp({ title: "Nothing was done" })]) {
      const { accepted, told } = await run(async () => {
        throw error;
      });
      expect([accepted, told]).toEqual([[], [1]]);
    }
  });

  test("makes no further call once somebody stops it", async () => {
    const sent: string[] = [];
    await run(
      async (item) => {
        sent.push(item);
        return {};
      },
      () => sent.length === 2,
    );
    expect(sent).toEqual(["a", "b"]);
  });
});

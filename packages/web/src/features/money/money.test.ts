import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { STATEMENT_KINDS } from "@veritick/contract/schemas/statement.ts";
import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { describe, expect, test, vi } from "vitest";
import { keyOf, queryClient } from "../../api/query.ts";
import { Intent } from "../../api/use-submit.ts";
import { mergeItems, newestFirst, nextBefore, PAGE, withNewest } from "./history/history-list.tsx";
import { fitsTrade } from "./history/trade-filters.tsx";
import { periodOf } from "../../lib/filters.ts";
import { momentFormat } from "../../lib/format.ts";
import { GROUPS, KINDS_OF, selectionOf } from "./statement/filters.ts";
import {
  PAGE as STATEMENT_PAGE,
  bringNewer,
  countBefore,
  nextOf,
  withNewer,
} from "./statement/use-statement.ts";
import type { Pages } from "./statement/use-statement.ts";
import { dayStartIn } from "./zone.ts";
import { shortfallOf } from "./wallet/shortfall.ts";
import { findFee, findProblem, intentOf, sendWithdrawal } from "./wallet/use-withdraw.ts";

const good = {
  amount: "20",
  address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  withdrawalCode: "01234",
  twoStepCode: "123456",
};
const world = { balance: parseMinor("100"), needsTwoStep: true };

test("accepts a good order", () => {
  expect(findProblem(good, world)).toBeUndefined();
  expect(findProblem({ ...good, amount: "15" }, world)).toBeUndefined();
  expect(findProblem({ ...good, amount: "100.00" }, world)).toBeUndefined();
});

test("finds problems in the specified order", () => {
  const order = { amount: "14.99", address: "T", withdrawalCode: "1", twoStepCode: "" };
  expect(findProblem(order, world)).toBe("amount");
  expect(findProblem({ ...order, amount: "100.01" }, world)).toBe("balance");
  expect(findProblem({ ...order, amount: "50" }, world)).toBe("address");
  expect(findProblem({ ...order, amount: "50", address: good.address }, world)).toBe("code");
  expect(findProblem({ ...good, twoStepCode: "" }, world)).toBe("twoStep");
  expect(findProblem({ ...good, twoStepCode: "" }, { ...world, needsTwoStep: false })).toBeUndefined();
});

test("does not compare a retry with the balance, which it may have taken already", () => {
  const retry = { ...world, balance: undefined };
  expect(findProblem({ ...good, amount: "100.01" }, retry)).toBeUndefined();
  expect(findProblem({ ...good, amount: "14.99" }, retry)).toBe("amount");
});

test.each(["abc", "2e3", "15,5", " "])("cannot read %j as an amount", (amount) => {
  expect(findProblem({ ...good, amount }, world)).toBe("unreadable");
});

test.each(["", "-20", "14.999"])("refuses %j as an amount", (amount) => {
  expect(findProblem({ ...good, amount }, world)).toBe("amount");
});

test.each(["15.001", "15.000", "99.999", "1000000.123"])("finds too many decimals in %j", (amount) => {
  expect(findProblem({ ...good, amount, address: "" }, world)).toBe("decimals");
});

test.each([
  "",
  "TJRabPrwbZy45sbavfcjinPJC18kjpRTv",
  "TJRabPrwbZy45sbavfcjinPJC18kjpRTv9",
  "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
])("refuses %j as an address", (address) => {
  expect(findProblem({ ...good, address }, world)).toBe("address");
});

test("refuses the address of a contract with a reason of its own", () => {
  const order = { ...good, address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", withdrawalCode: "" };
  expect(findProblem(order, world)).toBe("contract");
  expect(findProblem({ ...order, amount: "14.99" }, world)).toBe("amount");
});

test.each(["", "1234", "123456", "1234a", "1234 "])("refuses %j as a code", (withdrawalCode) => {
  expect(findProblem({ ...good, withdrawalCode }, world)).toBe("code");
});

describe("the fee", () => {
  test("is 8 % and exact", () => {
    expect(findFee("20")).toEqual({
      amount: parseMinor("20"),
      fee: parseMinor("1.6"),
      net: parseMinor("18.4"),
    });
    expect(findFee("15.01")).toMatchObject({ fee: parseMinor("1.2008"), net: parseMinor("13.8092") });
  });

  test("is undefined unless the amount is above 0", () => {
    for (const amount of ["", "0", "0.00", "-5", "1.234", "x"]) expect(findFee(amount)).toBeUndefined();
    expect(findFee("0.01")).toMatchObject({ net: parseMinor("0.0092") });
  });
});

const notify = vi.hoisted(() => vi.fn());
vi.mock("../../ui/overlay/notice-store.ts", () => ({ notify }));

vi.stubGlobal("document", { documentElement: { lang: "en", dataset: {} } });
const { loadChosenLanguage, withTextOf } = await import("../../locales/text.ts");
const { announceDeposit } = await import("./wallet/payment-queries.ts");
const { tellOfDeposit } = await import("./wallet/dialogs.ts");
await withTextOf("desk", withTextOf("later", loadChosenLanguage()));

const deposit = (id: string, credited: string | null) =>
  ({ id, status: "confirmed", credited, amount: "25.00000000" }) as Deposit;

test("reports each amount credited to a deposit once", async () => {
  announceDeposit(deposit("a", "5.50000000"), null);
  announceDeposit(deposit("a", "5.50000000"), null);
  announceDeposit(deposit("a", "25.00000000"), "5.50000000");
  announceDeposit(deposit("b", "25.00000000"), "25.00000000");
  queryClient.setQueryData(keyOf("listDeposits"), [deposit("c", "10.00000000")]);
  tellOfDeposit(deposit("c", "25.00000000"));
  queryClient.clear();
  await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(3));
  expect(notify.mock.calls).toEqual(
    ["+5.50", "+19.50", "+15.00"].map((amount) => [
      { title: "Deposit credited", body: `${amount} USDMS`, isNews: true },
    ]),
  );
});

test.each([
  ["nothing came", {}, undefined],
  ["a part came", { arrived: "5", payAmount: "20.05" }, ["5", "20.05", "15.05"]],
  ["a part is credited", { arrived: "5", credited: "5", payAmount: "20.05" }, ["5", "20", "15"]],
  ["all of it is credited", { arrived: "20", credited: "20", payAmount: "20.05" }, undefined],
  ["more came than is credited", { arrived: "21", credited: "5" }, undefined],
  ["it was credited before it came", { credited: "20" }, undefined],
  ["it failed", { arrived: "5", status: "failed" as const }, undefined],
])("finds what a deposit lacks when %s", (_, known: Partial<Deposit>, expected) => {
  const status = known.credited === undefined ? "pending" : "confirmed";
  const short = shortfallOf({
    status,
    amount: "20",
    payAmount: "20",
    arrived: null,
    credited: null,
    ...known,
  });
  expect(short && [short.came, short.asked, short.missing]).toEqual(
    expected?.map((amount) => formatMinor(parseMinor(amount))),
  );
});

test("keeps a newer withdrawal's key when an earlier answer comes late", async () => {
  const answered = Promise.withResolvers<Response>();
  const fetched = vi.spyOn(globalThis, "fetch").mockReturnValue(answered.promise);
  const intent = new Intent();
  const earlier = sendWithdrawal(good, intent, false);
  const newer = intentOf({ ...good, amount: "30" });
  const lose = vi.fn((_key: string) => Promise.reject(new TypeError("Failed to fetch")));
  await intent.send(newer, lose).catch(() => undefined);
  answered.resolve(Response.json({ message: "no", code: "withdrawal_code_wrong" }, { status: 400 }));
  await expect(earlier).rejects.toThrow("400");
  await intent.send(newer, lose).catch(() => undefined);
  expect(lose.mock.calls[1]).toEqual(lose.mock.calls[0]);
  fetched.mockRestore();
});

test("sends the same withdrawal again, under the same key, however its amount is typed", async () => {
  const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  const intent = new Intent();
  for (const amount of ["20", "20.00", "020.0"]) {
    await sendWithdrawal({ ...good, amount }, intent, false).catch(() => undefined);
  }
  const creations = fetched.mock.calls.filter(([, init]) => init?.method === "POST");
  fetched.mockRestore();
  expect(creations).toHaveLength(3);
  const sent = creations.map(([, init]) => [init?.body, new Headers(init?.headers).get("idempotency-key")]);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]).toEqual(sent[0]);
});

const item = (id: string, status = "done") => ({ id, status });

test("takes an item of both lists from the newer one", () => {
  const merged = mergeItems([item("3"), item("2", "new")], [item("2", "old"), item("1")]);
  expect(merged).toEqual([item("3"), item("2", "new"), item("1")]);
});

test("sorts the newest first", () => {
  expect([item("1"), item("3"), item("2")].sort(newestFirst).map(({ id }) => id)).toEqual(["3", "2", "1"]);
});

test("asks for the items before the hundredth of a page", () => {
  const finished = Array.from({ length: PAGE }, (_, index) => item(String(900 - index)));
  expect(nextBefore(finished)).toBe("801");
  expect(nextBefore(finished.slice(1))).toBeUndefined();
  // A push brought an old item back to the front.
  expect(nextBefore([item("200"), ...finished])).toBe("801");
});

test("a trade fits a day if it ended on it: at its expiry, or at the tick of its sale", () => {
  const none = { side: "", status: "", from: "", to: "" };
  // Local times, as the fields of the days have them.
  const at = (hours: number, minutes: number) => new Date(2026, 0, 31, hours, minutes);
  const held = { type: "buy", status: "won", soldTick: null, expiresAt: at(24, 0).toISOString() } as Position;
  const sold = { ...held, status: "sold", soldTick: at(23, 59).getTime() / 1000 } as Position;
  const fits = (position: Position, filters: object) => fitsTrade({ ...none, ...filters }, position);
  for (const position of [held, sold]) expect(fits(position, {})).toBe(true);
  const day = { from: "2026-01-31", to: "2026-01-31" };
  expect([fits(held, day), fits(sold, day)]).toEqual([false, true]);
  expect([fits(held, { from: "2026-02-01" }), fits(sold, { from: "2026-02-01" })]).toEqual([true, false]);
  expect([fits(held, { status: "won,lost" }), fits(sold, { status: "won,lost" })]).toEqual([true, false]);
  expect([fits(held, { side: "buy" }), fits(held, { side: "sell" })]).toEqual([true, false]);
});

describe("newer items of a list with older pages", () => {
  const known = { pages: [[item("3"), item("2")], [item("1")]], pageParams: [undefined, "2"] };

  test("keep the items that they push out of the first answer", () => {
    const { pages, pageParams } = withNewest(known, [item("4"), item("3", "new")]);
    expect(pages).toEqual([[item("4"), item("3", "new"), item("2")], [item("1")]]);
    expect(pageParams).toEqual([undefined, "2"]);
  });

  test("replace all pages if there may be a gap before the known ones", () => {
    expect(withNewest(known, [item("6"), item("5")])).toEqual({
      pages: [[item("6"), item("5")]],
      pageParams: [undefined],
    });
  });

  test("replace the first answer while no older page is loaded", () => {
    const first = { pages: [[item("3"), item("2")]], pageParams: [undefined] };
    expect(withNewest(first, [item("4"), item("3")])).toMatchObject({ pages: [[item("4"), item("3")]] });
  });
});

test.each([
  ["Asia/Tokyo", "2026-09-30", "2026-09-29T15:00:00.000Z", "2026-09-30T15:00:00.000Z", "30 Sep 2026, 00:00"],
  [
    "Europe/Paris",
    "2026-03-29",
    "2026-03-28T23:00:00.000Z",
    "2026-03-29T22:00:00.000Z",
    "29 Mar 2026, 00:00",
  ],
  [
    "America/New_York",
    "2026-11-01",
    "2026-11-01T04:00:00.000Z",
    "2026-11-02T05:00:00.000Z",
    "1 Nov 2026, 00:00",
  ],
  // The clock skips midnight there.
  [
    "Africa/Cairo",
    "2026-04-24",
    "2026-04-23T22:00:00.000Z",
    "2026-04-24T21:00:00.000Z",
    "24 Apr 2026, 01:00",
  ],
])("in %s, %s begins and ends where its own clock says so", (zone, day, from, to, begins) => {
  expect(periodOf({ from: day, to: day }, dayStartIn(zone))).toEqual({ from, to });
  expect(momentFormat("en", zone)(from).replace("Sept", "Sep")).toBe(begins);
});

describe("statement", () => {
  test("puts every kind in one group", () => {
    const kinds = GROUPS.flatMap((group) => KINDS_OF[group]);
    expect(kinds.toSorted()).toEqual([...STATEMENT_KINDS].toSorted());
  });

  test("treats all groups and no group alike", () => {
    const none = { kinds: "", from: "", to: "" };
    expect(selectionOf(none)).toEqual({});
    expect(selectionOf({ ...none, kinds: GROUPS.join(",") })).toEqual({});
    expect(selectionOf({ ...none, kinds: "deposits,withdrawals" })).toEqual({
      kinds: "deposit_credited,withdrawal_held,withdrawal_returned",
    });
  });

  const entry = (id: number): StatementEntry => ({
    transactionId: String(id),
    kind: "position_opened",
    reference: null,
    amount: "-1.00000000",
    balanceAfter: "1.00000000",
    createdAt: "2026-01-01T00:00:00.000Z",
  });
  /** Entries from `newest` down to `oldest`. */
  const entries = (newest: number, oldest: number) =>
    Array.from({ length: newest - oldest + 1 }, (_, index) => entry(newest - index));
  const pages = (...all: StatementEntry[][]): Pages => ({ pages: all, pageParams: all.map(() => undefined) });
  const idsOf = (known: Pages) => known.pages.flat().map(({ transactionId }) => Number(transactionId));

  test("takes an incomplete page as the last", () => {
    expect(nextOf(entries(STATEMENT_PAGE, 1))).toBe("1");
    expect(nextOf(entries(STATEMENT_PAGE - 1, 1))).toBeUndefined();
    expect(nextOf([])).toBeUndefined();
  });

  describe("withNewer", () => {
    test("puts new entries in front once, however often they arrive", () => {
      const known = pages(entries(9, 5), entries(4, 1));
      const once = withNewer(known, entries(12, 3));
      expect(idsOf(once)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
      expect(withNewer(once, entries(12, 3))).toBe(once);
      expect(withNewer(once, entries(10, 1))).toBe(once);
      expect(once.pageParams).toHaveLength(once.pages.length);
    });

    test("compares ids as numbers, not as text", () => {
      expect(idsOf(withNewer(pages(entries(9, 8)), entries(10, 8)))).toEqual([10, 9, 8]);
    });

    test("fills an empty statement", () => {
      expect(idsOf(withNewer(pages([]), entries(2, 1)))).toEqual([2, 1]);
      expect(idsOf(withNewer(pages([], []), []))).toEqual([]);
    });

    test("begins anew when new entries leave a gap", () => {
      const fresh = entries(500, 401);
      expect(withNewer(pages(entries(9, 1)), fresh)).toEqual({ pages: [fresh], pageParams: [undefined] });
    });
  });

  test("keeps new entries that come while an older page is on its way", async () => {
    const client = new QueryClient();
    const older = Promise.withResolvers<StatementEntry[]>();
    const queryKey = ["statement"];
    const observer = new InfiniteQueryObserver(client, {
      queryKey,
      queryFn: ({ pageParam }) => (pageParam === undefined ? entries(9, 5) : older.promise),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: () => "5",
    });
    const stop = observer.subscribe(() => {});
    await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
    const asked = observer.fetchNextPage();
    await bringNewer(client, queryKey, entries(12, 3));
    older.resolve(entries(4, 1));
    await asked;
    expect(idsOf(client.getQueryData<Pages>(queryKey)!)).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
    await observer.fetchNextPage();
    expect(idsOf(client.getQueryData<Pages>(queryKey)!)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    stop();
  });

  test("counts how far the former first page has moved down", () => {
    const known = pages(entries(9, 5), entries(4, 1));
    const grown = withNewer(known, entries(12, 3));
    expect(countBefore(known.pages[0], grown.pages)).toBe(3);
    expect(countBefore(grown.pages[0], grown.pages)).toBe(0);
    expect(countBefore(entries(9, 5), grown.pages)).toBe(0);
    expect(countBefore(undefined, grown.pages)).toBe(0);
  });
});

import type { Position } from "@veritick/contract/schemas/positions.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decidedSince } from "./desk/desk-title.tsx";
import { gather, noticeOf } from "./results.ts";

const words = {
  won: "won",
  lost: "lost",
  refunded: "refunded",
  several: (won: number, lost: number) => `${won} won, ${lost} lost`,
};
const decided = (status: Position["status"], profit: string) => ({ status, profit }) as Position;
const notice = (...positions: Position[]) => noticeOf(positions, words, (sum) => sum);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("one result is told by its name, several by their number and sum", () => {
  expect(notice(decided("lost", "-3.00000000"))).toMatchObject({
    title: "lost",
    body: "-3.00000000",
    tone: "destructive",
  });
  const won = decided("won", "6.00000000");
  const lost = decided("lost", "-3.00000000");
  expect(notice(won, lost, won, lost, won, lost)).toMatchObject({
    title: "3 won, 3 lost",
    body: "9.00000000",
    tone: "default",
    isNews: true,
  });
  expect(notice(decided("refunded", "0.00000000"))).toMatchObject({ title: "refunded", tone: "default" });
});

test("what comes together is told once, and what comes later again", () => {
  const told: number[][] = [];
  const take = gather<number>((items) => void told.push([...items]), 150);
  take(1);
  vi.advanceTimersByTime(100);
  take(2);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(50);
  take(3);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([[1, 2], [3]]);
});

test("the title of the tab sums what the positions brought that were open before", () => {
  const open = (id: string) => ({ id, status: "active", profit: null }) as const;
  const won = { id: "a", status: "won", profit: "25.00000000" } as const;
  const lost = { id: "b", status: "lost", profit: "-10.00000000" } as const;
  expect(decidedSince([open("a"), open("b")], [won, lost])).toBe(1_500_000_000n);
  expect(decidedSince(undefined, [won, lost])).toBeUndefined();
  expect(decidedSince([won, open("b")], [won, open("b")])).toBeUndefined();
});

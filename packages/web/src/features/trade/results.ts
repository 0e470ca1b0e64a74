import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import type { Notice } from "../../ui/overlay/notice-store.ts";

type ResultWords = {
  readonly won: string;
  readonly lost: string;
  readonly refunded: string;
  readonly several: (won: number, lost: number) => string;
};

/** What a notice says of the positions that one tick decided: of several how many were won and lost, and the sum. */
export function noticeOf(
  decided: readonly Position[],
  words: ResultWords,
  amount: (signed: string) => string,
): Notice {
  const count = (wanted: Position["status"]) => decided.filter(({ status }) => status === wanted).length;
  const sum = sumMinor(decided.map(({ profit }) => parseMinor(profit ?? "0")));
  const [first] = decided;
  const one = decided.length === 1 && first!.status !== "active" ? first!.status : undefined;
  return {
    title: one === undefined ? words.several(count("won"), count("lost")) : words[one],
    body: amount(formatMinor(sum)),
    tone: sum < 0n ? "destructive" : "default",
    isNews: true,
  };
}

/** Pushes of one tick come one after the other, within a few milliseconds. */
const TOGETHER_MS = 150;

/** Gathers what comes together, so that no notice takes the place of another of the same tick. */
export function gather<T>(
  tell: (items: readonly T[]) => void,
  waitMs: number = TOGETHER_MS,
): (item: T) => void {
  let waiting: T[] = [];
  return (item) => {
    waiting.push(item);
    if (waiting.length > 1) return;
    setTimeout(() => {
      const items = waiting;
      waiting = [];
      tell(items);
    }, waitMs);
  };
}

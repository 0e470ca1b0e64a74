import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { endTickOf } from "../../api/desk/desk.ts";
import { hasTone } from "../../lib/preferences.ts";
import { notify } from "../../ui/overlay/notice-store.ts";
import type { Notice } from "../../ui/overlay/notice-store.ts";

type ResultWords = {
  readonly won: string;
  readonly lost: string;
  readonly sold: string;
  readonly refunded: string;
  readonly several: (won: number, lost: number, sold: number, refunded: number) => string;
};

/** Returns the title and sum of results. Several that were all closed early, or all sold, have the title of a single one. */
export function summaryOf(decided: readonly Position[], words: ResultWords) {
  const count = (wanted: Position["status"]) => decided.filter(({ status }) => status === wanted).length;
  const [first] = decided;
  const isOne =
    decided.length === 1 || ["sold", "refunded"].some((each) => count(each as "sold") === decided.length);
  return {
    title:
      isOne && first!.status !== "active"
        ? words[first!.status]
        : words.several(count("won"), count("lost"), count("sold"), count("refunded")),
    sum: sumMinor(decided.map(({ profit }) => parseMinor(profit ?? "0"))),
  };
}

/** Returns the notice about the positions of one tick: for several, how many ended in each way, and the sum. */
export function noticeOf(
  decided: readonly Position[],
  words: ResultWords,
  amount: (signed: string) => string,
): Notice {
  const { title, sum } = summaryOf(decided, words);
  return {
    title,
    body: amount(formatMinor(sum)),
    tone: sum < 0n ? "destructive" : "default",
    isNews: true,
  };
}

/** Announces the results of one tick: by a notice, and by a tone if that is switched on. */
export function tellResults(...told: Parameters<typeof noticeOf>): void {
  const notice = noticeOf(...told);
  notify(notice);
  if (hasTone()) playLate(notice.tone !== "destructive");
}

/** Loads and plays the tone. If it does not load, the notice is enough. */
export function playLate(isGain: boolean): void {
  import("./result-tone.ts").then(({ playTone }) => playTone(isGain)).catch(() => undefined);
}

/** Returns the positions that were open before and are not now. */
export function decidedSince(
  before: readonly Pick<Position, "id" | "status">[] = [],
  after: readonly Position[] = [],
): Position[] {
  const open = new Set(before.filter(({ status }) => status === "active").map(({ id }) => id));
  return after.filter(({ id, status }) => status !== "active" && open.has(id));
}

const NEWS_SECONDS = 60;

/**
 * Tells each result once. No push tells of a position that is settled before the first connection or during an interruption,
 * but the next list has its result. That is news for a minute; after that, the history shows it.
 */
export function resultTeller(tell: (position: Position) => void, nowTick: () => number | undefined) {
  const told = new Set<string>();
  let known: readonly Position[] | undefined;

  function take(position: Position) {
    if (told.has(position.id)) return;
    told.add(position.id);
    tell(position);
  }

  function takeList(list: readonly Position[] | undefined) {
    const decided = decidedSince(known, list);
    known = list;
    const now = nowTick();
    for (const position of decided) {
      if (now === undefined || now - endTickOf(position) <= NEWS_SECONDS) take(position);
    }
  }

  return { take, takeList };
}

/** The positions that one second decided. */
export type Outcome = { readonly id: string; readonly tick: number; readonly positions: readonly Position[] };

/**
 * Adds decided positions to the outcomes, grouped by second, earliest first. An answer older than a push may make a position
 * active again, and the next answer decides it once more. It counts once.
 */
export function withDecided(outcomes: readonly Outcome[], decided: readonly Position[]): Outcome[] {
  const told = outcomes.flatMap(({ positions }) => positions);
  const all = [...told, ...decided.filter(({ id }) => !told.some((each) => each.id === id))];
  return [...new Set(all.map(endTickOf))]
    .sort((one, other) => one - other)
    .map((tick) => ({
      id: String(tick),
      tick,
      positions: all.filter((each) => endTickOf(each) === tick),
    }));
}

/** Pushes of one tick arrive one after the other, within a few milliseconds. */
export const TOGETHER_MS = 150;

/** Gathers items that arrive together, so that notices of one tick do not replace each other. */
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

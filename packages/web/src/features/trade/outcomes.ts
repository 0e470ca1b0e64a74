import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, minor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { parseMultiplier } from "@veritick/domain/product.ts";
import { wins } from "@veritick/domain/settlement.ts";
import { maxProfitMinor } from "@veritick/domain/terms.ts";
import { useEffect, useRef, useState } from "react";
import { endTickOf } from "../../api/desk/desk.ts";
import { useLive } from "../../api/live/live.ts";
import { hasTone } from "../../lib/preferences.ts";
import { notify } from "../../ui/overlay/notice-store.ts";
import type { Notice } from "../../ui/overlay/notice-store.ts";

/** Returns the open positions, the next to be decided first. */
export function activeOf(positions: readonly Position[]): Position[] {
  return positions.filter(({ status }) => status === "active").sort(nextFirst);
}

function nextFirst(a: Position, b: Position): number {
  return a.expiryTick - b.expiryTick || a.entryTick - b.entryTick || a.id.localeCompare(b.id);
}

type Staked = Pick<Position, "type" | "expiryTick" | "barrierPrice" | "amount" | "multiplier">;

/**
 * Returns the highest and the lowest total profit of open positions, in 1e-8 USDMS. One price decides all that expire at a
 * tick, so a buy and a sell may exclude each other. Prices of different ticks count as independent.
 */
export function endsOf(positions: readonly Staked[]): { readonly best: Minor; readonly worst: Minor } {
  let best = 0n;
  let worst = 0n;
  for (const tick of new Set(positions.map(({ expiryTick }) => expiryTick))) {
    const together = positions.filter(({ expiryTick }) => expiryTick === tick).map(endOf);
    // The outcome changes only at a barrier, so the prices at and around each barrier are enough.
    const prices = together.flatMap(({ barrierMilli: milli }) => [milli - 1, milli, milli + 1]);
    const sums = [...new Set(prices)].map((milli) =>
      together.reduce((sum, one) => sum + (wins(one.side, one.barrierMilli, milli) ? one.won : one.lost), 0n),
    );
    best += sums.reduce((one, other) => (one > other ? one : other));
    worst += sums.reduce((one, other) => (one < other ? one : other));
  }
  return { best: minor(best), worst: minor(worst) };
}

function endOf({ type, barrierPrice, amount, multiplier }: Staked) {
  const staked = parseMinor(amount);
  const won = maxProfitMinor(staked, parseMultiplier(multiplier));
  return { side: type, barrierMilli: parsePriceMilli(barrierPrice), won, lost: -staked };
}

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

/** How long an outcome stays in its place, in seconds of the page's time. */
const SHOWN_SECONDS = 10;
const never = () => false;

/**
 * Returns the outcomes that are still shown. The time of each begins with its newest position, because one may be decided long
 * after the others of its second.
 *
 * @param since the page's second at which each position came; new ones are noted in it
 */
export function stillShown(outcomes: readonly Outcome[], since: Map<string, number>, nowTick: number) {
  return outcomes.filter(({ positions }) => {
    const { id } = positions.at(-1)!;
    if (!since.has(id)) since.set(id, nowTick);
    return nowTick < since.get(id)! + SHOWN_SECONDS;
  });
}

/**
 * Returns the positions decided while the page was open, grouped by second. Each group stays for ten seconds or until it is
 * dismissed. While `isHeld` returns true, all groups stay, and their ten seconds begin again after that.
 */
export function useOutcomes(positions: readonly Position[] | undefined, isHeld: () => boolean = never) {
  const { price } = useLive();
  const [seen, setSeen] = useState(positions);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const sinceTicks = useRef(new Map<string, number>());

  if (positions !== seen) {
    setSeen(positions);
    const decided = decidedSince(seen, positions);
    if (decided.length > 0) setOutcomes(withDecided(outcomes, decided));
  }

  useEffect(() => {
    if (outcomes.length === 0) return;
    const since = sinceTicks.current;
    const check = () => {
      const { nowTick } = price.get();
      if (nowTick === undefined) return;
      if (isHeld()) return since.clear();
      const left = stillShown(outcomes, since, nowTick);
      if (left.length < outcomes.length) setOutcomes(left);
    };
    check();
    return price.subscribe(check);
  }, [outcomes, price, isHeld]);

  const dismiss = (gone: Outcome) => setOutcomes(outcomes.filter(({ id }) => id !== gone.id));
  return { outcomes, dismiss };
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

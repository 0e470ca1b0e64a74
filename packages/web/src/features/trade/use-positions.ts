import type { Position } from "@veritick/contract/schemas/positions.ts";
import { minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { wins } from "@veritick/domain/settlement.ts";
import { maxProfitMinor } from "@veritick/domain/terms.ts";
import { useEffect, useRef, useState } from "react";
import { useDesk } from "../../api/desk/desk.ts";
import type { PositionsState } from "../../api/desk/desk.ts";
import { useLive } from "../../api/live/live.ts";
import { decidedSince, withDecided } from "./results.ts";
import type { Outcome } from "./results.ts";

/** Returns the positions of the desk. */
export const usePositions = (isPolling?: boolean): PositionsState => useDesk().usePositions(isPolling);

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
  const won = maxProfitMinor(staked, Math.round(Number(multiplier) * 100));
  return { side: type, barrierMilli: parsePriceMilli(barrierPrice), won, lost: -staked };
}

/** How long an outcome stays in its place, in seconds of the page's time. */
const SHOWN_SECONDS = 10;
const never = () => false;

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
      for (const { id } of outcomes) if (!since.has(id)) since.set(id, nowTick);
      const left = outcomes.filter(({ id }) => nowTick < since.get(id)! + SHOWN_SECONDS);
      if (left.length < outcomes.length) setOutcomes(left);
    };
    check();
    return price.subscribe(check);
  }, [outcomes, price, isHeld]);

  const dismiss = (gone: Outcome) => setOutcomes(outcomes.filter(({ id }) => id !== gone.id));
  return { outcomes, dismiss };
}

import type { Position } from "@veritick/contract/schemas/positions.ts";
import { minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { wins } from "@veritick/domain/settlement.ts";
import { maxProfitMinor } from "@veritick/domain/terms.ts";
import { useDesk } from "../../api/desk/desk.ts";
import type { PositionsState } from "../../api/desk/desk.ts";

/** The positions of the desk. */
export const usePositions = (): PositionsState => useDesk().usePositions();

/** The open ones, the next to be decided first. */
export function activeOf(positions: readonly Position[]): Position[] {
  return positions.filter(({ status }) => status === "active").sort(nextFirst);
}

export function nextFirst(a: Position, b: Position): number {
  return a.expiryTick - b.expiryTick || a.entryTick - b.entryTick || a.id.localeCompare(b.id);
}

type Staked = Pick<Position, "type" | "expiryTick" | "barrierPrice" | "amount" | "multiplier">;

/**
 * The most and the least that open positions can bring together, in 1e-8 USDMS. One price decides all that expire at a tick, so a
 * buy and a sell may exclude each other; prices of different ticks are taken to be free.
 */
export function endsOf(positions: readonly Staked[]): { readonly best: Minor; readonly worst: Minor } {
  let best = 0n;
  let worst = 0n;
  for (const tick of new Set(positions.map(({ expiryTick }) => expiryTick))) {
    const together = positions.filter(({ expiryTick }) => expiryTick === tick);
    const barriers = together.map(({ barrierPrice }) => parsePriceMilli(barrierPrice));
    // The outcome changes only at a barrier, on one side of it or the other.
    const sums = barriers
      .flatMap((milli) => [milli - 1, milli, milli + 1])
      .map((milli) => sumAt(together, milli));
    best += sums.reduce((one, other) => (one > other ? one : other));
    worst += sums.reduce((one, other) => (one < other ? one : other));
  }
  return { best: minor(best), worst: minor(worst) };
}

function sumAt(positions: readonly Staked[], priceMilli: number): bigint {
  return positions.reduce((sum, { type, barrierPrice, amount, multiplier }) => {
    const staked = parseMinor(amount);
    const isWon = wins(type, parsePriceMilli(barrierPrice), priceMilli);
    return sum + (isWon ? maxProfitMinor(staked, Math.round(Number(multiplier) * 100)) : -staked);
  }, 0n);
}

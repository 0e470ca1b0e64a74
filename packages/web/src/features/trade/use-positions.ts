import type { Position } from "@veritick/contract/schemas/positions.ts";
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

import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useQuery } from "@tanstack/react-query";
import { getOptions } from "../../api/query.ts";

const POLL_MS = 2_000;

export type PositionsState = {
  readonly positions: readonly Position[] | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => unknown;
};

/** The person's positions, polled besides being told of by pushes. */
export function usePositions(): PositionsState {
  const { data, isError, refetch } = useQuery({ ...getOptions("listPositions"), refetchInterval: POLL_MS });
  return { positions: data, hasFailed: isError && data === undefined, retry: () => refetch() };
}

/** The open ones, the next to be decided first. */
export function activeOf(positions: readonly Position[]): Position[] {
  return positions.filter(({ status }) => status === "active").sort(nextFirst);
}

export function nextFirst(a: Position, b: Position): number {
  return a.expiryTick - b.expiryTick || a.entryTick - b.entryTick || a.id.localeCompare(b.id);
}

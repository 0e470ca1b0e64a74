import { QUICKNET } from "@veritick/domain/beacon.ts";
import { CLOSING_MS } from "@veritick/domain/rounds.ts";

const PERIOD_MS = QUICKNET.period * 1000;

/** Returns the part of the time since 1970 in which orders could enter. They wait in the last half second of a block. */
export const openMs = (atMs: number): number =>
  Math.floor(atMs / PERIOD_MS) * (PERIOD_MS - CLOSING_MS) +
  Math.min(atMs % PERIOD_MS, PERIOD_MS - CLOSING_MS);

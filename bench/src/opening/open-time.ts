import { CLOSING_MS, QUICKNET } from "@veritick/domain/beacon.ts";

const PERIOD_MS = QUICKNET.period * 1000;

/** How much of the time since 1970 orders could enter. They wait in the last half second of a block: that is the rule. */
export const openMs = (atMs: number): number =>
  Math.floor(atMs / PERIOD_MS) * (PERIOD_MS - CLOSING_MS) +
  Math.min(atMs % PERIOD_MS, PERIOD_MS - CLOSING_MS);

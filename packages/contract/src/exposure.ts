import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { decimal8, instant } from "./values.ts";

/** Open positions of one kind. `stakes` are paid already; `payout` is what they would pay if all of them won. */
const open = z.object({ positions: z.number(), stakes: decimal8, payout: decimal8 });

/**
 * What all settled positions came to. `won` is counted, `wonExpected` the sum of their chances and `wonDeviation` its
 * standard deviation; `result` is the house's, `resultExpected` what their terms promised it, `resultDeviation` its
 * standard deviation. Amounts in USDMS.
 */
const settled = z.object({
  positions: z.number(),
  won: z.number(),
  wonExpected: z.number(),
  wonDeviation: z.number(),
  stakes: decimal8,
  result: decimal8,
  resultExpected: decimal8,
  resultDeviation: decimal8,
});

/**
 * What the house stands to pay, and how it has fared. `funds` is the house's own money without the stakes of open
 * positions; `promised` the most that all open positions can pay; `free` what may still be promised.
 */
export const exposure = z.object({
  at: instant,
  funds: decimal8,
  promised: decimal8,
  free: decimal8,
  open,
  /** By the minute in which they expire, the next one first; `from` is its first second. Late ones are in the first. */
  byExpiry: z.array(z.extend(open, { from: instant, buy: open, sell: open })),
  byDuration: z.array(z.object({ duration: z.number(), multiplier: z.string(), open, settled })),
  settled,
});
export type Exposure = z.infer<typeof exposure>;

export const getExposure = endpoint({
  method: "GET",
  path: "/api/admin/exposure",
  summary: "What the house stands to pay, what it has, and its results against what its terms promise",
  audience: "admin",
  reply: exposure,
});

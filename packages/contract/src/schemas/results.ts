import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { decimal8, querySpreadsheet } from "../values.ts";

const text = (pattern: RegExp) =>
  z.optional(z.string({ error: "results_period_invalid" }).check(z.regex(pattern, "results_period_invalid")));

const query = z.object({
  /** The first and the last day, both included, as `2026-01-31`: at most 92 days. The last day is today by default. */
  from: text(/^\d{4}-\d\d-\d\d$/),
  to: text(/^\d{4}-\d\d-\d\d$/),
  /** The number of days if the first day is left out: 30 by default. */
  days: text(/^\d{1,2}$/),
  /** The time zone in which days begin, by its IANA name: UTC by default. */
  zone: text(/^[\w+\-/]{1,64}$/),
});

const sums = z.object({
  /** All positions that ended, with `sold` and `refunded` ones. */
  positions: z.number(),
  won: z.number(),
  /** Positions sold back before the expiry. They count in money, and not in `expected`, `variance` and `range`. */
  sold: z.number(),
  /** Positions closed at their value or called off. They count as sold ones do. */
  refunded: z.number(),
  staked: decimal8,
  /** The amount credited: profits, and the stakes that came back. */
  returned: decimal8,
  /** Returned less staked. */
  result: decimal8,
});
export type ResultSums = z.infer<typeof sums>;

/** The fees of withdrawals, by the time of the payout. They are not part of the result. */
const fees = { fees: decimal8 };

export const results = endpoint("results", {
  summary: "Get the result of your positions by day and by duration, with the promised chance to win",
  audience: "user",
  query,
  reply: z.object({
    zone: z.string(),
    from: z.string(),
    to: z.string(),
    /** Months (UTC) of the period, as `2026-01`, whose positions are archived and so not counted here. */
    archived: z.array(z.string()),
    total: z.extend(sums, fees),
    /** Every day of the period, the oldest first. A position counts on the day of its expiry or of its sale. */
    days: z.array(z.extend(sums, { day: z.string(), ...fees })),
    durations: z.array(
      z.extend(sums, {
        /** Minutes. */
        duration: z.number(),
        /** The sum of the promised chances: the expected number of wins. */
        expected: z.number(),
        /** An upper bound on the variance of the number of wins, which allows for positions that run at the same time. */
        variance: z.number(),
        /** Luck keeps the number of wins between these in at least 95 of 100 cases. */
        range: z.object({ low: z.number(), high: z.number() }),
      }),
    ),
  }),
  refusals: ["results_period_invalid"],
});
export type Results = z.infer<typeof results.reply>;
export type ResultsQuery = z.output<typeof results.query>;

export const resultsCsv = endpoint("resultsCsv", {
  summary: "Download the result of your positions by day as a file",
  audience: "user",
  query: z.extend(query, { spreadsheet: querySpreadsheet }),
  reply: z.string(),
  streams: "text/csv",
  refusals: ["body_invalid", "results_period_invalid", "position_archived"],
});

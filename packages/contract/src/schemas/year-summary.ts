import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { decimal8, instant, querySpreadsheet } from "../values.ts";

const text = (pattern: RegExp) => z.string({ error: "year_invalid" }).check(z.regex(pattern, "year_invalid"));

const query = z.object({
  /** As `2026`. This year by default. */
  year: z.optional(text(/^20\d\d$/)),
  /** The time zone in which months begin, by its IANA name: UTC by default. */
  zone: z.optional(text(/^[\w+\-/]{1,64}$/)),
});

/**
 * The movements of a balance in a month. An amount counts when it moved, so a position that runs across the end of a month
 * has its stake in one month and its payment in the next. Always: closing = opening + result + deposits - withdrawals +
 * adjustments.
 */
const sums = {
  /** The balance at the beginning. */
  opening: decimal8,
  /** Positions that were opened. */
  positions: z.number(),
  stakes: decimal8,
  /** The amount that positions paid: profits, stakes that came back, and proceeds of sales. */
  paid: decimal8,
  /** Paid less stakes. */
  result: decimal8,
  /** The fees of positions that were sold back. `paid` is without them. */
  sellingFees: decimal8,
  deposits: decimal8,
  /** The amounts of withdrawals with their fees, less those that came back. */
  withdrawals: decimal8,
  /** The part of `withdrawals` that is fees. */
  withdrawalFees: decimal8,
  /** Every other movement: changes by an administrator. */
  adjustments: decimal8,
  /** The balance at the end, or now. */
  closing: decimal8,
};
const yearSums = z.object(sums);
export type YearSums = z.infer<typeof yearSums>;

export const yearSummary = endpoint("yearSummary", {
  summary: "Get the movements of your balance in a year, by month",
  audience: "user",
  query,
  reply: z.object({
    /** The name of this installation, if it has one. */
    site: z.nullable(z.string()),
    createdAt: instant,
    zone: z.string(),
    /** The first and the last day that are counted, as `2026-01-31`. */
    from: z.string(),
    to: z.string(),
    /** The year in which the account was opened, and the present one. */
    firstYear: z.string(),
    lastYear: z.string(),
    /** Months (UTC), as `2026-01`, of which only sums of the user's positions are kept. They are counted here. */
    archived: z.array(z.string()),
    total: yearSums,
    /** The months that have begun, as `2026-01`, the earliest first. */
    months: z.array(z.object({ month: z.string(), ...sums })),
  }),
  refusals: ["year_invalid"],
});
export type YearSummary = z.infer<typeof yearSummary.reply>;
export type YearQuery = z.output<typeof yearSummary.query>;

export const yearSummaryCsv = endpoint("yearSummaryCsv", {
  summary: "Download the movements of your balance in a year, by month, as a file",
  audience: "user",
  query: z.extend(query, { spreadsheet: querySpreadsheet }),
  reply: z.string(),
  streams: "text/csv",
  refusals: ["body_invalid", "year_invalid"],
});

import { isZone } from "@veritick/domain/calendar.ts";
import { isLimitAmount, LIMIT_KINDS } from "@veritick/domain/limits.ts";
import { EXCLUSION_MONTHS, isLongBreak, MIN_STAKE, TIME_OUT_DAYS } from "@veritick/domain/product.ts";
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { decimal8, formAmount, instant } from "../values.ts";

export const limitKind = z.enum(LIMIT_KINDS, { error: "limit_invalid" });

/** The intervals, in minutes, at which a person may be reminded of the time. */
const REMINDER_MINUTES = [15, 30, 60, 120] as const;

const limit = z.object({
  kind: limitKind,
  /** The limit in force, in USDMS, positions (`open_positions`) or minutes (`session`); null for none. */
  amount: z.nullable(decimal8),
  /**
   * The part that is used in its day, week or month. For losses it is negative if the user won more than they lost. It is
   * the number of positions open now, or the minutes of the session now; always 0 for `largest_stake`.
   */
  used: decimal8,
  /** The end of its day, week or month, when its use starts again from zero; null for a limit without a period. */
  ends: z.nullable(instant),
  /** The pending looser limit. Its amount is null for no limit. */
  next: z.nullable(z.object({ amount: z.nullable(decimal8), from: instant })),
});
export type Limit = z.infer<typeof limit>;

export const pause = z.object({ kind: z.enum(["time_out", "self_exclusion"]), until: instant });
export type Pause = z.infer<typeof pause>;

export const limits = z.object({
  limits: z.array(limit),
  /** The time at which the use of today's limits starts again from zero. */
  dayEnds: instant,
  /** The time zone in which days, weeks and months begin; null until one is set, which means UTC. */
  timeZone: z.nullable(z.string()),
  /** The end of the rest after a session that has reached its limit. Until then no position can be opened. */
  restUntil: z.nullable(instant),
  /** The user's own break. Until its end they can neither stake nor deposit. */
  pause: z.nullable(pause),
  /** The interval of reminders in minutes; null for never. */
  reminderMinutes: z.nullable(z.number()),
});
export type Limits = z.infer<typeof limits>;

export const getLimits = endpoint("getLimits", {
  summary: "Get your own limits and how much of them is used",
  audience: "user",
  reply: limits,
});

export const setLimit = endpoint("setLimit", {
  summary: "Set one of your limits: a tighter one applies at once, a looser one after 24 hours",
  audience: "user",
  body: z
    .strictObject({
      kind: limitKind,
      amount: z.nullable(formAmount("limit_invalid", MIN_STAKE, "amount_too_large", "limit_invalid")),
    })
    .check(
      z.refine(({ kind, amount }) => kind !== "session" || isLimitAmount(kind, amount), {
        error: "session_limit_invalid",
        path: ["amount"],
      }),
      z.refine(({ kind, amount }) => kind !== "open_positions" || isLimitAmount(kind, amount), {
        error: "open_limit_invalid",
        path: ["amount"],
      }),
    ),
  reply: limits,
  refusals: ["limit_invalid", "amount_too_large", "session_limit_invalid", "open_limit_invalid"],
});

export const setTimeZone = endpoint("setTimeZone", {
  summary: "Set the time zone of your limits; a day, week or month that has begun runs to its end",
  audience: "user",
  body: z.strictObject({
    timeZone: z
      .string({ error: "time_zone_invalid" })
      .check(z.refine((zone) => isZone(zone), "time_zone_invalid")),
  }),
  reply: limits,
  refusals: ["time_zone_invalid"],
});

const pauseLengths: Record<Pause["kind"], readonly number[]> = {
  time_out: TIME_OUT_DAYS,
  self_exclusion: EXCLUSION_MONTHS,
};

export const takeBreak = endpoint("takeBreak", {
  summary:
    "Pause staking and deposits for some days (time_out) or months (self_exclusion); you cannot end it early",
  audience: "user",
  // Nobody can undo it, so a thief of the session must not begin one.
  stepUp: { when: "above 30 days", isFor: ({ kind, length }) => isLongBreak(kind, length) },
  body: z
    .strictObject({
      kind: z.enum(["time_out", "self_exclusion"], { error: "pause_invalid" }),
      /** The days of a time-out, or the months of a self-exclusion. */
      length: z.number({ error: "pause_invalid" }),
    })
    .check(
      z.refine(({ kind, length }) => pauseLengths[kind].includes(length), {
        error: "pause_invalid",
        path: ["length"],
      }),
    ),
  reply: limits,
  refusals: ["pause_invalid"],
});

export const setReminder = endpoint("setReminder", {
  summary: "Set after how many minutes you are reminded of the time and of your result; null for never",
  audience: "user",
  body: z.strictObject({
    minutes: z.nullable(z.literal(REMINDER_MINUTES, { error: "reminder_invalid" })),
  }),
  reply: limits,
  refusals: ["reminder_invalid"],
});

/** The result of a period: the positions decided in it, their stakes and their profit. */
export const tradingSummary = endpoint("tradingSummary", {
  summary: "Get the result of your positions since a time within the last 31 days",
  audience: "user",
  query: z.object({
    since: z
      .string({ error: "since_invalid" })
      .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, "since_invalid")),
  }),
  reply: z.object({
    since: instant,
    decided: z.number(),
    won: z.number(),
    staked: decimal8,
    /** Profits less losses: negative if the user lost more. */
    result: decimal8,
    open: z.number(),
  }),
  refusals: ["since_invalid"],
});
export type TradingSummary = z.infer<typeof tradingSummary.reply>;

import { MIN_STAKE, TIME_OUT_DAYS, EXCLUSION_MONTHS } from "@veritick/domain/product.ts";
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { decimal8, formAmount, instant } from "../values.ts";

/**
 * What a person may limit for a day (UTC). `deposit`: what is asked to be deposited. `stake`: what is staked. `loss`: what is
 * staked less what comes back, as if every open position were lost.
 */
export const LIMIT_KINDS = ["deposit", "stake", "loss"] as const;
export const limitKind = z.enum(LIMIT_KINDS, { error: "limit_invalid" });
export type LimitKind = z.infer<typeof limitKind>;

/** After how many minutes a person may be reminded of the time. */
export const REMINDER_MINUTES = [15, 30, 60, 120] as const;

const limit = z.object({
  kind: limitKind,
  /** In force now; null for none. */
  amount: z.nullable(decimal8),
  /** How much of it is used today. For `loss` it is negative on a winning day. */
  used: decimal8,
  /** The looser limit that waits. Its amount is null for no limit. */
  next: z.nullable(z.object({ amount: z.nullable(decimal8), from: instant })),
});
export type Limit = z.infer<typeof limit>;

export const pause = z.object({ kind: z.enum(["time_out", "self_exclusion"]), until: instant });
export type Pause = z.infer<typeof pause>;

export const limits = z.object({
  limits: z.array(limit),
  /** When the use of today's limits starts again from zero. */
  dayEnds: instant,
  /** The user can neither stake nor deposit until then. */
  pause: z.nullable(pause),
  /** Null for never. */
  reminderMinutes: z.nullable(z.number()),
});
export type Limits = z.infer<typeof limits>;

export const getLimits = endpoint("getLimits", {
  summary: "Get your own limits and how much of them is used today",
  audience: "user",
  reply: limits,
});

export const setLimit = endpoint("setLimit", {
  summary: "Set one of your limits: a tighter one applies at once, a looser one after 24 hours",
  audience: "user",
  body: z.object({ kind: limitKind, amount: z.nullable(formAmount("limit_invalid", MIN_STAKE)) }),
  reply: limits,
  refusals: ["limit_invalid"],
});

const pauseLengths: Record<Pause["kind"], readonly number[]> = {
  time_out: TIME_OUT_DAYS,
  self_exclusion: EXCLUSION_MONTHS,
};

export const takeBreak = endpoint("takeBreak", {
  summary:
    "Pause staking and deposits for some days (time_out) or months (self_exclusion); you cannot end it early",
  audience: "user",
  body: z
    .object({
      kind: z.enum(["time_out", "self_exclusion"], { error: "pause_invalid" }),
      /** Days of a time-out, months of a self-exclusion. */
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
  body: z.object({
    minutes: z.nullable(
      z.custom<number>((value) => (REMINDER_MINUTES as readonly unknown[]).includes(value), {
        error: "reminder_invalid",
      }),
    ),
  }),
  reply: limits,
  refusals: ["reminder_invalid"],
});

/** The result of a stretch of time: the positions decided in it, their stakes and their profit. */
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
    /** Decided since then. */
    decided: z.number(),
    won: z.number(),
    staked: decimal8,
    /** Profits less losses: negative where more was lost. */
    result: decimal8,
    open: z.number(),
  }),
  refusals: ["since_invalid"],
});
export type TradingSummary = z.infer<typeof tradingSummary.reply>;

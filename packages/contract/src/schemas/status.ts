import * as z from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import { instant } from "../values.ts";
import { FAULT_KINDS, VITAL_PAGES } from "../vital-pages.ts";

/** The parts of the platform that people rely on. */
export const STATUS_PARTS = ["price", "beacon", "orders", "deposits", "withdrawals"] as const;
export type StatusPart = (typeof STATUS_PARTS)[number];

/** The reasons why a part does not work. `unrecorded`: no process looked, so none may have run. */
const STATUS_REASONS = [
  "late",
  "catch_up",
  "maintenance",
  "price",
  "database",
  "provider",
  "stopped",
  "unrecorded",
] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];

export const status = endpoint("status", {
  summary: "Get the status of each part of the platform, and its outages in the last 90 days",
  audience: "public",
  reply: z.object({
    at: instant,
    /** The start of the record, at most 90 days ago; null if the record cannot be read. */
    recordedSince: z.nullable(instant),
    parts: z.array(
      z.object({
        name: z.enum(STATUS_PARTS),
        isUp: z.boolean(),
        /** Null if the part works. */
        reason: z.nullable(z.enum(STATUS_REASONS)),
        /** The time since which it does not work; null if it works, and if that is not recorded yet. */
        since: z.nullable(instant),
        /** The share of the recorded time in which it worked; null if the record cannot be read. */
        uptime: z.nullable(z.number()),
      }),
    ),
    /**
     * The newest 20 of the recorded time, newest first. `all`: nothing is recorded of that time. `endedAt` is null while it
     * lasts.
     */
    incidents: z.array(
      z.object({
        part: z.enum([...STATUS_PARTS, "all"]),
        reason: z.enum(STATUS_REASONS),
        beganAt: instant,
        endedAt: z.nullable(instant),
      }),
    ),
  }),
});
export type Status = z.infer<typeof status.reply>;

/** A report of the speed of a page. It names nobody, and the server keeps only counts. */
export const reportVital = endpoint("reportVital", {
  summary: "Report how fast a page was in this browser; only sums over all browsers are kept",
  audience: "public",
  body: z.strictObject({
    page: z.enum(VITAL_PAGES, { error: "body_invalid" }),
    /** Largest paint and slowest interaction in milliseconds, shift of the layout without a unit. */
    name: z.enum(["LCP", "INP", "CLS"], { error: "body_invalid" }),
    value: z
      .number({ error: "body_invalid" })
      .check(z.gte(0, { error: "body_invalid" }), z.lte(600_000, { error: "body_invalid" })),
  }),
  reply: done,
  refusals: ["body_invalid"],
});

/** A report that a page failed. It holds no message, no address and no id. */
export const reportFault = endpoint("reportFault", {
  summary:
    "Report a fault of a page in this browser, by the kind of page, the build and a hash of places in the code",
  audience: "public",
  body: z.strictObject({
    page: z.enum(VITAL_PAGES, { error: "body_invalid" }),
    kind: z.enum(FAULT_KINDS, { error: "body_invalid" }),
    /** The name of the first script. */
    build: z.string({ error: "body_invalid" }).check(z.regex(/^[\w.-]{1,40}$/, { error: "body_invalid" })),
    frames: z.string({ error: "body_invalid" }).check(z.regex(/^[\da-f]{8}$/, { error: "body_invalid" })),
  }),
  reply: done,
  refusals: ["body_invalid"],
});

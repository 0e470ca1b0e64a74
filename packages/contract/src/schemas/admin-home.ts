import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { decimal8, instant } from "../values.ts";

/** The number of waiting items, up to 10,000, and the time since which the oldest waits; null if none does. */
const backlog = z.object({ count: z.number(), since: z.nullable(instant) });

/**
 * `deposits` are open; most of them end by themselves. `withdrawals` are pending, `payouts` under way. `attention` and
 * `proposals` wait for a decision.
 */
export const adminWaiting = endpoint("adminWaiting", {
  summary: "Count the items that wait for a decision or are under way, with the time of the oldest",
  audience: "admin",
  reply: z.object({
    deposits: backlog,
    withdrawals: backlog,
    payouts: backlog,
    attention: backlog,
    proposals: backlog,
  }),
});
export type Waiting = z.infer<typeof adminWaiting.reply>;

/** The parts of the installation whose health the server watches. */
const HEALTH_PARTS = [
  "provider",
  "ledger",
  "backup",
  "clock",
  "beacon",
  "settlement",
  "database",
  "disk",
] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];

/**
 * The state of a part, by the same figures and limits as the alerts. `warn`: somebody should look at it. `unknown`: this
 * process has not seen it yet. `at`: the time of the provider's last answer, of the ledger's check or of the backup's
 * start. `value`: faults of the ledger, milliseconds between the clocks, seconds of delay in settlement, or the free share
 * of the disk.
 */
const partHealth = z.object({
  name: z.enum(HEALTH_PARTS),
  state: z.enum(["good", "warn", "bad", "unknown"]),
  at: z.nullable(instant),
  value: z.nullable(z.number()),
});
export type PartHealth = z.infer<typeof partHealth>;

export const adminHealth = endpoint("adminHealth", {
  summary:
    "Get the status of the payment provider, ledger, backups, clock, beacon, settlement, database and disk",
  audience: "admin",
  reply: z.array(partHealth),
});

/**
 * A day in UTC. `stakes` came in for new positions, `paid` went out for those that were won, sold or called off.
 * `feesEarned` are the fees of withdrawals. `feesPaid` are the payment provider's, less those that came back, so they may be
 * negative. `deposits` were credited, `withdrawals` paid out.
 */
const houseDay = z.object({
  day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  positions: z.number(),
  stakes: decimal8,
  paid: decimal8,
  feesEarned: decimal8,
  feesPaid: decimal8,
  deposits: decimal8,
  withdrawals: decimal8,
});
export type HouseDay = z.infer<typeof houseDay>;

export const houseDays = endpoint("houseDays", {
  summary: "Get the house's income and payouts on each of the last 30 days, from whole hours of the ledger",
  audience: "admin",
  /** `until`: the end of the last hour that is counted; null before the first. */
  reply: z.object({ days: z.array(houseDay), until: z.nullable(instant) }),
});
export type HouseDays = z.infer<typeof houseDays.reply>;

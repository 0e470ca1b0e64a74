import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { hex32, instant, integerText, queryInteger } from "./values.ts";

export const prices = endpoint({
  method: "GET",
  path: "/api/prices",
  summary: "Published prices of past ticks, both ends included; without a range the newest 600",
  audience: "public",
  query: z.object({
    from: queryInteger("price_range_invalid"),
    to: queryInteger("price_range_invalid"),
  }),
  reply: z.object({ from: z.number(), prices: z.array(z.number()) }),
  refusals: ["price_range_invalid"],
});
export type Prices = z.infer<typeof prices.reply>;

/** How far commitments are published, and the head of their chain there. */
const chainHead = z.object({ epoch: z.number(), head: hex32 });

const committedEpoch = z.object({ epoch: z.number(), commitment: hex32 });

export const terms = z.object({
  duration: z.number(),
  multiplier: z.number(),
  winChance: z.number(),
  pull: integerText,
  reach: integerText,
});

export const fairness = endpoint({
  method: "GET",
  path: "/api/fairness",
  summary: "The price process, the terms of every duration and the commitments in force",
  audience: "public",
  reply: z.object({
    process: z.object({
      mean: integerText,
      reversion: integerText,
      scale: integerText,
      unit: integerText,
      epochTicks: z.number(),
    }),
    /** `previousHead` is what the first commitment is chained to; zeros where the price was never started anew. */
    genesis: z.object({ tick: z.number(), state: integerText, previousHead: hex32 }),
    houseEdge: z.number(),
    winRule: z.enum(["barrier", "direction"]),
    terms: z.array(terms),
    current: committedEpoch,
    upcoming: z.array(committedEpoch),
    chain: chainHead,
    /**
     * Every key that receipts and statements were ever signed with (Ed25519), in the order in which they were first used,
     * `since` then. All of them stay good, and an older one may be in use again: each signed text names its own.
     */
    keys: z.array(z.object({ publicKey: hex32, since: instant })),
  }),
});
export type Fairness = z.infer<typeof fairness.reply>;

export const fairnessEpochs = endpoint({
  method: "GET",
  path: "/api/fairness/epochs",
  summary:
    "Commitments with their seeds once the epoch has ended; without a range the current one and the 24 before it",
  audience: "public",
  query: z.object({
    from: queryInteger("epoch_range_invalid"),
    to: queryInteger("epoch_range_invalid"),
  }),
  reply: z.array(
    z.object({
      epoch: z.number(),
      commitment: hex32,
      /** Of the chain of all commitments, after this one. */
      head: hex32,
      startTick: z.number(),
      startState: z.nullable(integerText),
      seed: z.nullable(hex32),
    }),
  ),
  refusals: ["epoch_range_invalid"],
});
/**
 * How the settled positions of a duration came out. `expected` is the sum of the chances they were sold with. `spread` is the
 * standard deviation that luck gives `won`, told by how far the hours strayed from what they were sold with: positions that run
 * at the same time share one price, and count as one. It is null while too few hours tell of it.
 */
const honesty = z.object({
  duration: z.number(),
  positions: z.number(),
  won: z.number(),
  expected: z.number(),
  hours: z.number(),
  spread: z.nullable(z.number()),
});
export type Honesty = z.infer<typeof honesty>;

export const fairnessStatistics = endpoint({
  method: "GET",
  path: "/api/fairness/statistics",
  summary: "How often the positions of each duration have won, of all that were ever settled",
  audience: "public",
  reply: z.object({ at: instant, durations: z.array(honesty) }),
});
export type FairnessStatistics = z.infer<typeof fairnessStatistics.reply>;

export type FairnessEpoch = z.infer<typeof fairnessEpochs.reply>[number];

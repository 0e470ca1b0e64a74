import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { hex32, integerText, queryInteger } from "./values.ts";

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
    genesis: z.object({ tick: z.number(), state: integerText }),
    houseEdge: z.number(),
    winRule: z.enum(["barrier", "direction"]),
    terms: z.array(terms),
    current: committedEpoch,
    upcoming: z.array(committedEpoch),
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
      startTick: z.number(),
      startState: z.nullable(integerText),
      seed: z.nullable(hex32),
    }),
  ),
  refusals: ["epoch_range_invalid"],
});
export type FairnessEpoch = z.infer<typeof fairnessEpochs.reply>[number];

import type { CandleSeconds } from "@veritick/domain/candles.ts";
import { SUM_TEXT } from "@veritick/domain/signed/liability-statement.ts";
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { decimal8, hex32, hex64, instant, integerText, queryInteger, uuid } from "../values.ts";

export const prices = endpoint("prices", {
  summary: "List published prices of past ticks, both ends included; without a range the newest 600",
  audience: "public",
  query: z.object({
    from: queryInteger("price_range_invalid"),
    to: queryInteger("price_range_invalid"),
  }),
  reply: z.object({ from: z.number(), prices: z.array(z.number()) }),
  refusals: ["price_range_invalid"],
});
export type Prices = z.infer<typeof prices.reply>;

const candle = z.object({ open: z.number(), high: z.number(), low: z.number(), close: z.number() });

/** `from` and `to` are ticks. The answer has the whole candles that these belong to, as far as they are published. */
export const candles = endpoint("candles", {
  summary:
    "List candles of the published price, of 60 or 900 seconds: at most 120; without a range the newest",
  audience: "public",
  query: z.object({
    seconds: z.optional(
      z.pipe(
        z.enum(["60", "900"], { error: "price_range_invalid" }),
        z.transform((text): CandleSeconds => (text === "60" ? 60 : 900)),
      ),
    ),
    from: queryInteger("price_range_invalid"),
    to: queryInteger("price_range_invalid"),
  }),
  /**
   * Candle `k` covers `seconds` ticks from `from + k * seconds` on. The first one begins with the price itself if that is
   * younger; the last one ends with the tick `until`.
   */
  reply: z.object({ seconds: z.number(), from: z.number(), until: z.number(), candles: z.array(candle) }),
  refusals: ["price_range_invalid"],
});
export type Candles = z.infer<typeof candles.reply>;

/** The last epoch with a published commitment, and the head of the chain there. */
const chainHead = z.object({ epoch: z.number(), head: hex32 });

const committedEpoch = z.object({ epoch: z.number(), commitment: hex32, termsHash: hex32 });

const terms = z.object({
  duration: z.number(),
  multiplier: z.number(),
  winChance: z.number(),
  pull: integerText,
  reach: integerText,
});

const winRule = z.enum(["barrier", "direction"]);

/** The terms that hold from an epoch until the next change. `hash` is the SHA-256 of `text`, from which the rest follows. */
const termsOfEpochs = z.object({
  fromEpoch: z.number(),
  text: z.string(),
  hash: hex32,
  houseEdge: z.number(),
  winRule,
  sellFee: z.number(),
  terms: z.array(terms),
});
export type TermsOfEpochs = z.infer<typeof termsOfEpochs>;

/**
 * The beacon whose rounds prices are made with, compatible with drand. `local` is this installation's own: its operator can
 * know prices ahead. A tick is shown `delayMs` after its second. `state` is the beacon's present state, as in the push
 * `beacon`.
 */
const chainInfo = z.object({
  chainHash: hex32,
  publicKey: z.string().check(z.regex(/^[0-9a-f]{192}$/)),
  genesisTime: z.number(),
  period: z.number(),
  groupHash: hex32,
  schemeID: z.string(),
  beaconID: z.string(),
});
const beacon = z.extend(chainInfo, {
  kind: z.enum(["local", "drand"]),
  delayMs: z.number(),
  state: z.enum(["live", "hold", "late", "catch_up"]),
  relays: z.array(z.string()),
});
export type FairnessBeacon = z.infer<typeof beacon>;

/** The first commitment is chained to `previousHead`, which is zeros if the price was never restarted. */
const genesis = z.object({ tick: z.number(), state: integerText, previousHead: hex32 });

/**
 * The end of a price. `tick` is the newest tick whose price was known. The open positions were closed at their value:
 * `value` in all, for stakes of `stake`. `epochs` are those of the closed positions and the one before: a seed is there once
 * its hour is over, unless the secret was lost. `promised` are the epochs from `endedAt` on whose terms were published: the
 * next price has the same terms then, with the line of its own beacon. `head` is that of the epoch before the first of
 * them, and their links lead from it to the `previousHead` of the next price.
 */
const closing = z.object({
  genesis,
  beacon: chainInfo,
  reason: z.enum(["beacon", "secret"]),
  tick: z.number(),
  endedAt: instant,
  positions: z.number(),
  stake: decimal8,
  value: decimal8,
  epochs: z.array(
    z.object({
      epoch: z.number(),
      commitment: hex32,
      termsHash: hex32,
      startTick: z.number(),
      startState: z.nullable(integerText),
      seed: z.nullable(hex32),
    }),
  ),
  head: hex32,
  promised: z.array(z.object({ epoch: z.number(), commitment: hex32, termsHash: hex32, text: z.string() })),
});
export type PriceClosing = z.infer<typeof closing>;

export const fairness = endpoint("fairness", {
  summary: "Get the price process, the terms and the commitments, now and promised",
  audience: "public",
  reply: z.object({
    protocol: z.literal(2),
    process: z.object({
      mean: integerText,
      reversion: integerText,
      scale: integerText,
      unit: integerText,
      epochTicks: z.number(),
    }),
    genesis,
    houseEdge: z.number(),
    winRule,
    sellFee: z.number(),
    terms: z.array(terms),
    /** The terms by epoch: the newest 50 changes, in order, as far as they are promised. */
    termsByEpoch: z.array(termsOfEpochs),
    current: committedEpoch,
    upcoming: z.array(committedEpoch),
    chain: chainHead,
    beacon,
    /** Every price that ended, the newest first. */
    closings: z.array(closing),
    /**
     * Every key that receipts and statements were ever signed with (Ed25519), in the order of their first use, at `since`.
     * All of them stay valid, and an older one may be in use again: each signed text names its own.
     */
    keys: z.array(z.object({ publicKey: hex32, since: instant })),
  }),
});
export type Fairness = z.infer<typeof fairness.reply>;

export const fairnessEpochs = endpoint("fairnessEpochs", {
  summary:
    "List commitments, with seeds of epochs that have ended; without a range the current epoch and the 24 before it",
  audience: "public",
  query: z.object({
    from: queryInteger("epoch_range_invalid"),
    to: queryInteger("epoch_range_invalid"),
  }),
  reply: z.array(
    z.object({
      epoch: z.number(),
      commitment: hex32,
      /** The hash of the terms for positions that enter in this epoch. */
      termsHash: hex32,
      /** The head of the chain of all commitments and terms after this epoch. */
      head: hex32,
      startTick: z.number(),
      startState: z.nullable(integerText),
      seed: z.nullable(hex32),
    }),
  ),
  refusals: ["epoch_range_invalid"],
});
export type FairnessEpoch = z.infer<typeof fairnessEpochs.reply>[number];

/**
 * The integers that the value of an open position is computed from. They are the same for every process and never change
 * (docs/protocol.md). `pull` (parts of 2^40) and `sd` (units of 1e-8) are for 1 to 600 ticks left; `T` and `C` (parts of
 * 2^40) for k = -2048 to 2048.
 */
export const fairnessSale = endpoint("fairnessSale", {
  summary: "Get the tables that the value of an open position is computed from",
  audience: "public",
  reply: z.object({
    pull: z.array(z.number()),
    sd: z.array(z.number()),
    T: z.array(z.number()),
    C: z.array(z.number()),
  }),
});

/** The signature of a round: a point of the curve's smaller group. */
const roundSignature = z.string().check(z.regex(/^[0-9a-f]{96}$/));

export const fairnessRounds = endpoint("fairnessRounds", {
  summary:
    "List rounds of the beacon that have come, both ends included, at most 1,200; without a range the newest 100",
  audience: "public",
  query: z.object({
    from: queryInteger("round_range_invalid"),
    to: queryInteger("round_range_invalid"),
    /** The chain hash of a beacon that an earlier price was made with. */
    chain: z.optional(
      z.string({ error: "round_range_invalid" }).check(z.regex(/^[0-9a-f]{64}$/, "round_range_invalid")),
    ),
  }),
  reply: z.array(z.object({ round: z.number(), signature: roundSignature })),
  refusals: ["round_range_invalid"],
});

/**
 * The outcomes of the settled positions of a duration. `expected` is the sum of their promised chances. `spread` is the
 * standard deviation of `won` by luck, estimated from how far the hours differ from their promised chances: positions that
 * run at the same time share one price, and count as one. It is null while there are too few hours.
 */
const calibration = z.object({
  duration: z.number(),
  positions: z.number(),
  won: z.number(),
  expected: z.number(),
  hours: z.number(),
  spread: z.nullable(z.number()),
});
export type Calibration = z.infer<typeof calibration>;

/**
 * The positions of a duration that were sold back. `calibration` leaves them out: nobody can say whether they would have
 * won. `expected` is the sum of their chances at the opening, `chance` of those at the sale: on average they are equal. The
 * current hour and the one before are left out: a chance would reveal a price before it is shown.
 */
const soldBack = z.object({
  duration: z.number(),
  positions: z.number(),
  expected: z.number(),
  chance: z.number(),
});

export const fairnessStatistics = endpoint("fairnessStatistics", {
  summary:
    "Get the share of won positions by duration, over all settled ones, and the average chances of those sold back",
  audience: "public",
  reply: z.object({ at: instant, durations: z.array(calibration), sold: z.array(soldBack) }),
});
export type FairnessStatistics = z.infer<typeof fairnessStatistics.reply>;

const sumText = z.string().check(z.regex(SUM_TEXT));

/**
 * The platform's statement of its debt to all users together. `text` is signed (Ed25519); the other fields repeat parts of
 * it. `provable` says whether users can still get the proof of their leaves.
 */
const signedStatement = z.object({
  number: z.number(),
  taken: instant,
  total: sumText,
  text: z.string(),
  signature: hex64,
  provable: z.boolean(),
});
export type SignedStatement = z.infer<typeof signedStatement>;

const wholeText = (code: "page_invalid" | "id_invalid") =>
  z.pipe(
    z.string({ error: code }).check(z.regex(/^[1-9]\d{0,8}$/, code)),
    z.transform((text) => Number(text)),
  );

export const listLiabilities = endpoint("listLiabilities", {
  summary:
    "List the signed liabilities reports, what the platform owed to all users: the newest 50, or those before one",
  audience: "public",
  query: z.object({ before: z.optional(wholeText("page_invalid")) }),
  reply: z.array(signedStatement),
  refusals: ["page_invalid"],
});

/** Everything needed to check that one's own balance is in the total. Siblings go from the leaf up to the root. */
const liabilityProof = z.object({
  statement: signedStatement,
  leaf: z.object({ salt: hex32, user: uuid, email: z.string(), balance: decimal8 }),
  index: z.number(),
  siblings: z.array(z.object({ hash: hex32, sum: sumText })),
});
export type LiabilityProof = z.infer<typeof liabilityProof>;

export const getLiabilityProof = endpoint("getLiabilityProof", {
  summary: "Get the proof that your balance is in a liabilities report",
  audience: "user",
  params: z.object({ number: wholeText("id_invalid") }),
  reply: liabilityProof,
  refusals: ["id_invalid", "not_found", "liability_proof_gone", "liability_too_young", "liability_not_in"],
});

/**
 * The public log of what was published; null if the installation keeps none. `policy` is the text of a policy file of C2SP
 * (`tlog-policy`): whose cosignatures count. `size` is that of the newest signed checkpoint, `witnessed` of the newest that
 * the quorum has cosigned; both are 0 before the first. `UNWITNESSED`: the policy asks for no cosignature. `BEHIND`: the
 * quorum is missing, or the log stands still.
 */
export const getLog = endpoint("getLog", {
  summary: "Get the name, key, policy and state of the public log; null if none is kept",
  audience: "public",
  reply: z.nullable(
    z.object({
      origin: z.string(),
      vkey: z.string(),
      policy: z.string(),
      state: z.enum(["WITNESSED", "BEHIND", "UNWITNESSED"]),
      witnessed: z.number(),
      size: z.number(),
    }),
  ),
});
export type PublicLogState = z.infer<typeof getLog.reply>;

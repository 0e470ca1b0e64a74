import { parseMinor } from "@veritick/domain/money.ts";
import { MOST_STEPS, PATH_STEP } from "@veritick/domain/signed/promise-tree.ts";
import { SMALLEST } from "@veritick/domain/money.ts";
import { isDuration } from "@veritick/domain/product.ts";
import type { Duration } from "@veritick/domain/product.ts";
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import {
  byId,
  decimal8,
  formAmount,
  hex32,
  hex64,
  instant,
  integerText,
  page,
  queryMoment,
  querySpreadsheet,
  queryWords,
  uuid,
} from "../values.ts";

export const side = z.enum(["buy", "sell"], { error: "side_invalid" });

export const positionStatus = z.enum(["active", "won", "lost", "sold", "refunded"]);
export type PositionStatus = z.infer<typeof positionStatus>;

/**
 * A position. Prices, amounts and multipliers are decimals as text; ticks are Unix seconds. `resultPrice` and `profit` are
 * null until it is settled; `profit` is negative when lost. A position that is sold back has no `resultPrice`, and its
 * `profit` is the proceeds less the amount.
 */
export const position = z.object({
  id: uuid,
  userId: uuid,
  type: side,
  entryPrice: decimal8,
  barrierPrice: decimal8,
  winChance: z.number(),
  amount: decimal8,
  duration: z.number(),
  multiplier: z.string().check(z.regex(/^\d{1,3}\.\d{2}$/)),
  status: positionStatus,
  createdAt: instant,
  expiresAt: instant,
  entryTick: z.number(),
  /** The beacon's round at the end of whose block it entered. */
  round: z.number(),
  expiryTick: z.number(),
  resultPrice: z.nullable(decimal8),
  profit: z.nullable(decimal8),
  /**
   * The reason why a position is `refunded`: its price ended before its expiry, because the beacon was gone or replaced, or
   * because the secret was lost. Then `profit` is its closing value less its stake.
   */
  refundReason: z.nullable(z.enum(["beacon", "secret"])),
  /**
   * For a `sold` position: the last tick of the block of the sale, the price of that tick, and the proceeds. Null for all
   * others.
   */
  soldTick: z.nullable(z.number()),
  soldPrice: z.nullable(decimal8),
  proceeds: z.nullable(decimal8),
});
export type Position = z.infer<typeof position>;

/**
 * The path from the text of a promise up to the signed root: for each step the side of the neighbour, and its hash. Empty
 * if nothing else was signed with the promise.
 */
const promisePath = z.array(z.string().check(z.regex(PATH_STEP))).check(z.maxLength(MOST_STEPS));

/** A position that was just opened, with the signature over its promise and its path (`promise` of its receipt). */
const openedPosition = z.extend(position, { signature: hex64, publicKey: hex32, path: promisePath });
export type OpenedPosition = z.infer<typeof openedPosition>;

const duration = z.custom<Duration>(isDuration, { error: "duration_invalid" });

/** The last tick at which the order may take effect, so that a late one is refused. Without it there is no limit. */
const notAfterTick = z.optional(
  z
    .number({ error: "not_after_invalid" })
    .check(z.int("not_after_invalid"), z.minimum(0, "not_after_invalid")),
);

export const openPosition = endpoint("openPosition", {
  summary: "Open a position at the end of the current block of the price",
  audience: "user",
  restricted: true,
  body: z.strictObject({
    type: side,
    // Any amount above zero: its two decimals make it at least 0.01, and 0.001 is refused for its decimals.
    amount: formAmount("stake_invalid", SMALLEST, "balance_insufficient"),
    duration,
    notAfterTick,
  }),
  reply: openedPosition,
  status: 201,
  idempotent: true,
  refusals: [
    "amount_decimals",
    "balance_insufficient",
    "house_limit",
    "payout_too_large",
    "price_not_current",
    "not_after_invalid",
    "not_after_passed",
    "trading_locked",
    "maintenance",
    "stake_limit",
    "loss_limit",
    "largest_stake_limit",
    "open_positions_limit",
    "session_limit",
    "paused",
  ],
});

/** An amount of at least 0.00 with exactly two decimals, as text. */
const leastProceeds = z.pipe(
  z.string({ error: "proceeds_invalid" }).check(z.regex(/^\d{1,10}\.\d{2}$/, "proceeds_invalid")),
  z.transform((text) => parseMinor(text)),
);

/** A position that was just sold, with the signature over the text of its sale (`sale` of its receipt). */
const soldPosition = z.extend(position, { signature: hex64, publicKey: hex32 });
export type SoldPosition = z.infer<typeof soldPosition>;

export const sellPosition = endpoint("sellPosition", {
  summary: "Sell one of your open positions back at the end of the current block of the price",
  audience: "user",
  params: byId,
  /** The least proceeds that the user accepts, as text with two decimals: `0.00` accepts any. */
  body: z.strictObject({ minProceeds: leastProceeds, notAfterTick }),
  reply: soldPosition,
  idempotent: true,
  refusals: [
    "id_invalid",
    "not_found",
    "proceeds_invalid",
    "position_not_open",
    "position_too_late",
    "price_moved",
    "price_not_current",
    "not_after_invalid",
    "not_after_passed",
    "balance_too_large",
  ],
});

const FILTER_INVALID = "position_filter_invalid";

/** Positions that have ended. The period is that of their end: their expiry, or the tick of their sale. */
const ended = {
  side: z.optional(z.enum(["buy", "sell"], { error: FILTER_INVALID })),
  /** The results, separated by commas; all by default. */
  status: z.optional(queryWords(["won", "lost", "sold", "refunded"], FILTER_INVALID)),
  /** From this instant on. */
  from: z.optional(queryMoment(FILTER_INVALID)),
  /** Before this instant. */
  to: z.optional(queryMoment(FILTER_INVALID)),
};
const endedFilter = z.object(ended);
export type EndedFilter = z.output<typeof endedFilter>;

/** With any filter, the answer holds only positions that have ended, from the first page on. */
export const listPositions = endpoint("listPositions", {
  summary: "List your positions, newest first: every open one and the newest 100 others",
  audience: "user",
  query: z.extend(page, ended),
  reply: z.array(position),
  refusals: ["page_invalid", FILTER_INVALID],
});

export const positionsCsv = endpoint("positionsCsv", {
  summary: "Download your finished positions as one file, newest first",
  audience: "user",
  query: z.extend(endedFilter, { spreadsheet: querySpreadsheet }),
  reply: z.string(),
  streams: "text/csv",
  refusals: ["body_invalid", FILTER_INVALID, "statement_running"],
});

/** One line of the ledger. `balanceAfter` is null for house accounts, whose balance is the sum of their entries. */
const ledgerEntry = z.object({
  transactionId: integerText,
  kind: z.string(),
  account: z.string(),
  amount: decimal8,
  balanceAfter: z.nullable(decimal8),
  createdAt: instant,
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/**
 * The closing of a position whose price ended: at the price of a tick, with its chance to win at that tick, in parts of
 * 2^40.
 */
const closing = z.object({
  tick: z.number(),
  price: decimal8,
  ticksLeft: z.number(),
  chance: integerText,
  value: decimal8,
  reason: z.enum(["beacon", "secret"]),
});

/**
 * The sale of a position: at the end of the block of a round, at the price of that tick, with its chance to win at that
 * tick, in parts of 2^40. `text` is signed (Ed25519); docs/protocol.md lists its fields.
 */
const sale = z.object({
  round: z.number(),
  tick: z.number(),
  price: decimal8,
  ticksLeft: z.number(),
  chance: integerText,
  value: decimal8,
  fee: decimal8,
  proceeds: decimal8,
  sold: instant,
  text: z.string(),
  signature: hex64,
  publicKey: hex32,
});

/** Everything needed to check a position: the promise, the data it follows from, and the movements of money. */
export const positionReceipt = z.object({
  position,
  commitments: z.array(z.object({ epoch: z.number(), commitment: hex32 })),
  /** The text of the terms of its entry's epoch, whose hash is signed and chained. */
  terms: z.string(),
  barrier: z.object({
    rule: z.enum(["barrier", "direction"]),
    mean: integerText,
    unit: integerText,
    entryPrice: decimal8,
    pull: integerText,
    pullScale: integerText,
    reach: integerText,
    grid: integerText,
    result: decimal8,
  }),
  entries: z.array(ledgerEntry),
  /**
   * The promise made when it was opened. The Ed25519 signature covers the root that `path` leads to from `text` (see
   * docs/protocol.md).
   */
  promise: z.object({ text: z.string(), signature: hex64, publicKey: hex32, path: promisePath }),
  /** Null unless it was closed at its value. A position without any known price got its stake back. */
  closing: z.nullable(closing),
  /** Null unless it was sold back. */
  sale: z.nullable(sale),
});
export type PositionReceipt = z.infer<typeof positionReceipt>;

export const getPosition = endpoint("getPosition", {
  summary: "Get the receipt of one of your positions",
  audience: "user",
  params: byId,
  reply: positionReceipt,
  refusals: ["id_invalid", "not_found", "position_archived"],
});

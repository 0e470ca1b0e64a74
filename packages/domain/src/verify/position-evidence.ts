import type { ChainLink, CommittedEpoch } from "../epochs.ts";
import { isDuration } from "../product.ts";
import type { Duration, Side } from "../product.ts";
import type { PromisePath } from "../signed/promise-tree.ts";
import { termsHash } from "../signed/terms-text.ts";
import type { WinRule } from "../terms.ts";
import { UUID } from "../uuid.ts";
import type { BeaconChain } from "../beacon.ts";
import { isRoundThere, readBeacon, readRounds } from "./beacon-evidence.ts";
import type { ReadRounds } from "./beacon-evidence.ts";
import { readEntry, sumToZero } from "./entry-lines.ts";
import type { EntryLine } from "./entry-lines.ts";
import { readEpochRows, readGenesis } from "./epoch-book.ts";
import type { EpochRow, Genesis } from "./epoch-book.ts";
import { endingOf, readEndings, readTermsText, REASON } from "./price-endings.ts";
import type { PriceEnding } from "./price-endings.ts";
import { readPublishedPrice } from "./published-price.ts";
import type { PublishedPrice } from "./published-price.ts";
import {
  DECIMAL,
  fieldsOf,
  HEX_32,
  INSTANT,
  readIndex,
  readInteger,
  readCommitted,
  readLink,
  readList,
  readPath,
  readText,
  secondsOf,
} from "./read-value.ts";
import type { Fields } from "./read-value.ts";

/** The form of a receipt's file. */
export const RECEIPT_FORMAT = "veritick/receipt-file/1";

const MOST_LINES = 100;
const MOST_LINKS = 1000;
/** A signed text has some 1,100 characters. */
const MOST_TEXT = 4096;

export type PositionStatus = "active" | "won" | "lost" | "sold" | "refunded";

type Readable<T> = { readonly [K in keyof T]: T[K] | undefined };
export type Signed = Readable<{ text: string; signature: string; publicKey: string }>;
/** A promise, the path from it up to the signed root, and the signature over that root. */
export type SignedPromise = Signed & { readonly path: PromisePath | undefined };
/** An answer as somebody noted it. `path` is null if nobody noted it, and for a sale, whose text is signed alone. */
export type Received = Readable<{ at: string; signature: string; path: PromisePath | null }>;

/** The position as the receipt states it. Fields that do not have the expected form are undefined. */
export type StatedPosition = Readable<{
  id: string;
  userId: string;
  type: Side;
  entryPrice: string;
  barrierPrice: string;
  winChance: number;
  amount: string;
  duration: Duration;
  multiplier: string;
  status: PositionStatus;
  createdAt: string;
  expiresAt: string;
  entryTick: number;
  round: number;
  expiryTick: number;
  /** Null until it is decided. */
  resultPrice: string | null;
  profit: string | null;
  refundReason: string | null;
  /** Null unless it was sold back. */
  soldTick: number | null;
  soldPrice: string | null;
  proceeds: string | null;
}>;

export type StatedBarrier = Readable<{
  rule: WinRule;
  mean: bigint;
  unit: bigint;
  entryPrice: string;
  pull: bigint;
  pullScale: bigint;
  reach: bigint;
  grid: bigint;
  result: string;
}>;

/** The closing of a position, as the receipt states it. */
export type StatedClosing = {
  readonly tick: number;
  readonly price: string;
  readonly ticksLeft: number;
  readonly chance: bigint;
  readonly value: string;
  readonly reason: string;
};

/** The sale of a position, as the receipt states it, with the text signed at the sale. */
export type StatedSale = Readable<{
  round: number;
  tick: number;
  price: string;
  ticksLeft: number;
  chance: bigint;
  value: string;
  fee: string;
  proceeds: string;
  sold: string;
}> &
  Signed;

export type PositionEvidence = PublishedPrice & {
  readonly position: StatedPosition;
  readonly commitments: readonly CommittedEpoch[];
  /** Texts of terms by their hashes: the receipt's own, and the published ones. */
  readonly terms: ReadonlyMap<string, string>;
  /** The hash of the receipt's own text; undefined if it has none. */
  readonly ownTerms: string | undefined;
  readonly barrier: StatedBarrier;
  readonly entries: readonly EntryLine[];
  /** True if the entries of a transaction do not sum to zero, or if one of them names none. */
  readonly isUnbalanced: boolean;
  /** Null if the platform withholds it. */
  readonly promise: SignedPromise | null;
  /** The time of the answer to the order, and its signature and path; null if nobody noted it. */
  readonly received: Received | null;
  /** Null unless it was sold back. */
  readonly sale: StatedSale | null;
  /** The time of the answer to its sale, and its signature; null if nobody noted it. */
  readonly saleReceived: Received | null;
  /** Null unless it was closed at its value; undefined if the closing cannot be read. */
  readonly closing: StatedClosing | null | undefined;
  /** The prices that ended, the oldest first. */
  readonly endings: readonly PriceEnding[];
  /** Undefined if its price goes on, or if the end of its price is not listed. */
  readonly ending: PriceEnding | undefined;
  /** True if the published data came from the platform itself rather than from the file. */
  readonly isPublished: boolean;
  /** The time of the receipt in Unix seconds; undefined if the receipt does not name it. */
  readonly madeAt: number | undefined;
  /**
   * True if the round of the expiry was there when the receipt was made. Before it is, an honest platform settles nothing,
   * however late the beacon is.
   */
  readonly isExpiryKnown: boolean;
  readonly genesis: Genesis | undefined;
  /** The last epoch with a published commitment and its head, and the links from the current epoch on. */
  readonly chain: { readonly epoch: number; readonly head: string } | undefined;
  readonly ahead: readonly ChainLink[];
  /** The rows of epochs: the platform's first, which count before those of the file. */
  readonly rows: readonly (readonly EpochRow[])[];
  readonly beacon: BeaconChain | undefined;
  /** The rounds of the platform first, then those of the file. */
  readonly rounds: ReadRounds;
};

/** The platform's own data: `GET /api/fairness`, rows of `GET /api/fairness/epochs` and of `GET /api/fairness/rounds`. */
export type Published = { readonly fairness: unknown; readonly epochs: unknown; readonly rounds: unknown };

/**
 * Reads a receipt file of any origin. It trusts nothing in the file and never throws. Published data comes from the
 * platform if it was reached, otherwise from the file.
 */
export function readPositionEvidence(file: unknown, reached?: Published): PositionEvidence {
  const { receipt, fairness, epochs, rounds, downloaded, ...noted } = fieldsOf(file);
  const { position, commitments, barrier, entries, promise, terms, closing, sale } = fieldsOf(receipt);
  const published = fieldsOf(reached === undefined ? fairness : reached.fairness);
  const { epoch, head } = fieldsOf(published["chain"]);
  const chain = { epoch: readIndex(epoch), head: readText(head, HEX_32) };
  const madeAt = readText(downloaded, INSTANT);
  const own = readTermsText(terms);
  const byEpoch = readList(published["termsByEpoch"], MOST_LINES).map((each) => fieldsOf(each)["text"]);
  const texts = [own, ...byEpoch.map(readTermsText)].flatMap((text) => text ?? []);
  const stated = readPosition(fieldsOf(position));
  const genesis = readGenesis(published["genesis"]);
  const endings = readEndings(published["closings"]);
  const ending = endingOf(endings, stated.entryTick, genesis);
  const beacon = ending?.beacon ?? readBeacon(published["beacon"]);
  const all = readRounds(reached?.rounds, rounds);
  const then = madeAt === undefined ? all : readRounds(rounds);
  return {
    position: stated,
    closing: closing === null ? null : readClosing(fieldsOf(closing)),
    endings,
    ending,
    commitments: readCommitted(commitments, MOST_LINES),
    terms: new Map(texts.map((text) => [termsHash(text), text])),
    ownTerms: own === undefined ? undefined : termsHash(own),
    barrier: readBarrier(fieldsOf(barrier)),
    entries: readList(entries, MOST_LINES).map(readEntry),
    isUnbalanced: !sumToZero(readList(entries, MOST_LINES)),
    promise: promise === null ? null : readSignedPromise(fieldsOf(promise)),
    received: readReceived(noted["received"], noted["receivedSignature"], noted["receivedPath"]),
    sale: sale === null ? null : readSale(fieldsOf(sale)),
    saleReceived: readReceived(noted["saleReceived"], noted["saleReceivedSignature"]),
    isPublished: reached !== undefined,
    madeAt: secondsOf(madeAt),
    genesis,
    ...readPublishedPrice(reached, fairness, stated.entryTick),
    chain:
      chain.epoch === undefined || chain.head === undefined
        ? undefined
        : { epoch: chain.epoch, head: chain.head },
    ahead: [published["current"], ...readList(published["upcoming"], MOST_LINKS)].flatMap(
      (each) => readLink(each) ?? [],
    ),
    rows: [...(reached === undefined ? [] : [readEpochRows(reached.epochs)]), readEpochRows(epochs)],
    isExpiryKnown: isRoundThere(beacon, then, stated.expiryTick),
    beacon,
    rounds: all,
  };
}

function readClosing(fields: Fields): StatedClosing | undefined {
  const tick = readIndex(fields["tick"]);
  const price = readText(fields["price"], PRICE);
  const ticksLeft = readIndex(fields["ticksLeft"]);
  const chance = readInteger(fields["chance"]);
  const value = readText(fields["value"], DECIMAL);
  const reason = readText(fields["reason"], REASON);
  if (tick === undefined || price === undefined || ticksLeft === undefined) return undefined;
  if (chance === undefined || value === undefined || reason === undefined) return undefined;
  return { tick, price, ticksLeft, chance, value, reason };
}

const readReceived = (at: unknown, signature: unknown, path?: unknown): Received | null =>
  at === undefined || at === null
    ? null
    : {
        at: readText(at, INSTANT),
        signature: readText(signature, SIGNATURE),
        path: path === undefined || path === null ? null : readPath(path),
      };

const readSale = (fields: Fields): StatedSale => ({
  round: readIndex(fields["round"]),
  tick: readIndex(fields["tick"]),
  price: readText(fields["price"], PRICE),
  ticksLeft: readIndex(fields["ticksLeft"]),
  chance: readInteger(fields["chance"]),
  value: readText(fields["value"], DECIMAL),
  fee: readText(fields["fee"], DECIMAL),
  proceeds: readText(fields["proceeds"], DECIMAL),
  sold: readText(fields["sold"], INSTANT),
  ...readSigned(fields),
});

const nullOr = (value: unknown, form: RegExp) => (value === null ? null : readText(value, form));

function readPosition(fields: Fields): StatedPosition {
  const { duration, winChance } = fields;
  return {
    id: readText(fields["id"], UUID),
    userId: readText(fields["userId"], UUID),
    type: readText<Side>(fields["type"], /^(buy|sell)$/),
    entryPrice: readText(fields["entryPrice"], PRICE),
    barrierPrice: readText(fields["barrierPrice"], PRICE),
    winChance: readShare(winChance),
    amount: readText(fields["amount"], STAKE),
    duration: isDuration(duration) ? duration : undefined,
    multiplier: readText(fields["multiplier"], /^\d{1,3}\.\d{2}$/),
    status: readText<PositionStatus>(fields["status"], /^(active|won|lost|sold|refunded)$/),
    createdAt: readText(fields["createdAt"], INSTANT),
    expiresAt: readText(fields["expiresAt"], INSTANT),
    entryTick: readIndex(fields["entryTick"]),
    round: readIndex(fields["round"]),
    expiryTick: readIndex(fields["expiryTick"]),
    resultPrice: nullOr(fields["resultPrice"], PRICE),
    profit: nullOr(fields["profit"], DECIMAL),
    refundReason: nullOr(fields["refundReason"], /^[a-z_]{1,40}$/),
    soldTick: fields["soldTick"] === null ? null : readIndex(fields["soldTick"]),
    soldPrice: nullOr(fields["soldPrice"], PRICE),
    proceeds: nullOr(fields["proceeds"], DECIMAL),
  };
}

/** Prices lie on the grid of 0.001, stakes have two decimals: nothing is ever rounded. */
const PRICE = /^\d{1,10}\.\d{3}0{5}$/;
const SIGNATURE = /^[0-9a-f]{128}$/;
const RULE = /^(barrier|direction)$/;
const STAKE = /^\d{1,10}\.\d{2}0{6}$/;

function readBarrier(fields: Fields): StatedBarrier {
  return {
    rule: readText<WinRule>(fields["rule"], RULE),
    mean: readInteger(fields["mean"]),
    unit: readInteger(fields["unit"]),
    entryPrice: readText(fields["entryPrice"], PRICE),
    pull: readInteger(fields["pull"]),
    pullScale: readInteger(fields["pullScale"]),
    reach: readInteger(fields["reach"]),
    grid: readInteger(fields["grid"]),
    result: readText(fields["result"], PRICE),
  };
}

function readSigned(fields: Fields) {
  const { text } = fields;
  return {
    text: typeof text === "string" && text.length <= MOST_TEXT ? text : undefined,
    signature: readText(fields["signature"], SIGNATURE),
    publicKey: readText(fields["publicKey"], HEX_32),
  };
}

const readSignedPromise = (fields: Fields): SignedPromise => ({
  ...readSigned(fields),
  path: readPath(fields["path"]),
});

const readShare = (value: unknown) =>
  typeof value === "number" && value >= 0 && value <= 1 ? value : undefined;

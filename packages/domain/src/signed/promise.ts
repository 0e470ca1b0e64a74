import type { CommittedEpoch } from "../epochs.ts";
import { isDuration } from "../product.ts";
import type { Duration, Side } from "../product.ts";
import type { WinRule } from "../terms.ts";
import { linesText, readLines } from "./signed-lines.ts";
import type { Line } from "./signed-lines.ts";

/** The form of the text that is signed when a position is opened. Another form gets another number. */
const PROMISE_FORMAT = "veritick/receipt/1";

/** Everything the platform promises when it opens a position. Prices and amounts are decimals with eight places, as text. */
export type PositionPromise = {
  readonly position: string;
  readonly user: string;
  readonly side: Side;
  readonly amount: string;
  /** Minutes. */
  readonly duration: Duration;
  /** With two decimals: `"2.50"`. */
  readonly multiplier: string;
  readonly rule: WinRule;
  /** The SHA-256 of the text of the terms (`termsText`) in the epoch of its entry. */
  readonly terms: string;
  readonly chance: number;
  readonly entryTick: number;
  /** The beacon's round in whose block the position entered. */
  readonly round: number;
  readonly entryPrice: string;
  readonly pull: bigint;
  readonly reach: bigint;
  readonly barrierPrice: string;
  readonly expiryTick: number;
  /** ISO 8601 in UTC with milliseconds. */
  readonly opened: string;
  /** The first epoch whose seed makes a price from the entry to the expiry, and its start state in units of 1e-8. */
  readonly start: { readonly epoch: number; readonly state: bigint };
  /** The commitments of the epochs that the position spans, in order. */
  readonly commitments: readonly CommittedEpoch[];
  /** The last epoch whose commitment was published at the opening, and the head of the chain there. */
  readonly chain: { readonly epoch: number; readonly head: string };
  /** The public key that the promise is signed with, in hex. */
  readonly key: string;
};

/** The fields in which the promises of a block, side and duration differ. */
type OwnField = "position" | "user" | "amount" | "opened";

/** Writes the text that is signed. */
export const promiseText = (promise: PositionPromise): string => promiseWriter(promise)(promise);

/**
 * Returns a function that writes the texts of promises that share all other fields. It writes the shared lines once.
 */
export function promiseWriter(
  shared: Omit<PositionPromise, OwnField>,
): (own: Pick<PositionPromise, OwnField>) => string {
  const { start, commitments, chain, side } = shared;
  const offered = linesText([
    ["duration", shared.duration],
    ["multiplier", shared.multiplier],
    ["rule", shared.rule],
    ["terms", shared.terms],
    ["chance", shared.chance],
    ["entryTick", shared.entryTick],
    ["round", shared.round],
    ["entryPrice", shared.entryPrice],
    ["pull", shared.pull],
    ["reach", shared.reach],
    ["barrierPrice", shared.barrierPrice],
    ["expiryTick", shared.expiryTick],
  ]);
  const published = linesText([
    ["start", `${start.epoch} ${start.state}`],
    ...commitments.map(({ epoch, commitment }): Line => ["commitment", `${epoch} ${commitment}`]),
    ["chain", `${chain.epoch} ${chain.head}`],
    ["key", shared.key],
  ]);
  return ({ position, user, amount, opened }) =>
    `${PROMISE_FORMAT}\nposition ${position}\nuser ${user}\nside ${side}\namount ${amount}\n` +
    `${offered}opened ${opened}\n${published}`;
}

const FORMS: Readonly<Record<string, RegExp>> = {
  position: /^[0-9a-f-]{36}$/,
  user: /^[0-9a-f-]{36}$/,
  side: /^(buy|sell)$/,
  amount: /^\d{1,12}\.\d{8}$/,
  duration: /^\d{1,2}$/,
  multiplier: /^\d{1,3}\.\d{2}$/,
  rule: /^(barrier|direction)$/,
  terms: /^[0-9a-f]{64}$/,
  chance: /^\d(\.\d+)?(e-\d+)?$/,
  entryTick: /^\d{1,15}$/,
  round: /^\d{1,15}$/,
  entryPrice: /^\d{1,10}\.\d{8}$/,
  pull: /^\d{1,18}$/,
  reach: /^\d{1,18}$/,
  barrierPrice: /^\d{1,10}\.\d{8}$/,
  expiryTick: /^\d{1,15}$/,
  opened: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  start: /^\d{1,15} \d{1,15}$/,
  commitment: /^\d{1,15} [0-9a-f]{64}$/,
  chain: /^\d{1,15} [0-9a-f]{64}$/,
  key: /^[0-9a-f]{64}$/,
};

/** Reads the promise in a text; undefined for any text that `promiseText` does not write. */
export function parsePromise(text: string): PositionPromise | undefined {
  const lines = readLines(PROMISE_FORMAT, text);
  const hasForm = (name: string, value: string) => Object.hasOwn(FORMS, name) && FORMS[name]!.test(value);
  if (lines === undefined || !lines.every(([name, value]) => hasForm(name, value))) return undefined;
  const value = (name: string) => lines.find(([each]) => each === name)?.[1] ?? "";
  const link = (pair: string): [number, string] => [Number(pair.split(" ")[0]), pair.split(" ")[1] ?? ""];
  const duration = Number(value("duration"));
  if (!isDuration(duration)) return undefined;
  const [startEpoch, startState] = link(value("start"));
  const [chainEpoch, head] = link(value("chain"));
  const promise: PositionPromise = {
    position: value("position"),
    user: value("user"),
    side: value("side") as Side,
    amount: value("amount"),
    duration,
    multiplier: value("multiplier"),
    rule: value("rule") as WinRule,
    terms: value("terms"),
    chance: Number(value("chance")),
    entryTick: Number(value("entryTick")),
    round: Number(value("round")),
    entryPrice: value("entryPrice"),
    pull: BigInt(value("pull")),
    reach: BigInt(value("reach")),
    barrierPrice: value("barrierPrice"),
    expiryTick: Number(value("expiryTick")),
    opened: value("opened"),
    start: { epoch: startEpoch, state: BigInt(startState) },
    commitments: lines.flatMap(([name, pair]) => {
      if (name !== "commitment") return [];
      const [epoch, commitment] = link(pair);
      return [{ epoch, commitment }];
    }),
    chain: { epoch: chainEpoch, head },
    key: value("key"),
  };
  return promiseText(promise) === text ? promise : undefined;
}

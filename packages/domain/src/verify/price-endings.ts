import { followChain } from "../epochs.ts";
import { epochOf } from "../epoch-times.ts";
import type { ChainLink } from "../epochs.ts";
import type { BeaconChain } from "../beacon.ts";
import { termsHash } from "../signed/terms-text.ts";
import { readBeacon } from "./beacon-evidence.ts";
import { readEpochRows, readGenesis } from "./epoch-book.ts";
import type { EpochRow, Genesis } from "./epoch-book.ts";
import {
  fieldsOf,
  HEX_32,
  INSTANT,
  readIndex,
  readLink,
  readList,
  readText,
  secondsOf,
} from "./read-value.ts";

/** The reasons for which a price may end. */
export const REASON = /^(beacon|secret)$/;

/** The end of a price. */
export type PriceEnding = {
  readonly genesis: Genesis;
  /** The newest tick whose price was known. */
  readonly tick: number;
  readonly reason: string;
  readonly beacon: BeaconChain;
  readonly rows: readonly EpochRow[];
  /** When it ended, in Unix seconds. */
  readonly endedAt: number | undefined;
  /** The head before the first promised epoch. */
  readonly head: string | undefined;
  /** The epochs from its end on whose terms it had promised; undefined if one of them cannot be read. */
  readonly promised: readonly PromisedEpoch[] | undefined;
};

type PromisedEpoch = ChainLink & { readonly text: string };

const MOST_ENDINGS = 1000;
/** Terms are promised a day ahead. */
const MOST_PROMISED = 100;

export const readTermsText = (value: unknown): string | undefined =>
  readText(value, /^[\x20-\x7e\n]{1,1000}$/);

/** Reads the ended prices, the oldest first. */
export function readEndings(list: unknown): PriceEnding[] {
  return readList(list, MOST_ENDINGS)
    .flatMap((each) => readEnding(each) ?? [])
    .sort((one, other) => one.genesis.tick - other.genesis.tick);
}

function readEnding(value: unknown): PriceEnding | undefined {
  const fields = fieldsOf(value);
  const genesis = readGenesis(fields["genesis"]);
  const tick = readIndex(fields["tick"]);
  const reason = readText(fields["reason"], REASON);
  const beacon = readBeacon(fields["beacon"]);
  if (genesis === undefined || tick === undefined || reason === undefined || beacon === undefined)
    return undefined;
  const listed = readList(fields["promised"], MOST_PROMISED);
  const promised = listed.flatMap((each) => {
    const link = readLink(each);
    const text = readTermsText(fieldsOf(each)["text"]);
    return link === undefined || text === undefined ? [] : { ...link, text };
  });
  return {
    genesis,
    tick,
    reason,
    beacon,
    rows: readEpochRows(fields["epochs"]),
    endedAt: secondsOf(readText(fields["endedAt"], INSTANT)),
    head: readText(fields["head"], HEX_32),
    promised: Array.isArray(fields["promised"]) && promised.length === listed.length ? promised : undefined,
  };
}

/**
 * Finds the price that ended after a position had been opened on it: the newest that began before. A position without an
 * entry counts as one of the current price.
 */
export function endingOf(
  endings: readonly PriceEnding[],
  entryTick: number | undefined,
  current: Genesis | undefined,
): PriceEnding | undefined {
  if (current === undefined || entryTick === undefined || entryTick >= current.tick) return undefined;
  return endings.findLast(({ genesis }) => genesis.tick <= entryTick);
}

/** The terms that ended prices have promised for an epoch of a later one, or the fault in one of their lists. */
export type PromisedBefore = {
  /** By the newest price that promised some. */
  readonly text?: string;
  readonly fault?: { readonly expected?: string; readonly found?: string };
};

/**
 * Returns the terms that ended prices had promised for an epoch of a later price. The links of each list must lead to the
 * genesis of the price after it, so nothing can be left out of the list or changed in it.
 *
 * @param own the genesis of the later price
 * @param current the genesis of the current price
 */
export function promisedBefore(
  endings: readonly PriceEnding[],
  { own, current, epoch }: { own: Genesis; current: Genesis; epoch: number },
): PromisedBefore {
  let text: string | undefined;
  for (const [index, ending] of endings.entries()) {
    if (ending.genesis.tick >= own.tick) break;
    const { previousHead } = endings[index + 1]?.genesis ?? current;
    const found = reachedBy(ending);
    if (found !== previousHead) return { fault: { expected: previousHead, ...(found && { found }) } };
    text = ending.promised?.find((each) => each.epoch === epoch)?.text ?? text;
  }
  return text === undefined ? {} : { text };
}

/** Returns the head that the promised links lead to; undefined if the list cannot be read, or begins or goes on wrongly. */
function reachedBy({ genesis, head, promised, endedAt }: PriceEnding): string | undefined {
  if (head === undefined || promised === undefined || endedAt === undefined) return undefined;
  const first = Math.max(epochOf(Math.floor(endedAt)), epochOf(genesis.tick + 1));
  const isWhole = promised.every(
    (each, index) => each.epoch === first + index && termsHash(each.text) === each.termsHash,
  );
  return isWhole ? followChain(head, promised) : undefined;
}

/** Returns the head that an ended price had published up to an epoch, if its list reaches there. */
export function headListed({ head, promised }: PriceEnding, epoch: number): string | undefined {
  const at = promised?.findIndex((each) => each.epoch === epoch) ?? -1;
  return head === undefined || at < 0
    ? undefined
    : promised!.slice(0, at + 1).reduce((reached, link) => followChain(reached, [link]), head);
}

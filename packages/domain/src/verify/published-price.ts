import { readGenesis } from "./epoch-book.ts";
import { fieldsOf, HEX_32, readIndex, readInteger, readList, readText } from "./read-value.ts";
import type { Fields } from "./read-value.ts";

const MOST_KEYS = 1000;

/** The keys and the beginning of the price as they are published, compared with what a file says of them. */
export type PublishedPrice = {
  /** The published constants of the price, and its first state; undefined if nothing is published. */
  readonly process: string | undefined;
  /** Genesis and chain hash, if the file has others: the platform may say one thing to some and another to others. */
  readonly otherPrice: { readonly expected: string; readonly found: string } | undefined;
  /** Every published public key. */
  readonly keys: readonly string[];
  /** A key that the file lists and the platform does not list any more. */
  readonly droppedKey: string | undefined;
};

/**
 * Reads them from `GET /api/fairness`.
 *
 * @param reached the platform's own reply; undefined if it was not reached
 * @param inFile the reply in the file; undefined if it has none
 * @param entryTick of the position; the platform publishes no genesis of a price that has ended since
 */
export function readPublishedPrice(
  reached: { readonly fairness: unknown } | undefined,
  inFile: unknown,
  entryTick = Infinity,
): PublishedPrice {
  const published = fieldsOf(reached === undefined ? inFile : reached.fairness);
  const told = fieldsOf(inFile);
  const keys = keysOf(published);
  const isSamePrice = entryTick >= (readGenesis(published["genesis"])?.tick ?? 0);
  const isCompared = reached !== undefined && inFile !== undefined && isSamePrice;
  const [expected, found] = [beginningOf(published), beginningOf(told)];
  return {
    process: reached === undefined && inFile === undefined ? undefined : processOf(published),
    otherPrice: isCompared && expected !== found ? { expected, found } : undefined,
    keys,
    droppedKey: reached === undefined ? undefined : keysOf(told).find((key) => !keys.includes(key)),
  };
}

const keysOf = (published: Fields): string[] =>
  readList(published["keys"], MOST_KEYS).flatMap((key) => readText(fieldsOf(key)["publicKey"], HEX_32) ?? []);

/** Writes the constants in the order of the documentation, then the state at genesis. */
function processOf(published: Fields): string {
  const { mean, reversion, scale, unit, epochTicks } = fieldsOf(published["process"]);
  const { state } = fieldsOf(published["genesis"]);
  const integers = [mean, reversion, scale, unit].map(readInteger);
  const numbers = [...integers, readIndex(epochTicks), readInteger(state)];
  return numbers.map((each) => each ?? "?").join(" ");
}

function beginningOf(published: Fields): string {
  const { tick = "?", state = "?", previousHead = "?" } = readGenesis(published["genesis"]) ?? {};
  const chainHash = readText(fieldsOf(published["beacon"])["chainHash"], HEX_32) ?? "?";
  return `genesis ${tick} ${state} ${previousHead}\nbeacon ${chainHash}`;
}

import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { toHex } from "../epochs.ts";
import { formatScaled, readScaled } from "../numbers.ts";
import { DURATIONS } from "../product.ts";
import { computeTerms, HOUSE_EDGE_MAX, leastHouseEdge, SELL_FEE_MAX } from "../terms.ts";
import type { Terms, TermsOffer, WinRule } from "../terms.ts";

/** All the rules that an epoch's terms depend on. */
export type TermsRules = TermsOffer & {
  /** The fee for selling a position back, as a share of its value. */
  readonly sellFee: number;
  /** The hash of the beacon's chain, see `chainHashOf`. */
  readonly chainHash: string;
};

/** Writes a share as its shortest decimal. Refuses longer ones, which JavaScript may print with an exponent. */
function shareText(share: number): string {
  const text = String(share);
  if (!/^[01](\.\d{1,6})?$/.test(text)) throw new RangeError(`not a share with at most 6 decimals: ${text}`);
  return text;
}

/**
 * Converts a share to millionths: 10,000 for 1 %.
 *
 * @throws RangeError for a share with more than six decimals, which would need rounding
 */
export function shareMillionths(share: number): number {
  return Number(readScaled(shareText(share), 6));
}

/**
 * Writes the terms of an epoch's positions as the text whose hash is chained ahead: one `name value` to a line, each line
 * ended by a line feed.
 *
 * @param terms the terms of every duration, with the integers that the text promises
 * @throws RangeError for a share with more than six decimals
 */
export function termsText(rules: TermsRules, terms: readonly Terms[] = computeTerms(rules)): string {
  const { houseEdge, winRule, sellFee, chainHash } = rules;
  const lines = [
    `houseEdge ${shareText(houseEdge)}`,
    `winRule ${winRule}`,
    ...terms.map(
      (each) => `multiplier ${each.duration} ${formatScaled(BigInt(each.multiplierHundredths), 2)}`,
    ),
    ...terms.map(({ duration, pull }) => `pull ${duration} ${pull}`),
    ...terms.map(({ duration, reach }) => `reach ${duration} ${reach}`),
    `sellFee ${shareText(sellFee)}`,
    `beacon ${chainHash}`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Returns the SHA-256 of a terms text, in lower-case hex. */
export function termsHash(text: string): string {
  return toHex(sha256(utf8ToBytes(text)));
}

/** Returns the text of the same terms for prices that are made with another beacon. */
export function termsWithBeacon(text: string, chainHash: string): string {
  return text.replace(/^beacon .*$/m, `beacon ${chainHash}`);
}

/** The rules in a text, and the terms of every duration with the integers that the text promises, shortest first. */
export type PromisedRules = TermsRules & { readonly terms: readonly Terms[] };

const SHARE = "([01](?:\\.\\d{1,6})?)";
const linesOf = (name: string, value: string) =>
  DURATIONS.map((duration) => `${name} ${duration} (${value})\n`).join("");
const FORM = new RegExp(
  `^houseEdge ${SHARE}\nwinRule (barrier|direction)\n${linesOf("multiplier", "\\d{1,3}\\.\\d\\d")}` +
    `${linesOf("pull", "\\d{1,18}")}${linesOf("reach", "\\d{1,18}")}sellFee ${SHARE}\nbeacon ([0-9a-f]{64})\n$`,
);

/** Reads the terms in a text; undefined for any text that `termsText` does not write, and for terms outside the limits. */
export function parseTerms(text: string): PromisedRules | undefined {
  const values = FORM.exec(text)?.slice(1);
  if (values === undefined) return undefined;
  const [houseEdge, winRule, ...rest] = values as [string, WinRule, ...string[]];
  const take = () => rest.splice(0, DURATIONS.length);
  const multipliers = take().map((each) => Number(readScaled(each, 2)));
  const [pulls, reaches] = [take().map(BigInt), take().map(BigInt)];
  const [sellFee, chainHash] = rest as [string, string];
  const rules: TermsRules = {
    houseEdge: Number(houseEdge),
    winRule,
    sellFee: Number(sellFee),
    chainHash,
    multiplierOf: (duration) => multipliers[DURATIONS.indexOf(duration)]!,
  };
  const isOffered =
    rules.houseEdge >= leastHouseEdge(winRule) &&
    rules.houseEdge <= HOUSE_EDGE_MAX &&
    rules.sellFee <= SELL_FEE_MAX &&
    multipliers.every((each) => each > 0);
  if (!isOffered) return undefined;
  const own = computeTerms(rules);
  const terms = own.map((each, index) => ({ ...each, pull: pulls[index]!, reach: reaches[index]! }));
  return termsText(rules, terms) === text ? { ...rules, terms } : undefined;
}

/**
 * True if the integers that a text promises are those computed here, give or take 1. Engines round `exp` and `log`
 * differently, so no program may insist on its own.
 */
export function areTermsOwn(rules: PromisedRules): boolean {
  const own = computeTerms(rules);
  return rules.terms.every((each, index) => isWithin1(each, own[index]!));
}

type Integers = Pick<Terms, "pull" | "reach">;

export const isWithin1 = (one: Integers, other: Integers): boolean =>
  isNear(one.pull, other.pull) && isNear(one.reach, other.reach);

const isNear = (one: bigint, other: bigint) => one - other <= 1n && other - one <= 1n;

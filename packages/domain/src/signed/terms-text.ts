import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { toHex } from "../epochs.ts";
import { formatScaled, readScaled } from "../numbers.ts";
import { DURATIONS, multiplierHundredths } from "../product.ts";
import { HOUSE_EDGE_MAX, leastHouseEdge, SELL_FEE_MAX } from "../terms.ts";
import type { TermsOffer, WinRule } from "../terms.ts";

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
 * @throws RangeError for a share with more than six decimals
 */
export function termsText(rules: TermsRules): string {
  const { houseEdge, winRule, sellFee, chainHash, multiplierOf = multiplierHundredths } = rules;
  const multipliers = DURATIONS.map(
    (duration) => `multiplier ${duration} ${formatScaled(BigInt(multiplierOf(duration)), 2)}`,
  );
  const lines = [
    `houseEdge ${shareText(houseEdge)}`,
    `winRule ${winRule}`,
    ...multipliers,
    `sellFee ${shareText(sellFee)}`,
    `beacon ${chainHash}`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Returns the SHA-256 of a terms text, in lower-case hex. */
export function termsHash(text: string): string {
  return toHex(sha256(utf8ToBytes(text)));
}

/** Reads the terms in a text; undefined for any text that `termsText` does not write, and for terms outside the limits. */
export function parseTerms(text: string): TermsRules | undefined {
  const share = "([01](?:\\.\\d{1,6})?)";
  const multiplierLines = DURATIONS.map((each) => `multiplier ${each} (\\d{1,3}\\.\\d\\d)\n`).join("");
  const form = `^houseEdge ${share}\nwinRule (barrier|direction)\n${multiplierLines}sellFee ${share}\nbeacon ([0-9a-f]{64})\n$`;
  const values = new RegExp(form).exec(text)?.slice(1);
  if (values === undefined) return undefined;
  const [houseEdge, winRule, ...rest] = values as [string, WinRule, ...string[]];
  const multipliers = rest.slice(0, DURATIONS.length).map((each) => Number(readScaled(each, 2)));
  const [sellFee, chainHash] = rest.slice(DURATIONS.length) as [string, string];
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
  return isOffered && termsText(rules) === text ? rules : undefined;
}

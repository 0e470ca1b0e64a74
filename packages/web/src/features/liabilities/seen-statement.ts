import { isSound } from "@veritick/domain/verify/verify-statements.ts";
import type { StatementCheck } from "@veritick/domain/verify/verify-statements.ts";

/** The newest statement that this browser has seen and found right: its number, and the hash of its text. */
export type SeenStatement = { readonly number: number; readonly hash: string };

/**
 * What a list, newest first, says of the statement that was seen before: it holds it; it begins after it, so that older
 * ones must be asked for; it has another in its place; or it holds it no more.
 */
export type Remembered = "nothing" | "held" | "earlier" | "changed" | "gone";

type Check = Pick<StatementCheck, "number" | "hash">;

export function remember(seen: SeenStatement | undefined, checks: readonly Check[]): Remembered {
  if (seen === undefined) return "nothing";
  const same = checks.find(({ number }) => number === seen.number);
  if (same !== undefined) return same.hash === seen.hash ? "held" : "changed";
  const oldest = checks.at(-1);
  return oldest !== undefined && oldest.number > seen.number ? "earlier" : "gone";
}

/** What is noted after a look at a list; undefined where nothing is to be noted that is not noted already. */
export function nextSeen(
  seen: SeenStatement | undefined,
  checks: readonly StatementCheck[],
): SeenStatement | undefined {
  const [newest] = checks;
  if (newest === undefined || newest.number === seen?.number) return undefined;
  const known = remember(seen, checks);
  const since = known === "held" ? checks.filter(({ number }) => number >= seen!.number) : [newest];
  if ((known !== "held" && known !== "nothing") || !since.every(isSound)) return undefined;
  return { number: newest.number, hash: newest.hash };
}

const KEY = "liabilitiesSeen";

/** A browser that refuses storage has seen nothing. */
export function readSeen(): SeenStatement | undefined {
  try {
    const { number, hash } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<SeenStatement>;
    return typeof number === "number" && typeof hash === "string" ? { number, hash } : undefined;
  } catch {
    return undefined;
  }
}

export function writeSeen(seen: SeenStatement | undefined): void {
  try {
    if (seen === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(seen));
  } catch {
    return;
  }
}

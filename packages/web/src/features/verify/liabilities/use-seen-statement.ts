import { isSound } from "@veritick/domain/verify/verify-statements.ts";
import type { StatementCheck } from "@veritick/domain/verify/verify-statements.ts";
import { useEffect, useEffectEvent, useState } from "react";
import type { CheckedStatement } from "./use-statements.ts";

export type Lost = {
  readonly seen: SeenStatement;
  /** What stands in its place now; undefined where nothing does. */
  readonly now: SeenStatement | undefined;
  /** Goes on with what is published now. */
  readonly accept: () => void;
};

/**
 * Notes the newest statement that was right, and tells of one that was seen before and is no longer published. Until
 * somebody goes on with what is there instead, the note stays as it is.
 *
 * @param hasEarlier whether there are older statements than those that were fetched
 * @param askEarlier fetches them; undefined while that cannot be done
 */
export function useSeenStatement(
  checked: readonly CheckedStatement[] | undefined,
  hasEarlier: boolean,
  askEarlier: (() => void) | undefined,
): Lost | undefined {
  const [seen, setSeen] = useState(readSeen);
  const checks = checked?.map(({ check }) => check);
  const said = checks === undefined ? "nothing" : remember(seen, checks);
  const known = said === "earlier" && !hasEarlier ? "gone" : said;
  const next = checks && nextSeen(seen, checks);

  const isEarlierWanted = known === "earlier" && askEarlier !== undefined;
  const ask = useEffectEvent(() => askEarlier?.());
  useEffect(() => {
    if (isEarlierWanted) ask();
  }, [isEarlierWanted]);
  const note = useEffectEvent(() => next && writeSeen(next));
  useEffect(() => {
    note();
  }, [next?.hash]);

  if (seen === undefined || checks === undefined || (known !== "changed" && known !== "gone"))
    return undefined;
  const now = checks.find(({ number }) => number === seen.number);
  const newest = checks[0];
  return {
    seen,
    now,
    accept() {
      const accepted = newest === undefined ? undefined : { number: newest.number, hash: newest.hash };
      writeSeen(accepted);
      setSeen(accepted);
    },
  };
}

/** The newest statement that this browser has seen and found right: its number, and the hash of its text. */
type SeenStatement = { readonly number: number; readonly hash: string };

/**
 * What a list, newest first, says of the statement that was seen before: it holds it; it begins after it, so that older
 * ones must be asked for; it has another in its place; or it holds it no more.
 */
type Remembered = "nothing" | "held" | "earlier" | "changed" | "gone";

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
function readSeen(): SeenStatement | undefined {
  try {
    const { number, hash } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<SeenStatement>;
    return typeof number === "number" && typeof hash === "string" ? { number, hash } : undefined;
  } catch {
    return undefined;
  }
}

function writeSeen(seen: SeenStatement | undefined): void {
  try {
    if (seen === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(seen));
  } catch {
    return;
  }
}

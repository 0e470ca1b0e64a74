import { isSound } from "@veritick/domain/verify/verify-statements.ts";
import type { StatementCheck } from "@veritick/domain/verify/verify-statements.ts";
import { useEffect, useEffectEvent, useState } from "react";
import type { CheckedStatement } from "./use-statements.ts";

export type Lost = {
  readonly seen: SeenStatement;
  /** The statement that now has its number; undefined if there is none. */
  readonly now: SeenStatement | undefined;
  /** Accepts the present statements. */
  readonly accept: () => void;
};

/**
 * Notes the newest right statement, and reports a noted one that has changed or disappeared. The note then stays until the
 * user accepts the present statements.
 *
 * @param hasEarlier whether there are older statements than the loaded ones
 * @param askEarlier loads older statements; undefined while that is impossible
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

/** The newest statement that this browser found right: its number and the hash of its text. */
type SeenStatement = { readonly number: number; readonly hash: string };

/**
 * Where a list, newest first, has the statement seen earlier. `held`: it has it. `earlier`: it begins after it, so older
 * ones must be loaded. `changed`: another statement has its number. `gone`: it lacks it. `nothing`: none was seen.
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

/** The statement to note after a look at a list; undefined if there is nothing new to note. */
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

/** A browser without storage counts as having seen nothing. */
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

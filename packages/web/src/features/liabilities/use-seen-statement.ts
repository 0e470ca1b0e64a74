import { useEffect, useEffectEvent, useState } from "react";
import { nextSeen, readSeen, remember, writeSeen } from "./seen-statement.ts";
import type { SeenStatement } from "./seen-statement.ts";
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

import type { SignedStatement } from "@veritick/contract/schemas/fairness.ts";
import { readStated } from "@veritick/domain/verify/liability-evidence.ts";
import { isSound, verifyStatements } from "@veritick/domain/verify/verify-statements.ts";
import type { IsSigned } from "@veritick/domain/signed/is-signed.ts";
import type { StatementCheck } from "@veritick/domain/verify/verify-statements.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../../api/client.ts";
import { keyOf } from "../../../api/query.ts";
import { usePagedList } from "../../../api/paged-list.ts";
import type { PagedData } from "../../../api/paged-list.ts";

type Page = { statements: SignedStatement[]; keys: string[]; isSigned: IsSigned };

export type CheckedStatement = { readonly stated: SignedStatement; readonly check: StatementCheck };

async function fetchPage(before: number | undefined, signal: AbortSignal): Promise<Page> {
  const [statements, { keys }] = await Promise.all([
    call("listLiabilities", { query: before === undefined ? {} : { before: String(before) }, signal }),
    call("fairness", { signal }),
  ]);
  if (!statements.every(readStated)) throw new Error("not a list of statements");
  const published = keys.map(({ publicKey }) => publicKey);
  return { statements, keys: published, isSigned: await prepareSignatures(statements, published) };
}

/** Returns where the next page begins, or undefined after statement 1 and after a page without older statements. */
function nextOf({ statements }: Page, before: number | undefined): number | undefined {
  const oldest = statements.at(-1)?.number;
  return oldest === undefined || oldest <= 1 || oldest >= (before ?? Infinity) ? undefined : oldest;
}

/** Loads all statements, newest first, and checks each in this browser. */
export const useStatements = () =>
  usePagedList({
    queryKey: keyOf("listLiabilities"),
    fetchPage,
    nextOf: (pages, cursors) => nextOf(pages.at(-1)!, cursors.at(-1)),
    select: checkAll,
    structuralSharing: false,
    // There may be a newer statement when the page is opened again.
    staleTime: 0,
    gcTime: 0,
  });

function checkAll({ pages }: PagedData<Page, number>): CheckedStatement[] {
  const statements = pages.flatMap((page) => page.statements);
  const keys = pages.flatMap((page) => page.keys);
  const isSigned: IsSigned = (...signed) => pages.some((page) => page.isSigned(...signed));
  return verifyStatements(statements, keys, isSigned).map((check, index) => ({
    stated: statements[index]!,
    check,
  }));
}

/** After this many signatures, the browser can draw again. */
const AT_ONCE = 5;

export const loadIsSigned = async (): Promise<IsSigned> => (await import("../../../lib/ed25519.ts")).isSigned;

type Signed = { readonly text: string; readonly signature: string };

/** Checks some signatures in advance without blocking the page. The result knows only these. */
export async function prepareSignatures(
  signed: readonly Signed[],
  keys: readonly string[],
): Promise<IsSigned> {
  const isSigned = await loadIsSigned();
  const answers = new Map<string, boolean>();
  const nameOf = (...parts: string[]) => parts.join("\n");
  let asked = 0;
  for (const { text, signature } of signed) {
    const key = keys.find((each) => text.endsWith(`key ${each}\n`));
    if (key === undefined) continue;
    answers.set(nameOf(signature, key, text), isRight(isSigned, [text, signature, key]));
    asked += 1;
    if (asked % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return (text, signature, key) => answers.get(nameOf(signature, key, text)) ?? false;
}

function isRight(isSigned: IsSigned, parts: Parameters<IsSigned>): boolean {
  try {
    return isSigned(...parts);
  } catch {
    return false;
  }
}

export type Lost = {
  readonly seen: SeenStatement;
  /** The statement that now has its number; undefined if there is none. */
  readonly now: SeenStatement | undefined;
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
 * The place of the statement seen earlier in a list, newest first. `held`: the list has it. `earlier`: the list begins after
 * it, so older ones must be loaded. `changed`: another statement has its number. `gone`: the list lacks it. `nothing`: none
 * was seen.
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

/** Returns the statement to note after a look at a list, or undefined if there is nothing new to note. */
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

/** Reads the noted statement. A browser without storage counts as having seen none. */
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

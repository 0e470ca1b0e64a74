import { useInfiniteQuery } from "@tanstack/react-query";
import type { InfiniteData } from "@tanstack/react-query";
import type { SignedStatement } from "@veritick/contract/schemas/fairness.ts";
import { readStated } from "@veritick/domain/verify/liability-evidence.ts";
import { verifyStatements } from "@veritick/domain/verify/verify-statements.ts";
import type { IsSigned, StatementCheck } from "@veritick/domain/verify/verify-statements.ts";
import { useMemo } from "react";
import { call } from "../../../api/client.ts";
import { keyOf } from "../../../api/query.ts";

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

/** Where the next page begins. Undefined after statement 1, and after a page that brought nothing older. */
function nextOf({ statements }: Page, before: number | undefined): number | undefined {
  const oldest = statements.at(-1)?.number;
  return oldest === undefined || oldest <= 1 || oldest >= (before ?? Infinity) ? undefined : oldest;
}

/** All loaded statements, newest first, each checked in this browser. */
export function useStatements() {
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, unknown[], number | undefined>({
    queryKey: [...keyOf("listLiabilities")],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (page, _, before) => nextOf(page, before),
    structuralSharing: false,
    // There may be a newer statement when the page is opened again.
    staleTime: 0,
    gcTime: 0,
  });
  const checked = useMemo(() => query.data && checkAll(query.data.pages), [query.data]);
  return { query, checked };
}

function checkAll(pages: readonly Page[]): CheckedStatement[] {
  const statements = pages.flatMap((page) => page.statements);
  const keys = pages.flatMap((page) => page.keys);
  const isSigned: IsSigned = (...signed) => pages.some((page) => page.isSigned(...signed));
  return verifyStatements(statements, keys, isSigned).map((check, index) => ({
    stated: statements[index]!,
    check,
  }));
}

/** After this many signatures the browser may draw again. */
const AT_ONCE = 5;

/** Loads the code that checks Ed25519 signatures. */
export const loadIsSigned = async (): Promise<IsSigned> => (await import("../../../lib/ed25519.ts")).isSigned;

type Signed = { readonly text: string; readonly signature: string };

/** Checks some signatures in advance without blocking the page. The result answers only for these. */
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

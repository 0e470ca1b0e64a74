import type { SignedStatement } from "@veritick/contract/schemas/fairness.ts";
import type { InfiniteData } from "@tanstack/react-query";
import { useInfiniteQuery } from "@tanstack/react-query";
import { readStated } from "@veritick/domain/verify/liability-evidence.ts";
import { verifyStatements } from "@veritick/domain/verify/verify-statements.ts";
import type { IsSigned, StatementCheck } from "@veritick/domain/verify/verify-statements.ts";
import { useMemo } from "react";
import { call } from "../../lib/api.ts";
import { keyOf } from "../../lib/query.ts";
import { prepareSignatures } from "./signatures.ts";

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

/** The first statement is number 1; before it there is nothing to ask for, nor after a page that leads nowhere. */
function nextOf({ statements }: Page, before: number | undefined): number | undefined {
  const oldest = statements.at(-1)?.number;
  return oldest === undefined || oldest <= 1 || oldest >= (before ?? Infinity) ? undefined : oldest;
}

/** All statements that were asked for so far, newest first, each checked in this browser. */
export function useStatements() {
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, unknown[], number | undefined>({
    queryKey: [...keyOf("listLiabilities")],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (page, _, before) => nextOf(page, before),
    structuralSharing: false,
    // A page that is opened again may find a newer statement.
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

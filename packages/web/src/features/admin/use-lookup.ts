import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isTronAddress, plainAddress } from "@veritick/domain/addresses.ts";
import { plainEmail } from "@veritick/domain/emails.ts";
import { compact, readTransactionId } from "@veritick/domain/typed-text.ts";
import { useEffect, useState } from "react";
import { useTextOf } from "../../locales/text.ts";

const PAUSE_MS = 200;
const NONE: readonly never[] = [];

type Lookup<T> = {
  /** The results, those of the text before until there are new ones. */
  readonly options: readonly T[];
  /** Whether they are the results for the text as it is typed now. */
  readonly isKnown: boolean;
  /** Says that the search is running or has failed. */
  readonly doing: string | undefined;
};

/** Looks up what somebody types, after a pause in typing. */
export function useLookup<T>(
  typed: string,
  key: readonly unknown[],
  find: (text: string, signal: AbortSignal) => Promise<readonly T[]>,
): Lookup<T> {
  const { search: words } = useTextOf("admin");
  const wanted = plainSearch(typed);
  const text = useSettled(wanted);
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    queryKey: [...key, text],
    queryFn: ({ signal }) => find(text, signal),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
  const isLooking = isFetching || text !== wanted;
  return {
    options: wanted === "" || text === "" ? NONE : (data ?? NONE),
    isKnown: text !== "" && text === wanted && data !== undefined && !isPlaceholderData,
    doing: isLooking ? words.looking : isError ? words.failed : undefined,
  };
}

/** Returns the text to look for: an address, a transaction, an e-mail or a part of one, or an id. */
function plainSearch(typed: string): string {
  const address = plainAddress(typed);
  if (isTronAddress(address)) return address;
  return readTransactionId(typed) ?? (typed.includes("@") ? plainEmail(typed) : compact(typed));
}

/** Returns a text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

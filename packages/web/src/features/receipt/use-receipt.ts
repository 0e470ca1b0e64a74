import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../lib/api-error.ts";
import { getOptions } from "../../lib/query.ts";

const POLL_MS = 2_000;

export type ReceiptState =
  | { readonly state: "loading" | "not-there" }
  | { readonly state: "failed"; readonly retry: () => void }
  | { readonly state: "there"; readonly receipt: PositionReceipt };

/**
 * The receipt. Its key lies below that of the list of positions, so that what renews the list (the push of a result,
 * the return of a lost connection) renews the receipt; while the position is open it is asked for besides.
 */
export function useReceipt(id: string): ReceiptState {
  const query = useQuery({
    ...getOptions("getPosition", { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.position.status === "active" ? POLL_MS : false),
  });
  if (query.data !== undefined) return { state: "there", receipt: query.data };
  // A refused retry keeps its words until there is an answer: the page does not flicker.
  if (query.error instanceof ApiError && [400, 404].includes(query.error.status))
    return { state: "not-there" };
  if (query.isError && !query.isFetching) return { state: "failed", retry: () => void query.refetch() };
  return { state: "loading" };
}

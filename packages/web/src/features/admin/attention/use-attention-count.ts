import { useQuery } from "@tanstack/react-query";
import { listAttention } from "../../../lib/calls-of-admins.ts";
import { keyOf } from "../../../lib/query.ts";
import { adminCall } from "../admin-calls.ts";
import { live } from "../admin-queries.ts";
import { isOpenItem } from "./use-attention.ts";

const REFRESH_MS = 20_000;

/** How many items are open; undefined until it is known. */
export function useAttentionCount(): number | undefined {
  const { data } = useQuery({
    ...live,
    refetchInterval: REFRESH_MS,
    queryKey: [...keyOf(listAttention), "count"],
    // Every answer holds all that is open, however little else is asked for.
    queryFn: ({ signal }) => adminCall(listAttention, { query: { limit: 1 }, signal }),
    select: (items) => items.filter(isOpenItem).length,
  });
  return data;
}

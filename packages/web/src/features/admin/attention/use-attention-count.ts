import { useQuery } from "@tanstack/react-query";
import { adminCall, adminKeyOf } from "../admin-calls.ts";
import { live } from "../admin-queries.ts";
import { isOpenItem } from "./use-attention.ts";

const REFRESH_MS = 20_000;

/** How many items are open; undefined until it is known. */
export function useAttentionCount(): number | undefined {
  const { data } = useQuery({
    ...live,
    refetchInterval: REFRESH_MS,
    queryKey: [...adminKeyOf("listAttention"), "count"],
    // Every answer holds all that is open, however little else is asked for.
    queryFn: ({ signal }) => adminCall("listAttention", { query: { limit: 1 }, signal }),
    select: (items) => items.filter(isOpenItem).length,
  });
  return data;
}

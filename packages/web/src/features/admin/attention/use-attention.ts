import { useQuery } from "@tanstack/react-query";
import type { InfiniteData } from "@tanstack/react-query";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { queryClient } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import { adminCall, adminKeyOf, live } from "../admin-queries.ts";
import { pageQuery } from "../paging.ts";
import { usePages } from "../use-pages.ts";

export const isOpenItem = ({ resolvedAt }: AttentionItem) => resolvedAt === null;

const LIST = [...adminKeyOf("listAttention"), "pages"];

export const useAttention = () =>
  usePages<AttentionItem>({
    queryKey: LIST,
    fetchPage: (before, signal) => adminCall("listAttention", { query: pageQuery(before), signal }),
    isOpen: isOpenItem,
  });

/** What a decision answered is on the page at once. */
export function rememberItem(item: AttentionItem) {
  queryClient.setQueryData<InfiniteData<AttentionItem[]>>(
    LIST,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => page.map((each) => (each.id === item.id ? item : each))),
      },
  );
}

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

/** USDT on TRON, as items name it. */
export const OUR_ASSET = "usdttrc20";

/** What is left to decide, to the last digit; undefined where no amount is named. */
export function useItemAmount({ amount }: AttentionItem): string | undefined {
  const format = useFormat();
  return amount === null ? undefined : format.exactAmount(amount);
}

/** USDT is called as everywhere else; any other asset as the provider calls it. */
export const unitOf = ({ asset }: AttentionItem): string =>
  asset === null || asset === OUR_ASSET ? "USDT" : asset.toUpperCase();

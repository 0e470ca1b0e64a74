import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import type { InfiniteData } from "@tanstack/react-query";
import { queryClient } from "../../../lib/query.ts";
import { adminCall, adminKeyOf } from "../admin-calls.ts";
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

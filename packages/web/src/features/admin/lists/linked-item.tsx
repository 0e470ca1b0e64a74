import { useQuery } from "@tanstack/react-query";
import { UUID_OF_ANY_CASE } from "@veritick/domain/uuid.ts";
import { useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Caption } from "../../../ui/primitives.tsx";
import { Loaded, LoadingRows } from "../../../ui/states.tsx";
import { adminCall, adminKeyOf, following } from "../admin-queries.ts";
import { Rows } from "./record-table.tsx";
import type { RecordTable } from "./record-table.tsx";

/** Returns the id that the address asks for, as the search wrote it. */
export function useLinkedId(name: "item" | "proposal"): string | undefined {
  const id = new URLSearchParams(useSearch()).get(name) ?? "";
  return UUID_OF_ANY_CASE.test(id) ? id.toLowerCase() : undefined;
}

type LinkedItemProps<T> = {
  id: string | undefined;
  list: "listAttention" | "listProposals";
  /** Whether the list on the page shows the item; undefined until that is known. */
  isListed: boolean | undefined;
  isOpen: (item: T) => boolean;
  table: RecordTable<T>;
};

/** Shows the item that the address asks for above the list, if the list lacks it because it is closed or not loaded yet. */
export function LinkedItem<T extends { readonly id: string }>({ id, isListed, ...rest }: LinkedItemProps<T>) {
  const visit: unknown = useHistoryState();
  const [first, setFirst] = useState<{ id: string; visit: unknown; isListed: boolean }>();
  // It stays where it first appeared for as long as somebody uses it.
  const isKnown = first !== undefined && first.id === id && first.visit === visit;
  if (!isKnown && id !== undefined && isListed !== undefined) setFirst({ id, visit, isListed });
  if (id === undefined || !isKnown || first.isListed) return null;
  return <LinkedCard<T> key={id} id={id} {...rest} />;
}

type LinkedCardProps<T> = Omit<LinkedItemProps<T>, "isListed"> & { id: string };

function LinkedCard<T extends { readonly id: string }>({ id, list, isOpen, table }: LinkedCardProps<T>) {
  const { common } = useText();
  const { search: words, list: listWords } = useTextOf("admin");
  const [path, navigate] = useLocation();
  const place = useRef<HTMLElement>(null);
  const query = useQuery({
    ...following("attention"),
    queryKey: [...adminKeyOf(list), "linked", id],
    queryFn: async ({ signal }) => (await adminCall(list, { query: { id }, signal })) as unknown as T[],
  });
  const { data } = query;
  const item = data?.[0];
  // Screen readers hear this, also if there is no row to go to.
  const said = data && (item === undefined ? words.gone : isOpen(item) ? words.further : words.closed);

  function close() {
    navigate(path, { replace: true });
    place.current?.closest("main")?.focus({ preventScroll: true });
  }

  return (
    <Card
      title={words.sought}
      aside={
        <Button variant="quiet" onClick={close}>
          {common.close}
        </Button>
      }
    >
      <span ref={place} role="status">
        {said !== undefined && <Caption>{said}</Caption>}
      </span>
      <Loaded query={query} look="line" failed={listWords.failed} loading={<LoadingRows />}>
        {() => item !== undefined && <Rows table={table} rows={[{ item, isGone: false }]} linkedId={id} />}
      </Loaded>
    </Card>
  );
}

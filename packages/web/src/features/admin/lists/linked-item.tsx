import { useQuery } from "@tanstack/react-query";
import { UUID_OF_ANY_CASE } from "@veritick/domain/uuid.ts";
import { useEffect, useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Caption } from "../../../ui/primitives.tsx";
import { Loaded, LoadingRows } from "../../../ui/states.tsx";
import { adminCall, adminKeyOf, following } from "../admin-queries.ts";
import { rowsClass } from "./lists.tsx";
import type { Columns } from "./lists.tsx";
import styles from "./lists.module.css";

/** Returns the id that the address asks for, as the search wrote it. */
export function useLinkedId(name: "item" | "proposal"): string | undefined {
  const id = new URLSearchParams(useSearch()).get(name) ?? "";
  return UUID_OF_ANY_CASE.test(id) ? id.toLowerCase() : undefined;
}

const MARKED_MS = 3_000;

/** Brings a row into view and focuses it if the address asks for it. Returns whether the row is marked now. */
export function useLinkedRow(place: RefObject<HTMLElement | null>, isLinked: boolean): boolean {
  const visit: unknown = useHistoryState();
  const [isMarked, setMarked] = useState(false);
  useEffect(() => {
    if (!isLinked) return undefined;
    let arriving: ReturnType<typeof setTimeout>;
    // A page scrolls to its top as it opens, and a dialog returns the focus as it closes. This waits for both.
    const frame = requestAnimationFrame(() => {
      arriving = setTimeout(() => {
        const isTall = (place.current?.offsetHeight ?? 0) > innerHeight / 2;
        place.current?.scrollIntoView({ block: isTall ? "start" : "center" });
        place.current?.focus({ preventScroll: true });
        setMarked(true);
      });
    });
    const leaving = setTimeout(() => setMarked(false), MARKED_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(arriving);
      clearTimeout(leaving);
    };
  }, [isLinked, place, visit]);
  return isMarked && isLinked;
}

type LinkedItemProps<T> = {
  id: string | undefined;
  list: "listAttention" | "listProposals";
  /** Whether the list on the page shows the item; undefined until that is known. */
  isListed: boolean | undefined;
  isOpen: (item: T) => boolean;
  columns: Columns;
  row: (item: T) => ReactNode;
};

/** Shows the item that the address asks for above the list, if the list lacks it because it is closed or not loaded yet. */
export function LinkedItem<T>({ id, isListed, ...rest }: LinkedItemProps<T>) {
  const visit: unknown = useHistoryState();
  const [first, setFirst] = useState<{ id: string; visit: unknown; isListed: boolean }>();
  // It stays where it first appeared for as long as somebody uses it.
  const isKnown = first !== undefined && first.id === id && first.visit === visit;
  if (!isKnown && id !== undefined && isListed !== undefined) setFirst({ id, visit, isListed });
  if (id === undefined || !isKnown || first.isListed) return null;
  return <LinkedCard<T> key={id} id={id} {...rest} />;
}

type LinkedCardProps<T> = Omit<LinkedItemProps<T>, "isListed"> & { id: string };

function LinkedCard<T>({ id, list, isOpen, columns, row }: LinkedCardProps<T>) {
  const { common } = useText();
  const { search: words, list: listWords } = useTextOf("admin");
  const [path, navigate] = useLocation();
  const place = useRef<HTMLElement>(null);
  const query = useQuery({
    ...following("attention"),
    queryKey: [...adminKeyOf(list), "linked", id],
    queryFn: async ({ signal }) => (await adminCall(list, { query: { id }, signal })) as T[],
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
        {() => item !== undefined && <ul className={rowsClass(columns, styles["found"])}>{row(item)}</ul>}
      </Loaded>
    </Card>
  );
}

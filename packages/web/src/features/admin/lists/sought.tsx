import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useAdminText, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Caption, classNames } from "../../../ui/primitives.tsx";
import { LoadFailedLine } from "../../../ui/states/placeholders.tsx";
import { adminCall, adminKeyOf, live, REFRESH_MS } from "../admin-queries.ts";
import { LoadingRows } from "./lists.tsx";
import styles from "./lists.module.css";

type SoughtProps<T> = {
  id: string | undefined;
  list: "listAttention" | "listProposals";
  /** Whether the list on the page shows it; undefined until that is known. */
  isListed: boolean | undefined;
  isOpen: (item: T) => boolean;
  className?: string | undefined;
  row: (item: T) => ReactNode;
};

/** Above a list, what somebody looks for and the list does not show: because it is closed, or further down than is loaded. */
export function Sought<T>({ id, isListed, ...rest }: SoughtProps<T>) {
  const visit: unknown = useHistoryState();
  const [first, setFirst] = useState<{ id: string; visit: unknown; isListed: boolean }>();
  // It stays where it was shown first, for as long as somebody is at it.
  const isKnown = first !== undefined && first.id === id && first.visit === visit;
  if (!isKnown && id !== undefined && isListed !== undefined) setFirst({ id, visit, isListed });
  if (id === undefined || !isKnown || first.isListed) return null;
  return <SoughtCard<T> key={id} id={id} {...rest} />;
}

type SoughtCardProps<T> = Omit<SoughtProps<T>, "isListed"> & { id: string };

function SoughtCard<T>({ id, list, isOpen, className, row }: SoughtCardProps<T>) {
  const { common } = useText();
  const { search: words, list: listWords } = useAdminText();
  const [path, navigate] = useLocation();
  const place = useRef<HTMLElement>(null);
  const { data, isError, isFetching, refetch } = useQuery({
    ...live,
    refetchInterval: REFRESH_MS,
    queryKey: [...adminKeyOf(list), "sought", id],
    queryFn: async ({ signal }) => (await adminCall(list, { query: { id }, signal })) as T[],
  });
  const item = data?.[0];
  // Where there is no row to go to, the reader hears so.
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
      {item !== undefined && (
        <ul className={classNames(styles["endlessRows"], styles["found"], className)}>{row(item)}</ul>
      )}
      {data === undefined &&
        (isError && !isFetching ? (
          <LoadFailedLine words={listWords.failed} onRetry={() => refetch()} />
        ) : (
          <LoadingRows />
        ))}
    </Card>
  );
}

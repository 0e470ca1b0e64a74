import { useEffect, useEffectEvent, useRef } from "react";
import { useText } from "../../locales/text.ts";
import { LinkButton } from "../button.tsx";
import styles from "./list-end.module.css";
import { Spinner } from "./loading.tsx";

/** What a list of pages says of itself, as an infinite query does. */
type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
};

type ListEndProps = { pages: Pages; loading: string; end: string };

/** How far below the edge of the window the end may be when more is asked for. */
const MARGIN = "800px";

/** Asks for the next page as the end of a list comes near. Says what it does, also where that failed or nothing is left. */
export function ListEnd({ pages, loading, end }: ListEndProps) {
  const { loadFailed, retry } = useText().common;
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const place = useNearEnd(hasNextPage && !isFetching && !isFetchNextPageError, () => void fetchNextPage());
  return (
    <div ref={place} className={styles["end"]} role="status">
      {isFetchNextPageError ? (
        <>
          {loadFailed.more}
          <LinkButton onClick={() => void fetchNextPage()}>{retry}</LinkButton>
        </>
      ) : hasNextPage ? (
        <>
          <Spinner />
          {loading}
        </>
      ) : (
        end
      )}
    </div>
  );
}

function useNearEnd(isReady: boolean, onNear: () => void) {
  const place = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const end = place.current;
    if (!isReady || end === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && near(), {
      rootMargin: MARGIN,
    });
    observer.observe(end);
    return () => observer.disconnect();
  }, [isReady]);
  return place;
}

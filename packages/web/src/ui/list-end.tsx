import { useEffect, useEffectEvent, useRef } from "react";
import { useText } from "../locales/text.ts";
import { LinkButton } from "./button.tsx";
import { Spinner } from "./primitives.tsx";
import styles from "./states.module.css";

/** The part of an infinite query that the end of a list needs. */
type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
};

type ListEndProps = { pages: Pages; loading: string; end: string };

/** The distance below the window's edge at which the end of the list loads more. */
const MARGIN = "800px";

/** Loads the next page as the end of a list comes near. Reports progress, a failure, or the end. */
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
    // A busy browser reports several changes at once. The last one holds.
    const observer = new IntersectionObserver(
      (changes) => changes.at(-1)?.isIntersecting === true && near(),
      {
        rootMargin: MARGIN,
      },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [isReady]);
  return place;
}

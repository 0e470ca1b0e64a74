import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useText } from "../locales/text.ts";
import { Button, LinkButton } from "./button.tsx";
import { AlertIcon, InfoIcon } from "./icons.tsx";
import { classNames, Quiet, Spinner } from "./primitives.tsx";
import styles from "./states.module.css";

type BannerTone = "info" | "warn" | "bad";

type BannerProps = { tone: BannerTone; action?: ReactNode; live?: boolean; children: ReactNode };

/** A notice that stays in place. `live` announces it when it appears by itself. */
export function Banner({ tone, action, live = false, children }: BannerProps) {
  return (
    <div className={classNames(styles["banner"], styles[tone])} role={live ? "status" : undefined}>
      {tone === "info" ? <InfoIcon size={18} /> : <AlertIcon size={18} />}
      <div className={styles["text"]}>{children}</div>
      {action}
    </div>
  );
}

/** Announces why a form was refused, if no field is at fault. Empty without words. */
export function Failure({ words }: { words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <div role="alert">
      <Banner tone="bad">{words}</Banner>
    </div>
  );
}

type EmptyStateProps = { title: string; hint?: string; action?: ReactNode; role?: "status" | "alert" };

/** Says what will appear here, and how to make it appear. */
export function EmptyState({ title, hint, action, role }: EmptyStateProps) {
  return (
    <div role={role} className={styles["empty"]}>
      <p className={styles["title"]}>{title}</p>
      {hint !== undefined && <p className={styles["hint"]}>{hint}</p>}
      {action}
    </div>
  );
}

type LoadFailedProps = {
  title?: string;
  hint?: string;
  /** If it returns a promise, the button shows progress until that ends. */
  onRetry: () => unknown;
};

/** Replaces content that did not load, announces that to screen readers, and offers to retry. */
export function LoadFailed({ title, hint, onRetry }: LoadFailedProps) {
  const { loadFailed, retry } = useText().common;
  const [isTrying, setTrying] = useState(false);

  async function tryAgain() {
    setTrying(true);
    try {
      await onRetry();
    } finally {
      setTrying(false);
    }
  }

  return (
    <EmptyState
      role="status"
      title={title ?? loadFailed.title}
      hint={hint ?? loadFailed.hint}
      action={
        <Button variant="quiet" pending={isTrying} onClick={() => void tryAgain()}>
          {retry}
        </Button>
      }
    />
  );
}

export type LoadedProps<T> = {
  query: { readonly data: T | undefined; readonly isError: boolean; readonly refetch: () => unknown };
  loading: ReactNode;
  /** Says what did not load, if the usual words do not fit. */
  failed?: string;
  /** "line" suits a figure or a switch, "banner" a dialog. */
  look?: "block" | "line" | "banner";
  children: (data: T) => ReactNode;
};

/**
 * Shows the data of a query. Until there is any, it shows `loading`, or a failure with a button to retry. A failed refresh
 * keeps the data.
 */
export function Loaded<T>({ query, loading, failed, look = "block", children }: LoadedProps<T>) {
  const { loadFailed, retry } = useText().common;
  // While there is data, only `data` is read, so that a poll which changes nothing draws nothing.
  if (query.data !== undefined) return children(query.data);
  // A query without data is no longer an error while it tries again.
  if (!query.isError) return loading;
  const words = failed ?? loadFailed.title;
  if (look === "block") return <LoadFailed title={words} onRetry={() => query.refetch()} />;
  const again = <LinkButton onClick={() => void query.refetch()}>{retry}</LinkButton>;
  return look === "line" ? (
    <Quiet role="status">
      {words} {again}
    </Quiet>
  ) : (
    <Banner tone="warn" action={again}>
      {words}
    </Banner>
  );
}

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
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && near(), {
      rootMargin: MARGIN,
    });
    observer.observe(end);
    return () => observer.disconnect();
  }, [isReady]);
  return place;
}

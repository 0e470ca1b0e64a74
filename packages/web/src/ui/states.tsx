import { useState } from "react";
import type { ReactNode } from "react";
import { useText } from "../locales/text.ts";
import { Button, LinkButton } from "./button.tsx";
import { AlertIcon, InfoIcon } from "./icons.tsx";
import { classNames, Quiet, Skeleton, Spinner } from "./primitives.tsx";
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

/** A source of data as `Loaded` takes it: a query, or several queries joined into one. */
export type Loadable<T> = {
  readonly data: T | undefined;
  readonly isError: boolean;
  /** If it returns a promise, the button to retry shows progress until that ends. */
  readonly refetch: () => unknown;
};

type FailedWords = { readonly title: string; readonly hint: string };

export type LoadedProps<T> = {
  query: Loadable<T>;
  loading?: ReactNode;
  /** Says what did not load, if the usual words do not fit. Only a block shows the hint. */
  failed?: string | FailedWords;
  /** "line" suits a figure or a switch, "banner" a dialog. */
  look?: "block" | "line" | "banner";
  /** Left out if the data is shown elsewhere. */
  children?: (data: T) => ReactNode;
};

/**
 * Shows the data of a query. Until there is any, it shows `loading`, or a failure with a button to retry, which keeps its
 * place and the focus while it tries. A failed refresh keeps the data.
 */
export function Loaded<T>({ query, loading, failed, look = "block", children }: LoadedProps<T>) {
  const { loadFailed, retry } = useText().common;
  const [isTrying, setTrying] = useState(false);
  // While there is data, only `data` is read, so that a poll which changes nothing draws nothing.
  if (query.data !== undefined) return children?.(query.data);
  // A query without data is no longer an error while it tries again.
  if (!query.isError && !isTrying) return loading;
  const tryAgain = async () => {
    setTrying(true);
    try {
      await query.refetch();
    } finally {
      setTrying(false);
    }
  };
  const words = typeof failed === "string" ? { ...loadFailed, title: failed } : (failed ?? loadFailed);
  if (look === "block") {
    const again = (
      <Button variant="quiet" pending={isTrying} onClick={() => void tryAgain()}>
        {retry}
      </Button>
    );
    return <EmptyState role="status" title={words.title} hint={words.hint} action={again} />;
  }
  const again = <LinkButton onClick={() => void tryAgain()}>{retry}</LinkButton>;
  return look === "line" ? (
    <Quiet role="status">
      {words.title} {again}
    </Quiet>
  ) : (
    <Banner tone="warn" action={again}>
      {words.title}
    </Banner>
  );
}

/** Stands in the place of a whole page's content that is loading. */
export function LoadingPage({ className }: { className?: string | undefined }) {
  const { loading } = useText().common;
  return (
    <div className={classNames(styles["loading"], className)}>
      <Spinner size={28} label={loading} />
    </div>
  );
}

/** Stands in the place of a list that is loading. */
export function LoadingRows({ count = 3 }: { count?: number }) {
  const { loading } = useText().common;
  return (
    <div role="status" aria-label={loading}>
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className={styles["row"]}>
          <Skeleton width={160} height={20} />
          <Skeleton width={96} height={20} />
        </div>
      ))}
    </div>
  );
}

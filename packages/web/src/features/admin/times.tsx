import { useSyncExternalStore } from "react";
import { tickOf, useFormat } from "../../lib/format.ts";
import { useNowTick } from "../../api/live/live.ts";
import { Num, Time } from "../../ui/primitives.tsx";
import { queryClient } from "../../api/query.ts";
import { useAdminText, useText } from "../../locales/text.ts";
import { LinkButton } from "../../ui/button.tsx";
import { AlertIcon } from "../../ui/icons.tsx";
import { POLLED } from "./admin-queries.ts";
import styles from "./admin-frame.module.css";

const REFRESH_SECONDS = 30;

type CreatedProps = {
  at: string;
  /** True after words that require a date first, such as "since". */
  isDateFirst?: boolean;
};

/** The time at which something was made: how long ago, once the time is known, and the exact moment. */
export function Created({ at, isDateFirst = false }: CreatedProps) {
  const format = useFormat();
  const now = useNowTick(REFRESH_SECONDS);
  const date = <Time dateTime={at}>{format.moment(at)}</Time>;
  if (now === undefined) return date;
  const ago = <Time dateTime={at}>{format.ago(tickOf(at), now)}</Time>;
  return (
    <>
      {isDateFirst ? date : ago}
      {" · "}
      {isDateFirst ? ago : date}
    </>
  );
}

const cache = queryClient.getQueryCache();
const subscribe = (listener: () => void) => cache.subscribe(listener);

/** Returns the polled queries that have data on the page. */
const shown = () =>
  cache.findAll({
    type: "active",
    predicate: ({ meta, state }) => meta === POLLED && state.data !== undefined,
  });
const failed = () => shown().filter(({ state }) => state.status === "error");

const isOld = () => failed().length > 0;
/**
 * Returns when the oldest data came, in Unix seconds by the local clock, or 0 if there is none. If refreshes failed, only
 * theirs counts.
 */
function since(): number {
  const queries = isOld() ? failed() : shown();
  if (queries.length === 0) return 0;
  return Math.floor(Math.min(...queries.map(({ state }) => state.dataUpdatedAt)) / 1000);
}

/**
 * Shows how old the page is, or nothing until the page's main data is known (`isKnown`). It has a fixed place, so that
 * nothing moves when a refresh fails.
 */
export function Freshness({ isKnown = true }: { isKnown?: boolean }) {
  const { common } = useText();
  const { fresh, old } = useAdminText();
  const format = useFormat();
  const isFailing = useSyncExternalStore(subscribe, isOld);
  const tick = useSyncExternalStore(subscribe, since);
  return (
    <div className={styles["place"]} data-old={isFailing || undefined}>
      {isFailing ? (
        <>
          <span role="status" className={styles["old"]}>
            <AlertIcon size={16} />
            <Num>{old(format.clock(tick))}</Num>
          </span>
          <LinkButton
            onClick={() => void queryClient.refetchQueries({ predicate: ({ meta }) => meta === POLLED })}
          >
            {common.retry}
          </LinkButton>
        </>
      ) : (
        isKnown && tick !== 0 && <Num>{fresh(format.clock(tick))}</Num>
      )}
    </div>
  );
}

import type { Query } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { tickOf, useFormat } from "../../lib/format.ts";
import { useLive, useNowTick, useStore } from "../../api/live/live.ts";
import { Badge, Num, Row, Time } from "../../ui/primitives.tsx";
import { queryClient } from "../../api/query.ts";
import { useTextOf, useText } from "../../locales/text.ts";
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

/** Returns the queries on the page that have data and are kept up to date, by a timer or by pushes. */
const shown = (which: (query: Query) => boolean = isKept) =>
  cache.findAll({ type: "active", predicate: (query) => which(query) && query.state.data !== undefined });
const isTimed = ({ meta }: Query) => meta === POLLED;
const isKept = (query: Query) => isTimed(query) || query.meta?.["follows"] !== undefined;
const failed = () => shown().filter(({ state }) => state.status === "error");

const isOld = () => failed().length > 0;
/**
 * Returns when the oldest data came, in Unix seconds by the local clock, or 0 if there is none. If refreshes failed, only
 * theirs counts. Otherwise only data with a timer has an age: the rest is as it is now.
 */
function since(): number {
  const queries = isOld() ? failed() : shown(isTimed);
  if (queries.length === 0) return 0;
  return Math.floor(Math.min(...queries.map(({ state }) => state.dataUpdatedAt)) / 1000);
}

/** Returns when the live connection was lost, in Unix seconds by the local clock; undefined while it is there or opens. */
function useLostAt(): number | undefined {
  const { liveness, price } = useLive();
  const isLost = useStore(liveness, (state) => state === "reconnecting" || state === "lost");
  const cameAtMs = useStore(price, (value) => (isLost ? value.cameAtMs : undefined));
  return cameAtMs === undefined ? undefined : Math.floor(cameAtMs / 1000);
}

/**
 * Shows how old the page is, or nothing until the page's main data is known (`isKnown`). It has a fixed place, so that
 * nothing moves when a refresh fails.
 */
export function Freshness({ isKnown = true }: { isKnown?: boolean }) {
  const { common } = useText();
  const { current, fresh, old } = useTextOf("admin");
  const format = useFormat();
  const { liveness, wake } = useLive();
  const isLive = useStore(liveness, (state) => state === "live" || state === "held");
  const lostAt = useLostAt();
  const isFailing = useSyncExternalStore(subscribe, isOld) || lostAt !== undefined;
  const oldest = useSyncExternalStore(subscribe, since);
  const tick = oldest === 0 || (lostAt !== undefined && lostAt < oldest) ? (lostAt ?? 0) : oldest;

  function renew() {
    wake();
    void queryClient.refetchQueries({ predicate: isKept });
  }
  return (
    <Row gap={3} align="center" className={styles["freshness"]}>
      {isFailing ? (
        <>
          <span role="status">
            <Badge tone="warn">
              <AlertIcon size={16} />
              {old(format.clock(tick))}
            </Badge>
          </span>
          <LinkButton onClick={renew}>{common.retry}</LinkButton>
        </>
      ) : (
        isKnown && <Num tone="caption">{tick !== 0 ? fresh(format.clock(tick)) : isLive && current}</Num>
      )}
    </Row>
  );
}

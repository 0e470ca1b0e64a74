import type { AdminSession } from "@veritick/contract/schemas/admin-user-page.ts";
import { useQuery } from "@tanstack/react-query";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useNowTick } from "../../../api/live/now-tick.ts";
import { useAdminText, useLaterText } from "../../../locales/text.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Num, Time } from "../../../ui/primitives.tsx";
import { describeAgent } from "../../account/public.ts";
import { polled, read } from "../admin-queries.ts";
import rows from "../list-card.module.css";
import { FailedList, LoadingRows } from "../list-card.tsx";
import styles from "./dense-row.module.css";

/** Where a user is signed in. */
export function SessionsTab({ userId: id }: { userId: string }) {
  const { tabs, sessions: words } = useAdminText().userPage;
  const { data, isError, isFetching, refetch } = useQuery({
    ...polled,
    ...read("adminUserSessions", { id }),
  });
  if (data === undefined) {
    return isError && !isFetching ? <FailedList onRetry={() => void refetch()} /> : <LoadingRows />;
  }
  if (data.length === 0) return <EmptyState {...words.empty} />;
  return (
    <ul aria-label={tabs.sessions} className={`${rows["endlessRows"]} ${styles["sessions"]}`}>
      {data.map((session) => (
        <SessionOfUser key={session.id} session={session} />
      ))}
    </ul>
  );
}

const REFRESH_SECONDS = 30;

function SessionOfUser({ session }: { session: AdminSession }) {
  const { sessions: words } = useAdminText().userPage;
  const { security } = useLaterText();
  const format = useFormat();
  const now = useNowTick(REFRESH_SECONDS);
  const { address, createdAt, lastSeenAt } = session;
  return (
    <li className={styles["row"]}>
      <span className={styles["kind"]}>{describeAgent(session.userAgent, security)}</span>
      <Num className={styles["quiet"]}>{address}</Num>
      <span className={styles["quiet"]}>
        <Time dateTime={createdAt}>{words.since(format.moment(createdAt))}</Time>
      </span>
      <span className={styles["quiet"]}>
        {words.lastUsed}{" "}
        <Time dateTime={lastSeenAt} isRelative={now !== undefined}>
          {now === undefined ? format.moment(lastSeenAt) : format.ago(tickOf(lastSeenAt), now)}
        </Time>
      </span>
    </li>
  );
}

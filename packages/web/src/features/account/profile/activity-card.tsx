import type { UseQueryResult } from "@tanstack/react-query";
import type { Security, SecurityEvent } from "@veritick/contract/schemas/security.ts";
import { useEffect, useState } from "react";
import { call } from "../../../api/client.ts";
import { noticeEndedSession } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import { useArrival } from "../../../lib/focus.ts";
import { useLaterText } from "../../../locales/text.ts";
import { Badge, Num, Time } from "../../../ui/primitives.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState, LoadFailed } from "../../../ui/states/placeholders.tsx";
import { describeAgent } from "./describe-agent.ts";
import styles from "./profile-page.module.css";
import { rememberSeen } from "./security-query.ts";

const SHOWN_AT_FIRST = 6;
const ANCHOR = "activity";

/** Lists recent events that bear on the account's safety. Opening the page marks them as seen. */
export function ActivityCard({ security }: { security: UseQueryResult<Security> }) {
  const { profile } = useLaterText();
  const { activity: words } = profile;
  const [isWhole, setWhole] = useState(false);
  // The notice on the dashboard leads here.
  const place = useArrival<HTMLDivElement>(ANCHOR);
  const isNew = useSeenMarks(security.data);
  const events = security.data?.events ?? [];

  return (
    <Card title={words.title}>
      <div ref={place} tabIndex={-1} className={styles["content"]}>
        {security.data === undefined ? (
          <LoadFailed onRetry={() => security.refetch()} />
        ) : events.length === 0 ? (
          <EmptyState title={words.empty} hint={words.emptyHint} />
        ) : (
          <ul>
            {events.slice(0, isWhole ? events.length : SHOWN_AT_FIRST).map((event) => (
              <ActivityRow
                key={event.id}
                event={event}
                isHere={event.sessionId === security.data.sessionId}
                isNew={isNew(event.id)}
              />
            ))}
          </ul>
        )}
        {!isWhole && events.length > SHOWN_AT_FIRST && (
          <div className={styles["actions"]}>
            <Button variant="quiet" onClick={() => setWhole(true)}>
              {profile.showAll(events.length)}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

type ActivityRowProps = { event: SecurityEvent; isHere: boolean; isNew: boolean };

function ActivityRow({ event, isHere, isNew }: ActivityRowProps) {
  const { profile, security } = useLaterText();
  const { activity: words } = profile;
  const format = useFormat();
  return (
    <li className={styles["row"]}>
      <p className={styles["name"]}>
        <span>{security.events[event.kind]}</span>
        {isNew && <Badge tone="warn">{words.unseen}</Badge>}
      </p>
      <p className={styles["notes"]}>
        <Time dateTime={event.createdAt}>{format.moment(event.createdAt)}</Time>
        <span>{isHere ? words.here : describeAgent(event.userAgent, security)}</span>
        {event.address !== null && <Num>{event.address}</Num>}
      </p>
    </li>
  );
}

/**
 * Tells the server that the owner has seen the events of the page. Remembers for this visit which ones were new, so that
 * the marks stay long enough to be read.
 */
function useSeenMarks(security: Security | undefined): (id: string) => boolean {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const unseen = (security?.events ?? []).filter(({ seen }) => !seen).map(({ id }) => id);
  if (unseen.some((id) => !marked.has(id))) setMarked(new Set([...marked, ...unseen]));

  const key = unseen.join();
  useEffect(() => {
    if (key === "") return;
    // If this fails, the next visit marks them again.
    call("acknowledgeSecurity").then(rememberSeen, noticeEndedSession);
  }, [key]);

  return (id) => marked.has(id);
}

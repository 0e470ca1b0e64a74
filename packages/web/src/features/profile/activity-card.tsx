import type { Security } from "@veritick/contract/schemas/security.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLaterText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ActivityRow } from "./activity-row.tsx";
import { LoadFailed } from "./load-failed.tsx";
import styles from "./security-list.module.css";
import { useSeenMarks } from "./use-seen-marks.ts";

const SHOWN_AT_FIRST = 6;
const ANCHOR = "activity";

/** What bore on the safety of the account lately. To look at it is to have seen it. */
export function ActivityCard({ security }: { security: UseQueryResult<Security> }) {
  const { profile } = useLaterText();
  const { activity: words } = profile;
  const [isWhole, setWhole] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isNew = useSeenMarks(security.data);
  const events = security.data?.events ?? [];

  // The notice on the dashboard leads here. The page scrolls to its top as it opens, which comes first.
  useEffect(() => {
    if (location.hash !== `#${ANCHOR}`) return;
    const frame = requestAnimationFrame(() => {
      place.current?.scrollIntoView({ block: "start" });
      place.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  return (
    <Card title={words.title}>
      <div ref={place} tabIndex={-1} className={styles["content"]}>
        {security.data === undefined ? (
          <LoadFailed onRetry={() => void security.refetch()} />
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

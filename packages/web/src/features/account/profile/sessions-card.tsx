import type { UseQueryResult } from "@tanstack/react-query";
import type { Session } from "@veritick/contract/schemas/security.ts";
import { useState } from "react";
import { useLocation } from "wouter";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { call } from "../../../api/client.ts";
import { endEverySession } from "../../../api/sign-in.ts";
import { useFormat } from "../../../lib/format.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useLaterText } from "../../../locales/text.ts";
import { Badge, Num, Time } from "../../../ui/primitives.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { preloadDialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { describeAgent } from "./describe-agent.ts";
import { LoadFailed } from "../../../ui/states/placeholders.tsx";
import styles from "./profile-page.module.css";
import { refreshSecurity } from "./security-query.ts";
import { useAgo } from "./use-ago.ts";

const SHOWN_AT_FIRST = 5;

export function SessionsCard({ sessions }: { sessions: UseQueryResult<Session[]> }) {
  const { profile } = useLaterText();
  const { sessions: words } = profile;
  const [isWhole, setWhole] = useState(false);
  const [ending, setEnding] = useState<Session | "all">();
  const keptFocus = useKeptFocus<HTMLDivElement>("button");
  const list = sessions.data ?? [];
  const close = () => setEnding(undefined);

  return (
    <Card title={words.title}>
      <div {...keptFocus}>
        {sessions.data ? (
          <div className={styles["content"]} onPointerEnter={preloadDialog} onFocus={preloadDialog}>
            <ul>
              {list.slice(0, isWhole ? list.length : SHOWN_AT_FIRST).map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
              ))}
            </ul>
            <div className={styles["actions"]}>
              {!isWhole && list.length > SHOWN_AT_FIRST && (
                <Button variant="quiet" onClick={() => setWhole(true)}>
                  {profile.showAll(list.length)}
                </Button>
              )}
              <Button variant="danger" onClick={() => setEnding("all")}>
                {words.endAll}
              </Button>
            </div>
          </div>
        ) : (
          <LoadFailed onRetry={() => sessions.refetch()} />
        )}
        {ending === "all" ? (
          <EndAll onClose={close} />
        ) : (
          ending && <EndSession session={ending} onClose={close} />
        )}
      </div>
    </Card>
  );
}

/** Shows one device that is signed in. People end their present session by logging out, not here. */
function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { profile, security } = useLaterText();
  const { sessions: words } = profile;
  const format = useFormat();
  const ago = useAgo();
  const device = describeAgent(session.userAgent, security);
  return (
    <li className={styles["row"]}>
      <p className={styles["name"]}>
        <span>{device}</span>
        {session.current && <Badge tone="good">{words.here}</Badge>}
      </p>
      <p className={styles["notes"]}>
        {session.address !== null && <Num>{session.address}</Num>}
        <Time dateTime={session.createdAt}>{words.since(format.moment(session.createdAt))}</Time>
        {!session.current && (
          <span>
            {words.lastUsed}{" "}
            <Time isRelative dateTime={session.lastSeenAt}>
              {ago(session.lastSeenAt)}
            </Time>
          </span>
        )}
      </p>
      {!session.current && (
        <Button variant="quiet" className={styles["action"]} aria-label={words.endOf(device)} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </li>
  );
}

/** Asks before another device is signed out. */
function EndSession({ session, onClose }: { session: Session; onClose: () => void }) {
  const { profile, security } = useLaterText();
  const { sessions: words } = profile;
  const device = describeAgent(session.userAgent, security);
  return (
    <AskDialog
      title={words.endTitle}
      confirmLabel={words.end}
      send={() => call("endSession", { params: { id: session.id } })}
      failed={words.endFailed}
      onDone={async () => {
        await refreshSecurity();
        notify({ title: words.ended, body: device });
      }}
      // The session had most likely ended already.
      onRefused={() => void refreshSecurity()}
      onClose={onClose}
    >
      {words.endText(device)}
    </AskDialog>
  );
}

/** Asks before every device is signed out, this one too. */
function EndAll({ onClose }: { onClose: () => void }) {
  const { sessions: words } = useLaterText().profile;
  const [, navigate] = useLocation();
  return (
    <AskDialog
      title={words.endAllTitle}
      confirmLabel={words.endAll}
      send={endEverySession}
      failed={words.endAllFailed}
      onDone={() => navigate("/auth")}
      onClose={onClose}
    >
      {words.endAllText}
    </AskDialog>
  );
}

import type { UseQueryResult } from "@tanstack/react-query";
import { describeAgent } from "@veritick/contract/describe-agent.ts";
import type { Security, SecurityEvent, Session } from "@veritick/contract/schemas/security.ts";
import { Fragment, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { call } from "../../../api/client.ts";
import { useAgo } from "../../../api/live/live.ts";
import { noticeEndedSession } from "../../../api/query.ts";
import { endEverySession } from "../../../api/sign-in.ts";
import { useArrival } from "../../../lib/focus.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Badge, Time } from "../../../ui/primitives.tsx";
import { SettingRow } from "../../../ui/setting-row.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { refreshSecurity, rememberSeen } from "./security-query.ts";
import { SettingsCard } from "./settings-card.tsx";

const SESSIONS_AT_FIRST = 5;

export function SessionsCard({ sessions }: { sessions: UseQueryResult<Session[]> }) {
  const { sessions: words } = useTextOf("later").profile;
  const [ending, setEnding] = useState<Session | "all">();
  const close = () => setEnding(undefined);

  return (
    <SettingsCard
      title={words.title}
      query={sessions}
      atFirst={SESSIONS_AT_FIRST}
      row={(session) => <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />}
      actions={
        sessions.data && (
          <Button variant="danger" onClick={() => setEnding("all")}>
            {words.endAll}
          </Button>
        )
      }
    >
      {ending === "all" ? (
        <EndAll onClose={close} />
      ) : (
        ending && <EndSession session={ending} onClose={close} />
      )}
    </SettingsCard>
  );
}

/** Shows one signed-in device. Users end the present session by logging out, not here. */
function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { profile, security } = useTextOf("later");
  const { sessions: words } = profile;
  const format = useFormat();
  const ago = useAgo();
  const device = describeAgent(session.userAgent, security);
  return (
    <SettingRow
      name={device}
      badge={session.current && <Badge tone="good">{words.here}</Badge>}
      notes={[
        session.address,
        <Time key="since" dateTime={session.createdAt}>
          {words.since(format.moment(session.createdAt))}
        </Time>,
        !session.current && (
          <Fragment key="seen">
            {words.lastUsed}{" "}
            <Time isRelative dateTime={session.lastSeenAt}>
              {ago(session.lastSeenAt)}
            </Time>
          </Fragment>
        ),
      ]}
      action={
        !session.current && (
          <Button variant="quiet" aria-label={words.endOf(device)} onClick={onEnd}>
            {words.end}
          </Button>
        )
      }
    />
  );
}

function EndSession({ session, onClose }: { session: Session; onClose: () => void }) {
  const { profile, security } = useTextOf("later");
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

function EndAll({ onClose }: { onClose: () => void }) {
  const { sessions: words } = useTextOf("later").profile;
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

const EVENTS_AT_FIRST = 6;
const ANCHOR = "activity";

/** Lists recent events that bear on the account's safety. Opening the page marks them as seen. */
export function ActivityCard({ security }: { security: UseQueryResult<Security> }) {
  const { activity: words } = useTextOf("later").profile;
  // The notice on the dashboard links to this card.
  const place = useArrival<HTMLDivElement>(ANCHOR);
  const { data, isError, refetch } = security;
  const isNew = useSeenMarks(data);

  return (
    <div ref={place} tabIndex={-1}>
      <SettingsCard
        title={words.title}
        query={{ data: data?.events, isError, refetch }}
        atFirst={EVENTS_AT_FIRST}
        empty={<EmptyState title={words.empty} hint={words.emptyHint} />}
        row={(event) => (
          <ActivityRow
            key={event.id}
            event={event}
            isHere={event.sessionId === data?.sessionId}
            isNew={isNew(event.id)}
          />
        )}
      />
    </div>
  );
}

type ActivityRowProps = { event: SecurityEvent; isHere: boolean; isNew: boolean };

function ActivityRow({ event, isHere, isNew }: ActivityRowProps) {
  const { profile, security } = useTextOf("later");
  const { activity: words } = profile;
  const format = useFormat();
  return (
    <SettingRow
      name={security.events[event.kind]}
      badge={isNew && <Badge tone="warn">{words.unseen}</Badge>}
      notes={[
        <Time key="at" dateTime={event.createdAt}>
          {format.moment(event.createdAt)}
        </Time>,
        isHere ? words.here : describeAgent(event.userAgent, security),
        event.address,
      ]}
    />
  );
}

/**
 * Tells the server that the owner has seen the events of the page. Remembers for this visit which ones were new, so that the
 * marks stay long enough to read.
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

import { useQuery } from "@tanstack/react-query";
import { describeAgent } from "@veritick/contract/describe-agent.ts";
import type { AdminSession } from "@veritick/contract/schemas/admin-user-page.ts";
import type { ApiKey } from "@veritick/contract/schemas/api-keys.ts";
import { useState } from "react";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { useNowTick } from "../../../api/live/live.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Caption, Num, Stack, Time } from "../../../ui/primitives.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { adminCall, following, read, refreshAdministration } from "../admin-queries.ts";
import { LoadedRows, rowsClass } from "../lists/lists.tsx";
import { useMay } from "../roles.tsx";
import { useReasonField } from "./user-actions.tsx";
import styles from "./user-tabs.module.css";

/** The sessions of a user. */
export function SessionsTab({ userId: id }: { userId: string }) {
  const { tabs, sessions: words } = useTextOf("admin").userPage;
  const query = useQuery({ ...following("users"), ...read("adminUserSessions", { id }) });
  return (
    <LoadedRows query={query}>
      {(sessions) => (
        <Stack gap={5}>
          {sessions.length === 0 ? (
            <EmptyState {...words.empty} />
          ) : (
            <ul aria-label={tabs.sessions} className={rowsClass(undefined, styles["sessions"])}>
              {sessions.map((session) => (
                <SessionOfUser key={session.id} session={session} />
              ))}
            </ul>
          )}
          <KeysOfUser userId={id} />
        </Stack>
      )}
    </LoadedRows>
  );
}

const REFRESH_SECONDS = 30;

function SessionOfUser({ session }: { session: AdminSession }) {
  const { sessions: words } = useTextOf("admin").userPage;
  const { security } = useTextOf("later");
  const format = useFormat();
  const now = useNowTick(REFRESH_SECONDS);
  const { address, createdAt, lastSeenAt } = session;
  return (
    <li className={styles["row"]}>
      <span className={styles["kind"]}>{describeAgent(session.userAgent, security)}</span>
      <Num tone="caption" className={styles["quiet"]}>
        {address}
      </Num>
      <Caption as="span" className={styles["quiet"]}>
        <Time dateTime={createdAt}>{words.since(format.moment(createdAt))}</Time>
      </Caption>
      <Caption as="span" className={styles["quiet"]}>
        {words.lastUsed}{" "}
        <Time dateTime={lastSeenAt} isRelative={now !== undefined}>
          {now === undefined ? format.moment(lastSeenAt) : format.ago(tickOf(lastSeenAt), now)}
        </Time>
      </Caption>
    </li>
  );
}

/** The API keys of a user, each with its rights and its last use. Empty if there are none. */
function KeysOfUser({ userId }: { userId: string }) {
  const { userKeys: words } = useTextOf("admin");
  const { data = [] } = useQuery({ ...following("users"), ...read("adminUserApiKeys", { id: userId }) });
  const [asked, setAsked] = useState<ApiKey>();
  const mayRevoke = useMay()("support");
  const keptFocus = useKeptFocus<HTMLElement>("button");
  if (data.length === 0 && asked === undefined) return null;
  return (
    <section {...keptFocus} aria-label={words.title} tabIndex={-1}>
      <h3 className={styles["kind"]}>{words.title}</h3>
      <ul>
        {data.map((key) => (
          <KeyOfUser key={key.id} apiKey={key} onRevoke={mayRevoke ? () => setAsked(key) : undefined} />
        ))}
      </ul>
      {asked && <RevokeKey userId={userId} apiKey={asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

type KeyOfUserProps = { apiKey: ApiKey; onRevoke: (() => void) | undefined };

function KeyOfUser({ apiKey, onRevoke }: KeyOfUserProps) {
  const { userKeys: keys } = useTextOf("admin");
  const { apiKeys: words } = useTextOf("later").profile;
  const format = useFormat();
  const { name, begins, scopes, addresses, createdAt, expiresAt, lastUsedAt } = apiKey;
  return (
    <li className={styles["key"]}>
      <div>
        <p className={styles["kind"]}>
          {name} <code translate="no">{begins}…</code>
        </p>
        <Caption className={`${styles["quiet"]} ${styles["times"]}`}>
          <span>{scopes.map((scope) => words.scopes[scope].name).join(", ")}</span>
          <Time dateTime={createdAt}>{words.since(format.moment(createdAt))}</Time>
          <span>{expiresAt === null ? words.noExpiry : words.expires(format.moment(expiresAt))}</span>
          <span>{lastUsedAt === null ? words.unused : words.lastUsed(format.moment(lastUsedAt))}</span>
          {addresses.length > 0 && <span translate="no">{words.from(addresses.join(", "))}</span>}
        </Caption>
      </div>
      {onRevoke && (
        <Button variant="quiet" aria-label={keys.revokeOf(name)} onClick={onRevoke}>
          {keys.revoke}
        </Button>
      )}
    </li>
  );
}

type RevokeKeyProps = { userId: string; apiKey: ApiKey; onClose: () => void };

function RevokeKey({ userId, apiKey: { id, name }, onClose }: RevokeKeyProps) {
  const { userKeys: words } = useTextOf("admin");
  return (
    <AskDialog
      title={words.revokeTitle(name)}
      confirmLabel={words.revoke}
      isDanger
      fields={[useReasonField()]}
      failed={words.failed}
      send={({ note }) => adminCall("adminRevokeApiKey", { params: { id }, body: { note } })}
      onDone={() => notify({ title: words.revoked, body: name })}
      onSettled={() => refreshAdministration(userId)}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </AskDialog>
  );
}

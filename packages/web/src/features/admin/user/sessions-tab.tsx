import { useQuery } from "@tanstack/react-query";
import { describeAgent } from "@veritick/contract/describe-agent.ts";
import type { AdminSession } from "@veritick/contract/schemas/admin-user-page.ts";
import type { ApiKey } from "@veritick/contract/schemas/api-keys.ts";
import { useNowTick } from "../../../api/live/live.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Caption, Medium, Num, Row, Stack, Time } from "../../../ui/primitives.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { DecisionDialog } from "../decision-dialog.tsx";
import { adminCall, following, read } from "../admin-queries.ts";
import { LoadedRows } from "../lists/lists.tsx";
import { Rows } from "../lists/record-table.tsx";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { useMay } from "../roles.tsx";
import { useReasonField } from "./user-actions.tsx";

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
            <Rows
              aria-label={tabs.sessions}
              table={SESSIONS}
              rows={sessions.map((item) => ({ item, isGone: false }))}
            />
          )}
          <KeysOfUser userId={id} />
        </Stack>
      )}
    </LoadedRows>
  );
}

const SESSIONS: RecordTable<AdminSession> = {
  columns: [
    { width: "minmax(0, 1.2fr)", Cell: Device, phone: "line" },
    { width: "minmax(0, 1fr)", Cell: Place, phone: "line" },
    { width: "minmax(0, 1fr)", Cell: Since, phone: "line" },
    { width: "minmax(0, 1fr)", Cell: LastUse, phone: "line" },
  ],
  from: "medium",
};

function Device({ item: { userAgent } }: Cell<AdminSession>) {
  return <Medium anywhere>{describeAgent(userAgent, useTextOf("later").security)}</Medium>;
}

function Place({ item: { address } }: Cell<AdminSession>) {
  return <Num tone="caption">{address}</Num>;
}

function Since({ item: { createdAt } }: Cell<AdminSession>) {
  const { sessions: words } = useTextOf("admin").userPage;
  const format = useFormat();
  return (
    <Caption loose>
      <Time dateTime={createdAt}>{words.since(format.moment(createdAt))}</Time>
    </Caption>
  );
}

const REFRESH_SECONDS = 30;

function LastUse({ item: { lastSeenAt } }: Cell<AdminSession>) {
  const { sessions: words } = useTextOf("admin").userPage;
  const format = useFormat();
  const now = useNowTick(REFRESH_SECONDS);
  return (
    <Caption loose>
      {words.lastUsed}{" "}
      <Time dateTime={lastSeenAt} isRelative={now !== undefined}>
        {now === undefined ? format.moment(lastSeenAt) : format.ago(tickOf(lastSeenAt), now)}
      </Time>
    </Caption>
  );
}

type KeyOfUser = ApiKey & { readonly userId: string };

/** The API keys of a user, each with its rights and its last use. Empty if there are none. */
function KeysOfUser({ userId }: { userId: string }) {
  const { userKeys: words } = useTextOf("admin");
  const { data = [] } = useQuery({ ...following("users"), ...read("adminUserApiKeys", { id: userId }) });
  const keptFocus = useKeptFocus<HTMLElement>("button");
  if (data.length === 0) return null;
  return (
    <section {...keptFocus} aria-label={words.title} tabIndex={-1}>
      <Medium as="h3">{words.title}</Medium>
      <Rows table={KEYS} rows={data.map((key) => ({ item: { ...key, userId }, isGone: false }))} />
    </section>
  );
}

const KEYS: RecordTable<KeyOfUser> = {
  columns: [
    { width: "minmax(0, 1fr)", Cell: Key },
    { width: "auto", Cell: Revoke, isEnd: true, phone: "buttons" },
  ],
};

function Key({ item }: Cell<KeyOfUser>) {
  const { apiKeys: words } = useTextOf("later").profile;
  const format = useFormat();
  const { name, begins, scopes, addresses, createdAt, expiresAt, lastUsedAt } = item;
  return (
    <>
      <Medium as="p" anywhere>
        {name} <code translate="no">{begins}…</code>
      </Medium>
      <Caption as="div">
        <Row gap={[0, 3]}>
          <span>{scopes.map((scope) => words.scopes[scope].name).join(", ")}</span>
          <Time dateTime={createdAt}>{words.since(format.moment(createdAt))}</Time>
          <span>{expiresAt === null ? words.noExpiry : words.expires(format.moment(expiresAt))}</span>
          <span>{lastUsedAt === null ? words.unused : words.lastUsed(format.moment(lastUsedAt))}</span>
          {addresses.length > 0 && <span translate="no">{words.from(addresses.join(", "))}</span>}
        </Row>
      </Caption>
    </>
  );
}

function Revoke({ item, opened, setOpened }: Cell<KeyOfUser>) {
  const { userKeys: words } = useTextOf("admin");
  const mayRevoke = useMay()("support");
  const reason = useReasonField();
  const { id, name, userId } = item;
  if (!mayRevoke) return null;
  return (
    <>
      <Button variant="quiet" aria-label={words.revokeOf(name)} onClick={() => setOpened("revoke")}>
        {words.revoke}
      </Button>
      {opened === "revoke" && (
        <DecisionDialog
          title={words.revokeTitle(name)}
          confirmLabel={words.revoke}
          isDanger
          fields={[reason]}
          failed={words.failed}
          send={({ note }) => adminCall("adminRevokeApiKey", { params: { id }, body: { note } })}
          userId={userId}
          done={{ title: words.revoked, body: name }}
          onClose={() => setOpened(undefined)}
        >
          <p>{words.text}</p>
        </DecisionDialog>
      )}
    </>
  );
}

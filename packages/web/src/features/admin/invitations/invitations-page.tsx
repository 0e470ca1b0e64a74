import { INVITATION_DAYS, LONGEST_INVITATION_LABEL, MOST_USES } from "@veritick/contract/invitations.ts";
import type { Invitation, InvitationUse } from "@veritick/contract/schemas/invitations.ts";
import { compactDigits } from "@veritick/domain/typed-text.ts";
import { useState } from "react";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { queryClient, useGet } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button, TextLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { SecretDialog } from "../../../ui/overlay/secret-dialog.tsx";
import { Badge, Caption, Panel, Quiet, Row, Text, Time } from "../../../ui/primitives.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { adminCall, adminKeyOf } from "../admin-queries.ts";
import { DecisionDialog } from "../decision-dialog.tsx";
import { EndlessList } from "../lists/lists.tsx";
import { usePages } from "../lists/pages.ts";
import { Person } from "../lists/record-table.tsx";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { useMay } from "../roles.tsx";
import { Created, Freshness } from "../times.tsx";

/** The invitations to register, the newest first, each with those who used it. */
export function InvitationsPage() {
  const { invitations: words } = useTextOf("admin");
  const registration = useGet("settings").data?.registration;
  const pages = usePages<Invitation>({
    queryKey: adminKeyOf("listInvitations"),
    follows: ["users"],
    fetchPage: (query, signal) => adminCall("listInvitations", { query, signal }),
  });
  const mayInvite = useMay()("administrator");
  const [isInviting, setInviting] = useState(false);
  const [code, setCode] = useState<string>();
  return (
    <AdminFrame title={words.title} aside={<Freshness isKnown={pages.items !== undefined} />}>
      <Quiet measure>{words.intro}</Quiet>
      {(registration === "open" || registration === "closed") && (
        <Text measure>
          {words.now[registration]} <TextLink href="/admin/installation">{words.change}</TextLink>
        </Text>
      )}
      <Card
        title={words.list}
        aside={
          mayInvite && (
            <Button variant="quiet" onClick={() => setInviting(true)}>
              {words.add}
            </Button>
          )
        }
      >
        <EndlessList label={words.list} pages={pages} empty={words.empty} table={INVITATIONS} />
      </Card>
      {isInviting && <InviteDialog onCode={setCode} onClose={() => setInviting(false)} />}
      {code !== undefined && (
        <SecretDialog
          title={words.linkTitle}
          secret={`${location.origin}/auth#invite=${code}`}
          words={{ ...words, text: words.linkText, copy: words.copyLink }}
          onClose={() => setCode(undefined)}
        />
      )}
    </AdminFrame>
  );
}

const NEVER = "never";

function readUses(typed: string): string | undefined {
  const digits = compactDigits(typed);
  const uses = /^\d+$/.test(digits) ? Number(digits) : 0;
  return uses >= 1 && uses <= MOST_USES ? String(uses) : undefined;
}

function readLabel(typed: string): string | undefined {
  const label = typed.trim();
  return label === "" ? undefined : label;
}

function InviteDialog({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const { invitations: words } = useTextOf("admin");
  return (
    <AskDialog
      title={words.add}
      fields={[
        {
          name: "label",
          label: words.label,
          hint: words.labelHint,
          maxLength: LONGEST_INVITATION_LABEL,
          read: readLabel,
          invalid: words.labelMissing,
        },
        {
          name: "mostUses",
          label: words.mostUses,
          initial: "1",
          inputMode: "decimal",
          read: readUses,
          invalid: words.mostUsesInvalid,
        },
        {
          name: "days",
          label: words.expires,
          initial: "30",
          options: [
            ...INVITATION_DAYS.map((days) => [String(days), words.days(days)] as const),
            [NEVER, words.never],
          ],
        },
      ]}
      confirmLabel={words.create}
      isDanger={false}
      send={async ({ label, mostUses, days: chosen }) => {
        const days = INVITATION_DAYS.find((each) => String(each) === chosen) ?? null;
        return adminCall("createInvitation", { body: { label, mostUses: Number(mostUses), days } });
      }}
      failed={words.addFailed}
      onDone={async ({ code }) => {
        onCode(code);
        await queryClient.invalidateQueries({ queryKey: adminKeyOf("listInvitations") });
      }}
      onClose={onClose}
    />
  );
}

const INVITATIONS: RecordTable<Invitation> = {
  columns: [
    { width: "minmax(0, 1fr)", Cell: What, phone: "line" },
    { width: "minmax(0, 0.6fr)", Cell: Uses, phone: "line" },
    { width: "auto", Cell: Actions, isEnd: true, phone: "buttons" },
  ],
  from: "large",
  isTop: true,
  isOver: ({ state }) => state !== "active",
  Below: Users,
};

function What({ item: { label, createdBy, createdAt } }: Cell<Invitation>) {
  const { invitations: words } = useTextOf("admin");
  return (
    <>
      <Text anywhere>{label}</Text>
      <Caption anywhere>
        {words.by} {createdBy.email ?? words.gone} · <Created at={createdAt} />
      </Caption>
    </>
  );
}

const TONES = { active: "good", used_up: "neutral", expired: "neutral", revoked: "neutral" } as const;

function Uses({ item: { state, uses, mostUses, expiresAt } }: Cell<Invitation>) {
  const { invitations: words } = useTextOf("admin");
  const format = useFormat();
  return (
    <>
      <Row gap={2} align="center">
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>
        <span>{words.uses(format.number(uses), format.number(mostUses))}</span>
      </Row>
      {(state === "active" || state === "expired") && (
        <Caption>
          {expiresAt === null ? (
            words.never
          ) : (
            <>
              {words.until[state]} <Time dateTime={expiresAt}>{format.moment(expiresAt)}</Time>
            </>
          )}
        </Caption>
      )}
    </>
  );
}

const USERS = "users";

function Actions({ item, opened, setOpened, below }: Cell<Invitation>) {
  const { invitations: words } = useTextOf("admin");
  const mayRevoke = useMay()("administrator");
  const [isAsking, setAsking] = useState(false);
  const { id, label, state, uses } = item;
  const isOpen = opened === USERS;
  return (
    <Row gap={2}>
      {uses > 0 && (
        <Button
          variant="quiet"
          aria-label={words.whoOf(label)}
          aria-expanded={isOpen}
          aria-controls={isOpen ? below : undefined}
          onClick={() => setOpened(isOpen ? undefined : USERS)}
        >
          {words.who}
        </Button>
      )}
      {mayRevoke && state === "active" && (
        <Button variant="quiet" aria-label={words.revokeOf(label)} onClick={() => setAsking(true)}>
          {words.revoke}
        </Button>
      )}
      {isAsking && (
        <DecisionDialog
          title={words.revokeTitle(label)}
          description={words.revokeText}
          confirmLabel={words.revoke}
          send={() => adminCall("revokeInvitation", { params: { id } })}
          failed={words.revokeFailed}
          userId={null}
          done={{ title: words.revoked }}
          onClose={() => setAsking(false)}
        />
      )}
    </Row>
  );
}

/** Who registered with the invitation, below its row. */
function Users({ item, opened }: Cell<Invitation>) {
  return opened === USERS ? <UsersOf id={item.id} label={item.label} /> : null;
}

function UsersOf({ id, label }: Pick<Invitation, "id" | "label">) {
  const { invitations: words } = useTextOf("admin");
  const params = { id };
  const pages = usePages<InvitationUse>({
    queryKey: adminKeyOf("listInvitationUses", params),
    follows: ["users"],
    fetchPage: (query, signal) => adminCall("listInvitationUses", { params, query, signal }),
  });
  return (
    <Panel>
      <EndlessList
        label={words.whoOf(label)}
        pages={pages}
        isWhole={!pages.query.hasNextPage}
        empty={words.nobody}
        table={PEOPLE}
      />
    </Panel>
  );
}

const PEOPLE: RecordTable<InvitationUse> = {
  columns: [{ width: "minmax(0, 1fr)", Cell: Newcomer }],
  userOf: ({ id }) => id,
};

function Newcomer({ item: { id, email, usedAt }, ...cell }: Cell<InvitationUse>) {
  return <Person cell={cell} userId={id} email={email} note={<Created at={usedAt} />} />;
}

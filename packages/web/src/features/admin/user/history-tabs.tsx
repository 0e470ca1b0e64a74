import type { TimelineEvent } from "@veritick/contract/schemas/admin-search.ts";
import type { UserNote } from "@veritick/contract/schemas/admin-user-page.ts";
import { createContext, useContext } from "react";
import { readNote } from "../../../api/ask-dialog.tsx";
import { useFields, useForm } from "../../../api/use-form.ts";
import type { Fields } from "../../../api/use-form.ts";
import { useIntent } from "../../../api/use-submit.ts";
import type { Intent } from "../../../api/use-submit.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf, useDeskText } from "../../../locales/text.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button, TextLink } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { SelectInput, TextArea } from "../../../ui/form/text-input.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Badge, Caption, Note, Row, Stack, Text, Time } from "../../../ui/primitives.tsx";
import { Failure } from "../../../ui/states.tsx";
import { adminCall, adminKeyOf, refreshAdministration } from "../admin-queries.ts";
import { EndlessList } from "../lists/lists.tsx";
import { usePages } from "../lists/pages.ts";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { useMay } from "../roles.tsx";
import { addressOf } from "../search.tsx";
import { Created } from "../times.tsx";

/** The administrators' notes about a user, and a form for a new one. */
export function NotesTab({ userId: id }: { userId: string }) {
  const mayAdd = useMay()("support");
  const { userPage, notes: words } = useTextOf("admin");
  const pages = usePages<UserNote>({
    queryKey: adminKeyOf("listUserNotes", { id }),
    follows: [],
    fetchPage: (page, signal) => adminCall("listUserNotes", { params: { id }, query: page, signal }),
  });
  return (
    <Stack gap={4}>
      {mayAdd && <NewNote id={id} />}
      <EndlessList label={userPage.tabs.notes} pages={pages} empty={words.empty} table={NOTES} />
    </Stack>
  );
}

const FIELDS = ["text", "reader"] as const;

function NewNote({ id }: { id: string }) {
  const { notes: words } = useTextOf("admin");
  const { fields, intent } = useContext(NoteDraftContext)!;
  const form = useForm(fields, {
    check: ({ text }) => ({ text: readNote(text) === undefined ? words.missing : undefined }),
    send({ text, reader }) {
      const body = { text: text.trim(), forPerson: reader === "person" };
      return intent.send(body, (idempotencyKey) =>
        adminCall("addUserNote", { params: { id }, body, idempotencyKey }),
      );
    },
    failed: words.failed,
    onDone(_, sent) {
      // Text typed since the call stays.
      fields.set("text", (now) => (now === sent.text ? "" : now));
      fields.set("reader", "staff");
      notify({ title: words.added });
    },
    onSettled: () => refreshAdministration(id),
  });
  return (
    <Stack as="form" gap={3} {...form.attributes}>
      <Failure words={form.failure} />
      <Field label={words.label} hint={words.hint} error={form.errors.text}>
        {(control) => <TextArea {...control} {...form.bind("text")} rows={2} autoComplete="off" />}
      </Field>
      <Field label={words.reader}>
        {(control) => (
          <SelectInput {...control} {...form.bind("reader")}>
            {Object.entries(words.readers).map(([reader, label]) => (
              <option key={reader} value={reader}>
                {label}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Row gap={2}>
        <Button type="submit" pending={form.isPending}>
          {words.add}
        </Button>
      </Row>
    </Stack>
  );
}

const NOTES: RecordTable<UserNote> = { columns: [{ width: "minmax(0, 1fr)", Cell: NoteWithAuthor }] };

function NoteWithAuthor({ item: { text, author, authorEmail, createdAt, forPerson } }: Cell<UserNote>) {
  const { notes: words } = useTextOf("admin");
  return (
    <Stack gap={1}>
      <Note>{text}</Note>
      <Caption anywhere loose>
        {authorEmail === null ? (
          words.formerAdministrator
        ) : (
          <TextLink href={`/admin/users/${author}`}>{authorEmail}</TextLink>
        )}
        {" · "}
        <Created at={createdAt} />
        {forPerson && ` · ${words.forPerson}`}
      </Caption>
    </Stack>
  );
}

type NoteDraft = {
  readonly fields: Fields<(typeof FIELDS)[number]>;
  /** Keeps the idempotency key of an unanswered note for its retry. */
  readonly intent: Intent;
};

const NoteDraftContext = createContext<NoteDraft | undefined>(undefined);

export const NoteDraftPlace = NoteDraftContext.Provider;

/** Returns the draft of a note. It lives above the tabs, so that the user can look at another tab meanwhile. */
export function useNewNoteDraft(): NoteDraft {
  return { fields: useFields(FIELDS, { reader: "staff" }), intent: useIntent() };
}

/** All events of a user in one list. */
export function TimelineTab({ userId: id }: { userId: string }) {
  const { timeline: words } = useTextOf("admin");
  const pages = usePages<TimelineEvent>({
    queryKey: adminKeyOf("adminUserTimeline", { id }),
    follows: ["users", "deposits", "withdrawals"],
    fetchPage: (page, signal) => adminCall("adminUserTimeline", { params: { id }, query: page, signal }),
  });
  return <EndlessList label={words.label} pages={pages} empty={words.empty} table={TIMELINE} />;
}

const TIMELINE: RecordTable<TimelineEvent> = {
  columns: [
    { width: "130px", Cell: Kind },
    { width: "minmax(0, 1fr)", Cell: What, phone: "line" },
    { width: "auto", Cell: At },
    { width: "minmax(100px, auto)", Cell: Sums, isEnd: true },
  ],
  from: "medium",
};

function Kind({ item: { kind } }: Cell<TimelineEvent>) {
  const { timeline: words } = useTextOf("admin");
  return <Badge tone="neutral">{words.kinds[kind]}</Badge>;
}

function What({ item: event }: Cell<TimelineEvent>) {
  const { timeline: words } = useTextOf("admin");
  const { kind, text, by } = event;
  const what = useWhat(event);
  const isRecord = kind === "position" || kind === "deposit" || kind === "withdrawal";
  return (
    <Row gap={[0, 3]} align="center">
      {isRecord ? (
        <TextLink href={addressOf({ kind, id: event.id })}>{what}</TextLink>
      ) : (
        <Text as="span" anywhere>
          {what}
        </Text>
      )}
      {text !== null && kind !== "note" && <Caption anywhere>{text}</Caption>}
      {by !== null && <Caption anywhere>{kind === "security" ? words.from(by) : words.by(by)}</Caption>}
    </Row>
  );
}

function At({ item: { at } }: Cell<TimelineEvent>) {
  const format = useFormat();
  return (
    <Time tone="caption" dateTime={at}>
      {format.moment(at)}
    </Time>
  );
}

function Sums({ item: event }: Cell<TimelineEvent>) {
  return (
    <Stack gap={1} align="end">
      {event.amount !== null && <Amount of={event.amount} unit="USDMS" />}
      <Result event={event} />
    </Stack>
  );
}

/** Returns the name of an event, in the words of the list that also holds it. */
function useWhat({ kind, detail, side, duration, text }: TimelineEvent): string {
  const { history, wallet } = useDeskText();
  const { audit } = useTextOf("admin");
  const { security } = useTextOf("later");
  const said = (words: Readonly<Record<string, string>>) =>
    detail === null ? "" : (words[detail] ?? detail);
  switch (kind) {
    case "position":
      return `${history[side ?? "buy"]} ${history.minutes(duration ?? 0)} · ${said(history.status)}`;
    case "deposit":
      return said(wallet.depositStatus);
    case "withdrawal":
      return said(wallet.withdrawalStatus);
    case "security":
      return said(security.events);
    case "note":
      return text ?? "";
    case "audit":
      return said(audit.actions);
  }
}

/** The financial result of an event, if it says more than the amount. */
function Result({ event: { kind, detail, result } }: { event: TimelineEvent }) {
  const { timeline: words } = useTextOf("admin");
  if (result === null || (kind === "withdrawal" && detail === "failed")) return null;
  const look = { tone: "caption", of: result } as const;
  if (kind === "deposit") return <Amount {...look} words={words.credited} />;
  if (kind === "withdrawal") return <Amount {...look} words={words.net} />;
  return <Amount {...look} unit="USDMS" signed />;
}

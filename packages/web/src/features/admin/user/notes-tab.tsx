import type { UserNote } from "@veritick/contract/schemas/admin-user-page.ts";
import { createContext, useContext, useState } from "react";
import type { SubmitEvent } from "react";
import { Link } from "wouter";
import { Intent, useIntent } from "../../../api/intent.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useAdminText } from "../../../locales/text.ts";
import { adminCall, adminKeyOf, refreshAdministration } from "../admin-queries.ts";
import { readNote } from "../ask-dialog.tsx";
import { Created } from "../created.tsx";
import { EndlessList } from "../lists/endless-list.tsx";
import { pageQuery, usePages } from "../lists/pages.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextArea } from "../../../ui/form/text-input.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { useTellFailure } from "../use-tell-failure.ts";
import styles from "./user-tabs.module.css";

/** What administrators noted about a user, and a new note. */
export function NotesTab({ userId: id }: { userId: string }) {
  const { tabs, notes: words } = useAdminText().userPage;
  const pages = usePages<UserNote>({
    queryKey: adminKeyOf("listUserNotes", { id }),
    fetchPage: (before, signal) =>
      adminCall("listUserNotes", { params: { id }, query: pageQuery(before), signal }),
  });
  return (
    <>
      <NewNote id={id} />
      <EndlessList
        label={tabs.notes}
        pages={pages}
        empty={words.empty}
        className={styles["notes"]}
        row={({ item }) => <Note key={item.id} note={item} />}
      />
    </>
  );
}

function NewNote({ id }: { id: string }) {
  const { notes: words } = useAdminText().userPage;
  const tellFailure = useTellFailure();
  const { typed, setTyped, intent } = useNoteDraft();
  const [error, setError] = useState<string>();
  const add = useSubmit({
    mutationFn: (text: string) =>
      adminCall("addUserNote", { params: { id }, body: { text }, idempotencyKey: intent.keyFor(text) }),
    onSuccess(_, sent) {
      // What was typed since stays.
      setTyped((now) => (readNote(now) === sent ? "" : now));
      notify({ title: words.added });
    },
    onError(failure) {
      setError(tellFailure(failure, words.failed));
    },
    onSettled(_, failure) {
      intent.settle(failure);
      refreshAdministration(id);
    },
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (add.isPending) return;
    const text = readNote(typed);
    if (text === undefined) setError(words.missing);
    else add.mutate(text);
  }

  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <Field label={words.label} hint={words.hint} error={error}>
        {(control) => (
          <TextArea
            {...control}
            name="text"
            rows={2}
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" pending={add.isPending}>
        {words.add}
      </Button>
    </form>
  );
}

function Note({ note }: { note: UserNote }) {
  const { notes: words } = useAdminText().userPage;
  const { text, author, authorEmail, createdAt } = note;
  return (
    <li className={styles["note"]}>
      <p className={styles["text"]}>{text}</p>
      <p className={styles["by"]}>
        {authorEmail === null ? (
          words.formerAdministrator
        ) : (
          <Link href={`/admin/users/${author}`}>{authorEmail}</Link>
        )}
        {" · "}
        <Created at={createdAt} />
      </p>
    </li>
  );
}

type NoteDraft = {
  readonly typed: string;
  readonly setTyped: (next: string | ((typed: string) => string)) => void;
  /** A note that got no answer and is sent again is the same one. */
  readonly intent: Intent;
};

const NoteDraftContext = createContext<NoteDraft>({
  typed: "",
  setTyped: () => undefined,
  intent: new Intent(),
});

export const NoteDraftPlace = NoteDraftContext.Provider;

/** A note that is being written, kept above the tabs: another one can be looked at meanwhile. */
export function useNewNoteDraft(): NoteDraft {
  const [typed, setTyped] = useState("");
  const intent = useIntent();
  return { typed, setTyped, intent };
}

const useNoteDraft = () => useContext(NoteDraftContext);

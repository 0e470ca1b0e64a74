import { useMay } from "../roles.tsx";
import type { UserNote } from "@veritick/contract/schemas/admin-user-page.ts";
import { readNote } from "../../../api/ask-dialog.tsx";
import { createContext, useContext } from "react";
import { Link } from "wouter";
import { useIntent } from "../../../api/use-submit.ts";
import type { Intent } from "../../../api/use-submit.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import type { Fields } from "../../../api/use-form.ts";
import { useAdminText } from "../../../locales/text.ts";
import { adminCall, adminKeyOf, refreshAdministration } from "../admin-queries.ts";
import { Created } from "../times.tsx";
import { EndlessList } from "../lists/lists.tsx";
import { usePages } from "../lists/pages.ts";
import { Failure } from "../../../ui/states.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextArea } from "../../../ui/form/text-input.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import styles from "./user-tabs.module.css";

/** What administrators noted about a user, and a new note. */
export function NotesTab({ userId: id }: { userId: string }) {
  const mayAdd = useMay()("support");
  const { tabs, notes: words } = useAdminText().userPage;
  const pages = usePages<UserNote>({
    queryKey: adminKeyOf("listUserNotes", { id }),
    fetchPage: (page, signal) => adminCall("listUserNotes", { params: { id }, query: page, signal }),
  });
  return (
    <>
      {mayAdd && <NewNote id={id} />}
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

const FIELDS = ["text"] as const;

function NewNote({ id }: { id: string }) {
  const { notes: words } = useAdminText().userPage;
  const { fields, intent } = useContext(NoteDraftContext)!;
  const form = useForm(fields, {
    check: ({ text }) => ({ text: readNote(text) === undefined ? words.missing : undefined }),
    send({ text }) {
      const body = { text: text.trim() };
      return adminCall("addUserNote", { params: { id }, body, idempotencyKey: intent.keyFor(body) });
    },
    failed: words.failed,
    onDone(_, sent) {
      // What was typed since stays.
      fields.set("text", (now) => (now === sent.text ? "" : now));
      notify({ title: words.added });
    },
    onSettled(error) {
      intent.settle(error);
      refreshAdministration(id);
    },
  });
  return (
    <form className={styles["form"]} {...form.attributes}>
      <Failure words={form.failure} />
      <Field label={words.label} hint={words.hint} error={form.errors.text}>
        {(control) => <TextArea {...control} {...form.bind("text")} rows={2} autoComplete="off" />}
      </Field>
      <Button type="submit" pending={form.isPending}>
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
  readonly fields: Fields<"text">;
  /** A note that got no answer and is sent again is the same one. */
  readonly intent: Intent;
};

const NoteDraftContext = createContext<NoteDraft | undefined>(undefined);

export const NoteDraftPlace = NoteDraftContext.Provider;

/** A note that is being written, kept above the tabs: another one can be looked at meanwhile. */
export function useNewNoteDraft(): NoteDraft {
  return { fields: useFields(FIELDS), intent: useIntent() };
}

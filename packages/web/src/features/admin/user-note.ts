import { noteField } from "../../api/ask-dialog.tsx";
import { useTextOf } from "../../locales/text.ts";
import { adminCall } from "./admin-queries.ts";

/** Returns the fields of a note about a user: its text and its reader. */
export function useUserNoteFields() {
  const { notes } = useTextOf("admin");
  return [
    noteField(notes.label, notes.hint, notes.missing),
    {
      name: "reader" as const,
      label: notes.reader,
      initial: "staff",
      options: Object.entries(notes.readers),
    },
  ];
}

type NoteValues = { readonly note: string; readonly reader: string };

/** Sends the values of those fields. */
export const addUserNote = (id: string, { note, reader }: NoteValues, idempotencyKey: string) =>
  adminCall("addUserNote", {
    params: { id },
    body: { text: note, forPerson: reader === "person" },
    idempotencyKey,
  });

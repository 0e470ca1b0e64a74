import { useAdminText } from "../../../locales/text.ts";
import { readNote } from "../ask-dialog.tsx";
import type { AskedField } from "../ask-dialog.tsx";

/** The field that asks for the words that are kept with a decision. */
export function useNoteField(): AskedField<"note"> {
  const { attention: words } = useAdminText();
  return {
    name: "note",
    label: words.note,
    hint: words.noteHint,
    isLong: true,
    read: readNote,
    invalid: words.noteMissing,
  };
}

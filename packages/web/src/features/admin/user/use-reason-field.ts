import { useAdminText } from "../../../locales/text.ts";
import { readNote } from "../ask-dialog.tsx";
import type { AskedField } from "../ask-dialog.tsx";

/** The field that asks why something is done about a user. */
export function useReasonField(): AskedField<"note"> {
  const { userPage: words } = useAdminText();
  return {
    name: "note",
    label: words.reason,
    hint: words.reasonHint,
    isLong: true,
    read: readNote,
    invalid: words.reasonMissing,
  };
}

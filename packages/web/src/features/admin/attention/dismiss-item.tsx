import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { useAdminText } from "../../../locales/text.ts";
import { adminCall } from "../admin-calls.ts";
import { refreshAdministration } from "../admin-queries.ts";
import { AskDialog } from "../ask-dialog.tsx";
import { rememberItem } from "./use-attention.ts";
import { useNoteField } from "./use-note-field.ts";
import { useTold } from "./use-told.ts";

type DismissItemProps = { item: AttentionItem; onClose: () => void };

/** Asks for a note before an item is closed without moving money. */
export function DismissItem({ item, onClose }: DismissItemProps) {
  const { dismiss: words, reasons } = useAdminText().attention;
  const told = useTold();
  const { id } = item;
  return (
    <AskDialog
      title={words.title}
      confirmLabel={words.button}
      fields={[useNoteField()]}
      failed={words.failed}
      send={(body, idempotencyKey) => adminCall("dismissAttention", { params: { id }, body, idempotencyKey })}
      onDone={(decided) => {
        rememberItem(decided);
        told(decided, { title: words.done, ...(item.userEmail === null ? {} : { body: item.userEmail }) });
      }}
      onSettled={() => refreshAdministration(item.userId ?? "")}
      onClose={onClose}
    >
      <p>{reasons[item.reason]}</p>
      <p>{item.kind === "payment" ? words.text : words.payoutText}</p>
    </AskDialog>
  );
}

import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { AskDialog, noteField } from "../../../api/ask-dialog.tsx";
import { useAdminText } from "../../../locales/text.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { adminCall, refreshAdministration } from "../admin-queries.ts";
import { unitOf, useItemAmount } from "./attention-items.ts";

type ScreeningDialogProps = { item: AttentionItem; onClose: () => void };

/** Asks for confirmation before the screening service is asked again about an item it holds. */
export function AskScreeningAgain({ item, onClose }: ScreeningDialogProps) {
  const { askAgain: words } = useAdminText().attention;
  const { id } = item;
  return (
    <AskDialog
      title={words.title}
      confirmLabel={words.button}
      isDanger={false}
      failed={words.failed}
      send={() => adminCall("askScreeningAgain", { params: { id } })}
      onDone={() => notify({ title: words.done })}
      onSettled={() => refreshAdministration(item.userId ?? "")}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </AskDialog>
  );
}

/** Asks for a note before an item that the screening holds is allowed, which takes two administrators. */
export function OverrideScreening({ item, onClose }: ScreeningDialogProps) {
  const { attention, proposals, userPage } = useAdminText();
  const { override: words } = attention;
  const amount = useItemAmount(item);
  const { id } = item;
  return (
    <AskDialog
      title={words.title}
      confirmLabel={words.button}
      fields={[noteField(attention.note, attention.noteHint, userPage.reasonMissing)]}
      failed={words.failed}
      send={(body, idempotencyKey) =>
        adminCall("overrideScreening", { params: { id }, body, idempotencyKey })
      }
      onDone={({ awaiting }) =>
        notify(
          awaiting === null ? { title: words.done } : { title: proposals.made, body: proposals.madeDecision },
        )
      }
      onSettled={() => refreshAdministration(item.userId ?? "")}
      onClose={onClose}
    >
      <p>{attention.reasons[item.reason]}</p>
      <p>{words.text(`${amount ?? ""} ${unitOf(item)}`.trim(), item.userEmail ?? attention.nobody)}</p>
    </AskDialog>
  );
}

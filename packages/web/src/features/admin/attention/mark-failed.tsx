import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { adminCall } from "../admin-calls.ts";
import { refreshAdministration, rememberIn } from "../admin-queries.ts";
import { AskDialog } from "../ask-dialog.tsx";
import { useNoteField } from "./use-note-field.ts";
import { useTold } from "./use-told.ts";

type MarkFailedProps = { withdrawal: AdminWithdrawal; onClose: () => void };

/** Asks for a note before a payout that needed a person is called failed for good and refunded. */
export function MarkFailed({ withdrawal, onClose }: MarkFailedProps) {
  const { markFailed: words } = useAdminText().attention;
  const format = useFormat();
  const told = useTold();
  const { id, userId, userEmail: email } = withdrawal;
  const amount = format.exactAmount(withdrawal.amount);
  return (
    <AskDialog
      title={words.title}
      confirmLabel={words.button}
      isDanger
      fields={[useNoteField()]}
      failed={words.failed}
      send={(body, idempotencyKey) =>
        adminCall("markWithdrawalFailed", { params: { id }, body, idempotencyKey })
      }
      onDone={(decided) => {
        rememberIn("adminListWithdrawals", decided, userId);
        told(decided, { title: words.done, body: words.doneBody(amount, email) });
      }}
      onSettled={() => refreshAdministration(userId)}
      onClose={onClose}
    >
      <p>{words.text(amount, email)}</p>
    </AskDialog>
  );
}

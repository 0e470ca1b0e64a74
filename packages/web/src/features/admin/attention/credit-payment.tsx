import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { plainAmount } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { plainDecimal } from "../../../lib/plain-decimal.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useAdminText } from "../../../locales/text.ts";
import { adminCall } from "../admin-calls.ts";
import { refreshAdministration } from "../admin-queries.ts";
import { AskDialog } from "../ask-dialog.tsx";
import { rememberItem } from "./use-attention.ts";
import { OUR_ASSET } from "./use-item-amount.ts";
import { useNoteField } from "./use-note-field.ts";
import { useTold } from "./use-told.ts";
import { amountToBeginWith, readCredit } from "./what-can-be-done.ts";

type CreditPaymentProps = { item: AttentionItem; onClose: () => void };

/** Asks for the amount, which begins with what is left to decide, and for a note, before a payment is credited. */
export function CreditPayment({ item, onClose }: CreditPaymentProps) {
  const { credit: words } = useAdminText().attention;
  const language = useLanguage();
  const format = useFormat();
  const told = useTold();
  const { id } = item;
  const email = item.userEmail ?? "";
  const begin = plainDecimal(amountToBeginWith(item));
  return (
    <AskDialog
      title={words.title(email)}
      confirmLabel={words.button}
      fields={[
        {
          name: "amount",
          label: words.amount,
          initial: language === "fr" ? begin.replace(".", ",") : begin,
          suffix: "USDMS",
          inputMode: "decimal",
          read: (typed) => readCredit(plainAmount(typed, language)),
          invalid: words.amountInvalid,
        },
        useNoteField(),
      ]}
      failed={words.failed}
      send={(body, idempotencyKey) => adminCall("creditPayment", { params: { id }, body, idempotencyKey })}
      onDone={(decided, { amount }) => {
        rememberItem(decided);
        told(decided, { title: words.done, body: words.doneBody(format.exactAmount(amount), email) });
      }}
      onSettled={() => refreshAdministration(item.userId ?? "")}
      onClose={onClose}
    >
      <p>{words.text}</p>
      {item.asset !== OUR_ASSET && <p>{words.otherAsset}</p>}
    </AskDialog>
  );
}

import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { useState } from "react";
import { useAdminText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { CreditPayment } from "./credit-payment.tsx";
import { DismissItem } from "./dismiss-item.tsx";
import { MarkFailed } from "./mark-failed.tsx";
import { MarkPaid } from "./mark-paid.tsx";
import { unitOf, useItemAmount } from "./use-item-amount.ts";
import { whatCanBeDone } from "./what-can-be-done.ts";
import type { Deed } from "./what-can-be-done.ts";

type AttentionButtonsProps = {
  item: AttentionItem;
  withdrawal: AdminWithdrawal | undefined;
  isKnown: boolean;
};

/** What a person can do about an item. Each asks for a reason or a proof before it is done. */
export function AttentionButtons({ item, withdrawal, isKnown }: AttentionButtonsProps) {
  const { attention: words } = useAdminText();
  const amount = useItemAmount(item);
  const [opened, setOpened] = useState<Deed>();
  const close = () => setOpened(undefined);
  // Which of them it is depends on what became of the withdrawal.
  if (item.kind === "payout" && !isKnown) return null;
  const what = `${amount ?? ""} ${unitOf(item)}`.trim();
  const who = item.userEmail ?? words.nobody;
  const buttons = {
    credit: { variant: "primary", text: words.credit.button, label: words.credit.of(what, who) },
    dismiss: {
      variant: "quiet",
      text: words.dismiss.button,
      label: words.dismiss.of(`${words.kinds[item.kind]}, ${what}, ${who}`),
    },
    "mark-paid": { variant: "primary", text: words.markPaid.button, label: words.markPaid.of(what, who) },
    "mark-failed": {
      variant: "danger",
      text: words.markFailed.button,
      label: words.markFailed.of(what, who),
    },
  } as const;
  return (
    <>
      {whatCanBeDone(item, withdrawal).map((deed) => {
        const { variant, text, label } = buttons[deed];
        return (
          <Button key={deed} variant={variant} aria-label={label} onClick={() => setOpened(deed)}>
            {text}
          </Button>
        );
      })}
      {opened === "credit" && <CreditPayment item={item} onClose={close} />}
      {opened === "dismiss" && <DismissItem item={item} onClose={close} />}
      {opened === "mark-paid" && withdrawal && <MarkPaid withdrawal={withdrawal} onClose={close} />}
      {opened === "mark-failed" && withdrawal && <MarkFailed withdrawal={withdrawal} onClose={close} />}
    </>
  );
}

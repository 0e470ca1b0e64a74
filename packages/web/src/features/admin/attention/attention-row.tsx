import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { useState } from "react";
import { useAdminText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Created } from "../created.tsx";
import { AwaitingSecond } from "../proposals/awaiting.tsx";
import { useKeptFocus } from "../use-kept-focus.ts";
import { AttentionFacts } from "./attention-facts.tsx";
import styles from "./attention-page.module.css";
import { CreditPayment, DismissItem, MarkFailed, MarkPaid } from "./decision-dialogs.tsx";
import { EarlierDecisions, ItemAmount, Outcome, Who } from "./item-parts.tsx";
import { isOpenItem, unitOf, useItemAmount } from "./use-attention.ts";
import { whatCanBeDone } from "./what-can-be-done.ts";
import type { Deed } from "./what-can-be-done.ts";

type AttentionRowProps = {
  item: AttentionItem;
  isGone: boolean;
  /** The withdrawal that an item about a payout is about, while it is open. */
  withdrawal: AdminWithdrawal | undefined;
  /** Whether it is known which withdrawals are open. */
  isKnown: boolean;
};

/** One thing that a person has to decide: what happened, what is known of it, and what can be done. */
export function AttentionRow({ item, isGone, withdrawal, isKnown }: AttentionRowProps) {
  const { attention: words, list } = useAdminText();
  const amount = useItemAmount(item);
  const isOver = isGone || !isOpenItem(item);
  const keptFocus = useKeptFocus();
  const awaiting = item.awaiting ?? withdrawal?.awaiting ?? null;
  return (
    <li {...keptFocus} tabIndex={-1} className={styles["item"]} data-over={isOver || undefined}>
      <div className={styles["head"]}>
        <Badge tone={item.kind === "payment" ? "good" : "warn"}>{words.kinds[item.kind]}</Badge>
        <Who item={item} />
        <ItemAmount item={item} />
      </div>
      <p className={styles["reason"]}>{words.reasons[item.reason]}</p>
      <p className={styles["quiet"]}>
        {words.since} <Created at={item.createdAt} isDateFirst />
      </p>
      <AttentionFacts item={item} withdrawal={withdrawal} />
      <EarlierDecisions item={item} />
      <div className={styles["actions"]}>
        {isOver ? (
          isGone ? (
            <Badge tone="neutral">{list.gone}</Badge>
          ) : (
            <Outcome item={item} />
          )
        ) : awaiting !== null ? (
          <AwaitingSecond
            awaiting={awaiting}
            userId={item.userId}
            email={item.userEmail ?? words.nobody}
            amount={amount ?? ""}
          />
        ) : (
          <AttentionButtons item={item} withdrawal={withdrawal} isKnown={isKnown} />
        )}
      </div>
    </li>
  );
}

type AttentionButtonsProps = {
  item: AttentionItem;
  withdrawal: AdminWithdrawal | undefined;
  isKnown: boolean;
};

/** What a person can do about an item. Each asks for a reason or a proof before it is done. */
function AttentionButtons({ item, withdrawal, isKnown }: AttentionButtonsProps) {
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

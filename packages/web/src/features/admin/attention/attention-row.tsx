import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Created } from "../created.tsx";
import { AwaitingSecond } from "../proposals/awaiting.tsx";
import { useKeptFocus } from "../use-kept-focus.ts";
import { AttentionButtons } from "./attention-buttons.tsx";
import { AttentionFacts } from "./attention-facts.tsx";
import { EarlierDecisions } from "./earlier-decisions.tsx";
import styles from "./attention-page.module.css";
import { ItemAmount, Outcome, Who } from "./item-parts.tsx";
import { isOpenItem } from "./use-attention.ts";
import { useItemAmount } from "./use-item-amount.ts";

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

import { useMemo } from "react";
import { useAdminText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { useWithdrawals } from "../admin-queries.ts";
import { EndlessList } from "../endless-list.tsx";
import { Freshness } from "../freshness.tsx";
import { AttentionRow } from "./attention-row.tsx";
import styles from "./attention-page.module.css";
import { DecidedRow } from "./decided-row.tsx";
import { isOpenItem, useAttention } from "./use-attention.ts";

/** Payments and payouts that need a person: what is open with what can be done about it, and what was decided. */
export function AttentionPage() {
  const { attention: words } = useAdminText();
  const { query, items } = useAttention();
  // It knows what became of the payouts, and what they are about.
  const withdrawals = useWithdrawals().data;
  const open = useMemo(() => items?.filter(isOpenItem), [items]);
  const decided = useMemo(() => items?.filter((item) => !isOpenItem(item)), [items]);
  return (
    <AdminFrame title={words.title} aside={<Freshness isKnown={items !== undefined} />}>
      <p className={styles["intro"]}>{words.intro}</p>
      <Card title={open === undefined ? words.openUncounted : words.open(open.length)}>
        <EndlessList
          label={words.title}
          pages={{ query, items: open }}
          known={items}
          isWhole
          empty={words.empty}
          className={styles["items"]}
          row={({ item, isGone }) => (
            <AttentionRow
              key={item.id}
              item={item}
              isGone={isGone}
              withdrawal={withdrawals?.find(({ id }) => id === item.withdrawalId)}
              isKnown={withdrawals !== undefined}
            />
          )}
        />
      </Card>
      <Card title={words.decided}>
        <EndlessList
          label={words.decided}
          pages={{ query, items: decided }}
          empty={words.decidedEmpty}
          className={styles["items"]}
          row={({ item }) => <DecidedRow key={item.id} item={item} />}
        />
      </Card>
    </AdminFrame>
  );
}

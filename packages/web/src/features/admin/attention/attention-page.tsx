import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { memo, useMemo } from "react";
import { Link } from "wouter";
import { useAdminText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { LongCode } from "../../../ui/long-code.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { useWithdrawals } from "../admin-queries.ts";
import { Created } from "../created.tsx";
import { EndlessList } from "../endless-list.tsx";
import { Freshness } from "../freshness.tsx";
import styles from "./attention-page.module.css";
import { AttentionRow } from "./attention-row.tsx";
import { ItemAmount, Outcome, Who } from "./item-parts.tsx";
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

/** One thing that was decided, in short. */
export const DecidedRow = memo(function DecidedRow({ item }: { item: AttentionItem }) {
  const { attention: words } = useAdminText();
  return (
    <li className={styles["item"]}>
      <div className={styles["head"]}>
        <Badge tone="neutral">{words.kinds[item.kind]}</Badge>
        <Who item={item} />
        <ItemAmount item={item} />
      </div>
      <p>{words.reasons[item.reason]}</p>
      <p className={styles["quiet"]}>
        <Outcome item={item} />{" "}
        {item.resolvedBy !== null && (
          <>
            <Decider id={item.resolvedBy} email={item.resolvedByEmail} />
            {" · "}
          </>
        )}
        {item.resolvedAt !== null && <Created at={item.resolvedAt} />}
      </p>
      {item.transactionHash !== null && (
        <div className={styles["transaction"]}>
          <span className={styles["quiet"]}>{words.transaction}</span>
          <LongCode code={item.transactionHash} copyLabel={words.copy(item.transactionHash)} />
        </div>
      )}
      {item.note !== null && <p className={styles["note"]}>{item.note}</p>}
    </li>
  );
});

/** An account that is gone has no e-mail any more, and only its id is on record. */
function Decider({ id, email }: { id: string; email: string | null }) {
  const { attention: words } = useAdminText();
  if (email === null) return words.byAdministrator;
  return (
    <>
      {words.by}{" "}
      <Link href={`/admin/users/${id}`} className={styles["decider"]}>
        {email}
      </Link>
    </>
  );
}

import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { memo } from "react";
import { Link } from "wouter";
import { useAdminText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { LongCode } from "../../../ui/long-code.tsx";
import { Created } from "../created.tsx";
import styles from "./attention-page.module.css";
import { ItemAmount, Outcome, Who } from "./item-parts.tsx";

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

import type { AttentionItem } from "@veritick/contract/attention.ts";
import { memo } from "react";
import { useAdminText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/badge.tsx";
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
        <Outcome item={item} /> {item.resolvedAt !== null && <Created at={item.resolvedAt} />}
      </p>
      {item.note !== null && <p className={styles["note"]}>{item.note}</p>}
    </li>
  );
});

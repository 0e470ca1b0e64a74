import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { Link } from "wouter";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Time } from "../../../ui/num.tsx";
import styles from "./attention-page.module.css";
import { useOutcome } from "./item-parts.tsx";

/** How it was decided before it came back, the newest decision first. */
export function EarlierDecisions({ item: { history } }: { item: AttentionItem }) {
  const { attention: words } = useAdminText();
  const format = useFormat();
  const outcome = useOutcome();
  if (history.length === 0) return null;
  return (
    <>
      <p className={styles["caption"]}>{words.history}</p>
      <ul className={styles["history"]}>
        {history.toReversed().map(({ reason, resolution, note, resolvedBy, resolvedAt }) => (
          <li key={resolvedAt}>
            <p>
              <strong>{outcome(resolution)}</strong> ·{" "}
              <Time dateTime={resolvedAt}>{format.moment(resolvedAt)}</Time> ·{" "}
              {resolvedBy === null ? (
                words.byPlatform
              ) : (
                <Link href={`/admin/users/${resolvedBy}`}>{words.byAdministrator}</Link>
              )}
            </p>
            <p className={styles["quiet"]}>{words.reasons[reason]}</p>
            {note !== null && <p className={styles["note"]}>{note}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}

import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { Link } from "wouter";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Num, Time } from "../../../ui/primitives.tsx";
import styles from "./attention-page.module.css";
import { unitOf, useItemAmount } from "./use-attention.ts";

export function Who({ item }: { item: AttentionItem }) {
  const { attention: words } = useAdminText();
  if (item.userId !== null && item.userEmail !== null) {
    return (
      <Link href={`/admin/users/${item.userId}`} className={styles["who"]}>
        {item.userEmail}
      </Link>
    );
  }
  return <span className={styles["nobody"]}>{item.userId === null ? words.nobody : words.closed}</span>;
}

export function ItemAmount({ item }: { item: AttentionItem }) {
  const { attention: words } = useAdminText();
  const amount = useItemAmount(item);
  return (
    <p className={styles["amount"]}>
      {amount === undefined ? (
        <span className={styles["quiet"]}>{words.noAmount}</span>
      ) : (
        <>
          {item.resolvedAt === null && (
            <span className={styles["quiet"]}>
              {item.kind === "payment" ? words.leftToDecide : words.toPay}{" "}
            </span>
          )}
          <Num>
            {amount} {unitOf(item)}
          </Num>
        </>
      )}
    </p>
  );
}

/** How it was decided. */
export function Outcome({ item: { resolution } }: { item: AttentionItem }) {
  const words = useOutcome();
  return resolution !== null && <Badge tone="neutral">{words(resolution)}</Badge>;
}

/** What the platform may call it one day and this page has no words for is shown as it stands there. */
function useOutcome(): (resolution: string) => string {
  const outcomes: Readonly<Record<string, string>> = useAdminText().attention.outcomes;
  return (resolution) => outcomes[resolution] ?? resolution;
}

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

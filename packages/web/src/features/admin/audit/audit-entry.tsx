import type { AuditEntry as Entry } from "@veritick/contract/schemas/admin.ts";
import { memo } from "react";
import { Link } from "wouter";
import { useAdminText } from "../../../locales/text.ts";
import { Time } from "../../../ui/num.tsx";
import { AuditChanges } from "./audit-changes.tsx";
import styles from "./audit-entry.module.css";
import { isTakenBack } from "./changes.ts";
import { auditAddress } from "./filters.ts";
import { useExactMoment } from "./use-exact-moment.ts";

type AuditEntryProps = {
  entry: Entry;
  /** False where all entries are about the same user, who need not be named in each. */
  showsSubject?: boolean;
};

/** One action: what, about whom, by whom and from where, when, what it changed and why. */
export const AuditEntry = memo(function AuditEntry({ entry, showsSubject = true }: AuditEntryProps) {
  const { audit: words, proposals } = useAdminText();
  const exactMoment = useExactMoment();
  const { action, subject, address, reason, proposedBy } = entry;
  const ended = isTakenBack(entry) ? proposals.takenBack : proposals.declined;
  const what = action === "proposal_declined" ? ended : words.actions[action];
  return (
    <li className={styles["entry"]}>
      <p className={styles["when"]}>
        <Time dateTime={entry.createdAt} isRelative>
          {exactMoment(entry.createdAt)}
        </Time>
      </p>
      <div className={styles["what"]}>
        <p>
          <strong>{what}</strong>
          {showsSubject && subject !== null && (
            <>
              {" · "}
              <Link href={`/admin/users/${subject}`} className={styles["link"]}>
                {entry.subjectEmail ?? <Nameless id={subject} />}
              </Link>
            </>
          )}
        </p>
        <p className={styles["quiet"]}>
          {words.by}{" "}
          <Link href={auditAddress({ actor: entry.actor })} className={styles["link"]}>
            {entry.actorEmail ?? <Nameless id={entry.actor} />}
          </Link>
          {address !== null && ` · ${words.from(address)}`}
        </p>
        {proposedBy !== null && (
          <p className={styles["quiet"]}>
            {words.proposedBy}{" "}
            <Link href={auditAddress({ actor: proposedBy })} className={styles["link"]}>
              {entry.proposedByEmail ?? <Nameless id={proposedBy} />}
            </Link>
          </p>
        )}
        {reason !== null && <p className={styles["reason"]}>{words.reason(reason)}</p>}
      </div>
      <AuditChanges entry={entry} />
    </li>
  );
});

/** Somebody whose account is gone. */
function Nameless({ id }: { id: string }) {
  const { audit: words } = useAdminText();
  return <>{words.gone(id.slice(0, 8))}</>;
}

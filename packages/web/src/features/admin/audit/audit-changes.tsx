import type { AuditEntry } from "@veritick/contract/schemas/admin.ts";
import { useAdminText } from "../../../locales/text.ts";
import styles from "./audit-entry.module.css";
import { AuditValueText } from "./audit-value.tsx";
import { changesOf, isChange, isTakenBack, plainName } from "./changes.ts";
import type { AuditChange } from "./changes.ts";

/** What was before and what is after, field by field. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const { audit: words } = useAdminText();
  const names: Readonly<Record<string, string>> = words.fields;
  const changes = changesOf(entry);
  if (changes.length === 0) return null;
  return (
    <dl className={styles["changes"]}>
      {changes.map((change) => (
        <div key={change.name} className={styles["change"]}>
          <dt>{names[change.name] ?? plainName(change.name)}</dt>
          <dd>
            {change.name === "outcome" && isTakenBack(entry) ? words.takenBack : <Change {...change} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Change(change: AuditChange) {
  const { audit: words } = useAdminText();
  const { name, before, after } = change;
  if (!isChange(change)) return <AuditValueText name={name} value={after ?? before ?? null} />;
  return (
    <>
      <span className={styles["quiet"]}>
        <AuditValueText name={name} value={before ?? null} />
      </span>{" "}
      <span aria-label={words.became} role="img" className={styles["arrow"]}>
        →
      </span>{" "}
      <strong>
        <AuditValueText name={name} value={after ?? null} />
      </strong>
    </>
  );
}

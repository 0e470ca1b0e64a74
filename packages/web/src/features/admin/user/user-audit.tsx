import type { AuditEntry as Entry } from "@veritick/contract/audit.ts";
import { listAudit } from "../../../lib/calls-of-admins.ts";
import { keyOf } from "../../../lib/query.ts";
import { useAdminText } from "../../../locales/text.ts";
import { adminCall } from "../admin-calls.ts";
import { AuditEntry } from "../audit/audit-entry.tsx";
import { EndlessList } from "../endless-list.tsx";
import { pageQuery } from "../paging.ts";
import { usePages } from "../use-pages.ts";
import styles from "./dense-row.module.css";

/** What administrators did about a user. */
export function UserAudit({ userId }: { userId: string }) {
  const { tabs, audit: words } = useAdminText().userPage;
  const pages = usePages<Entry>({
    queryKey: [...keyOf(listAudit), userId],
    fetchPage: (before, signal) =>
      adminCall(listAudit, { query: { ...pageQuery(before), subject: userId }, signal }),
  });
  return (
    <EndlessList
      label={tabs.audit}
      pages={pages}
      empty={words.empty}
      className={styles["entries"]}
      row={({ item }) => <AuditEntry key={item.id} entry={item} showsSubject={false} />}
    />
  );
}

import type { AuditEntry as Entry } from "@veritick/contract/schemas/admin.ts";
import { useAdminText } from "../../../locales/text.ts";
import { adminCall, adminKeyOf } from "../admin-calls.ts";
import { AuditEntry } from "../audit/audit-entry.tsx";
import { EndlessList } from "../endless-list.tsx";
import { pageQuery } from "../paging.ts";
import { usePages } from "../use-pages.ts";
import styles from "./dense-row.module.css";

/** What administrators did about a user. */
export function UserAudit({ userId }: { userId: string }) {
  const { tabs, audit: words } = useAdminText().userPage;
  const pages = usePages<Entry>({
    queryKey: [...adminKeyOf("listAudit"), userId],
    fetchPage: (before, signal) =>
      adminCall("listAudit", { query: { ...pageQuery(before), subject: userId }, signal }),
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

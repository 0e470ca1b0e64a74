import { useLocation, useSearch } from "wouter";
import { useAdminText } from "../../../locales/text.ts";
import { AdminFrame } from "../admin-frame.tsx";
import { DownloadButton } from "../download-button.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditList } from "./audit-list.tsx";
import styles from "./audit-page.module.css";
import { auditAddress, readSelection } from "./filters.ts";
import { adminPathOf } from "../admin-calls.ts";

/** What administrators did. What is filtered is kept in the address, so that it can be reloaded and shared. */
export function AuditPage() {
  const { audit: words } = useAdminText();
  const [, navigate] = useLocation();
  const selection = readSelection(new URLSearchParams(useSearch()));
  return (
    <AdminFrame title={words.title} aside={<ExportButton />}>
      <AuditFilters
        selection={selection}
        onChange={(next) => navigate(auditAddress(next), { replace: true })}
      />
      <section className={styles["log"]} aria-label={words.title}>
        <AuditList selection={selection} />
      </section>
    </AdminFrame>
  );
}

/** The whole log, whatever is selected. */
function ExportButton() {
  const { audit: words, exportFiles } = useAdminText();
  return (
    <DownloadButton path={adminPathOf("exportCsv", { kind: "audit" })} name={exportFiles.kinds.audit}>
      {words.file}
    </DownloadButton>
  );
}

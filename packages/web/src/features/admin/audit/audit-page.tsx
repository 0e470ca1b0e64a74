import { AUDIT_ACTIONS } from "@veritick/contract/audit-names.ts";
import { useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { useAdminText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { SelectInput } from "../../../ui/select-input.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { adminPathOf } from "../admin-queries.ts";
import { DownloadButton } from "../download-button.tsx";
import { AuditList } from "./audit-list.tsx";
import styles from "./audit-page.module.css";
import { auditAddress, isSelected, readSelection } from "./filters.ts";
import type { AuditSelection } from "./filters.ts";
import { PersonFilter } from "./person-filter.tsx";

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

type AuditFiltersProps = { selection: AuditSelection; onChange: (selection: AuditSelection) => void };

/** Which entries are shown. */
export function AuditFilters({ selection, onChange }: AuditFiltersProps) {
  const { audit: words } = useAdminText();
  const section = useRef<HTMLElement>(null);

  function clear() {
    onChange({});
    // The button that did it can be pressed no more.
    section.current?.querySelector("select")?.focus();
  }

  function change(name: keyof AuditSelection, value: string | undefined) {
    const search = new URLSearchParams(selection);
    if (value === undefined || value === "") search.delete(name);
    else search.set(name, value);
    onChange(readSelection(search));
  }

  return (
    <section ref={section} className={styles["filters"]} aria-label={words.filters}>
      <Field label={words.action}>
        {(control) => (
          <SelectInput
            {...control}
            name="action"
            value={selection.action ?? ""}
            onChange={(event) => change("action", event.target.value)}
          >
            <option value="">{words.everyAction}</option>
            {AUDIT_ACTIONS.map((action) => (
              <option key={action} value={action}>
                {words.actions[action]}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <PersonFilter
        label={words.actor}
        name="actor"
        id={selection.actor}
        onChange={(id) => change("actor", id)}
      />
      <PersonFilter
        label={words.subject}
        name="subject"
        id={selection.subject}
        onChange={(id) => change("subject", id)}
      />
      <Button variant="quiet" className={styles["clear"]} disabled={!isSelected(selection)} onClick={clear}>
        {words.clear}
      </Button>
    </section>
  );
}

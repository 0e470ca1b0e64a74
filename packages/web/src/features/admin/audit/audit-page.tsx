import { AUDIT_ACTIONS } from "@veritick/contract/audit-names.ts";
import type { AuditEntry as AuditRecord } from "@veritick/contract/schemas/admin.ts";
import { useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { useTextOf } from "../../../locales/text.ts";
import { isDay } from "../../money/public.ts";
import { AdminFrame } from "../admin-frame.tsx";
import { adminCall, adminKeyOf, adminPathOf } from "../admin-queries.ts";
import { PersonFilter } from "../person-filter.tsx";
import { DownloadButton } from "../download-button.tsx";
import { EndlessList } from "../lists/lists.tsx";
import { usePages, useShownName } from "../lists/pages.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { DateField, SelectInput } from "../../../ui/form/text-input.tsx";
import { AuditEntry } from "./audit-entry.tsx";
import styles from "./audit-page.module.css";
import { auditAddress, isSelected, queryOf, readSelection, writeSelection } from "./filters.ts";
import type { AuditSelection } from "./filters.ts";

/** The log of administrators' actions. The address keeps the filters, so that the page can be reloaded and shared. */
export function AuditPage() {
  const { audit: words } = useTextOf("admin");
  const [, navigate] = useLocation();
  const selection = readSelection(new URLSearchParams(useSearch()));
  return (
    <AdminFrame title={words.title} aside={<ExportButton selection={selection} />}>
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

/** Downloads the entries shown as a file. */
function ExportButton({ selection }: { selection: AuditSelection }) {
  const { audit: words, exportFiles } = useTextOf("admin");
  const query = String(new URLSearchParams({ ...queryOf(selection), spreadsheet: "true" }));
  return (
    <DownloadButton
      path={`${adminPathOf("exportCsv", { kind: "audit" })}?${query}`}
      name={exportFiles.kinds.audit}
    >
      {isSelected(selection) ? words.fileOfShown : words.file}
    </DownloadButton>
  );
}

type AuditFiltersProps = { selection: AuditSelection; onChange: (selection: AuditSelection) => void };

/** The filters of the log. */
function AuditFilters({ selection, onChange }: AuditFiltersProps) {
  const { audit: words } = useTextOf("admin");
  const section = useRef<HTMLElement>(null);

  function clear() {
    onChange({});
    // The button that was pressed is gone now, so the focus moves.
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
      <DateField
        label={words.fromDay}
        value={selection.from ?? ""}
        max={selection.to ?? ""}
        isWhole={isDay}
        onChange={(day) => change("from", day)}
      />
      <DateField
        label={words.toDay}
        value={selection.to ?? ""}
        min={selection.from ?? ""}
        isWhole={isDay}
        onChange={(day) => change("to", day)}
      />
      <Button variant="quiet" className={styles["clear"]} disabled={!isSelected(selection)} onClick={clear}>
        {words.clear}
      </Button>
    </section>
  );
}

/** The log, page by page, newest first. */
function AuditList({ selection }: { selection: AuditSelection }) {
  const { audit: words } = useTextOf("admin");
  const pages = usePages<AuditRecord>({
    queryKey: [...adminKeyOf("listAudit"), selection],
    follows: ["users"],
    fetchPage: (page, signal) =>
      adminCall("listAudit", { query: { ...queryOf(selection), ...page }, signal }),
    keepsPrevious: true,
  });
  return (
    <EndlessList
      label={words.title}
      pages={pages}
      name={useShownName(writeSelection(selection), pages.query)}
      isBusy={pages.query.isPlaceholderData}
      isCountOver
      empty={isSelected(selection) ? words.noMatch : words.empty}
      className={styles["entries"]}
      row={({ item }) => <AuditEntry key={item.id} entry={item} />}
    />
  );
}

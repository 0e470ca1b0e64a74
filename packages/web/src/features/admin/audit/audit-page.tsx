import { AUDIT_ACTIONS } from "@veritick/contract/audit-names.ts";
import type { AuditEntry as AuditRecord } from "@veritick/contract/schemas/admin.ts";
import { isFiltered, selectionOf, writeFilters } from "../../../lib/filters.ts";
import { useTextOf } from "../../../locales/text.ts";
import { AdminFrame } from "../admin-frame.tsx";
import { adminCall, adminKeyOf, adminPathOf } from "../admin-queries.ts";
import { PersonFilter } from "../person-filter.tsx";
import { DownloadButton } from "../download-button.tsx";
import { EndlessList } from "../lists/lists.tsx";
import { usePages, useShownName } from "../lists/pages.ts";
import { Card } from "../../../ui/card.tsx";
import { FilterBar, PeriodFields, SelectField, useFilters } from "../../../ui/form/filter-bar.tsx";
import { AUDIT } from "./audit-entry.tsx";
import { AUDIT_FILTERS } from "./filters.ts";
import type { AuditFilters } from "./filters.ts";

/** The log of administrators' actions. */
export function AuditPage() {
  const { audit: words } = useTextOf("admin");
  const { filters, change, clear } = useFilters(AUDIT_FILTERS);
  return (
    <AdminFrame title={words.title} aside={<ExportButton filters={filters} />}>
      <FilterBar isFiltered={isFiltered(filters)} onClear={clear}>
        <SelectField
          label={words.action}
          name="action"
          value={filters.action}
          all={words.everyAction}
          options={AUDIT_ACTIONS.map((action) => [action, words.actions[action]])}
          onChange={(action) => change({ action })}
        />
        <PersonFilter
          label={words.subject}
          name="subject"
          id={filters.subject}
          onChange={(subject) => change({ subject })}
        />
        <PeriodFields from={filters.from} to={filters.to} onChange={change} />
        <PersonFilter
          label={words.actor}
          name="actor"
          id={filters.actor}
          onChange={(actor) => change({ actor })}
        />
      </FilterBar>
      <Card label={words.title}>
        <AuditList filters={filters} />
      </Card>
    </AdminFrame>
  );
}

/** Downloads the entries shown as a file. */
function ExportButton({ filters }: { filters: AuditFilters }) {
  const { audit: words, exportFiles } = useTextOf("admin");
  const query = selectionOf(filters);
  return (
    <DownloadButton
      path={adminPathOf("exportCsv", { kind: "audit" })}
      query={query}
      name={exportFiles.kinds.audit}
    >
      {isFiltered(filters) ? words.fileOfShown : words.file}
    </DownloadButton>
  );
}

/** The log, page by page, newest first. */
function AuditList({ filters }: { filters: AuditFilters }) {
  const { audit: words } = useTextOf("admin");
  const { noMatch } = useTextOf("later").filters;
  const selection = selectionOf(filters);
  const pages = usePages<AuditRecord>({
    queryKey: [...adminKeyOf("listAudit"), selection],
    follows: ["users"],
    fetchPage: (page, signal) => adminCall("listAudit", { query: { ...selection, ...page }, signal }),
    keepsPrevious: true,
  });
  return (
    <EndlessList
      label={words.title}
      pages={pages}
      name={useShownName(writeFilters(filters), pages.query)}
      isBusy={pages.query.isPlaceholderData}
      isCountOver
      empty={isFiltered(filters) ? noMatch : words.empty}
      table={AUDIT}
    />
  );
}

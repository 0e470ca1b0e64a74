import { useLocation, useSearch } from "wouter";
import { pathOf } from "../../../api/client.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useLightPrint, useTitle } from "../../../lib/browser.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { EmptyState, ListEnd, Loaded, LoadingRows } from "../../../ui/states.tsx";
import { PageTitle } from "../../../ui/primitives.tsx";
import { CheckChips } from "../../../ui/form/choices.tsx";
import { DateField } from "../../../ui/form/text-input.tsx";
import { DownloadIcon } from "../../../ui/icons.tsx";
import { AccountHeader } from "../../account/public.ts";
import {
  GROUPS,
  isDay,
  isFiltered,
  isWrongWayRound,
  readFilters,
  selectionOf,
  writeFilters,
} from "./filters.ts";
import type { Filters } from "./filters.ts";
import styles from "./statement-page.module.css";
import { StatementTable } from "./statement-table.tsx";
import { useStatement } from "./use-statement.ts";

/** Lists every movement of the balance. The address holds the filters, so that people can reload and share the page. */
export function StatementPage() {
  const { common } = useText();
  const { statement } = useTextOf("later");
  const user = useCurrentUser();
  const [path, navigate] = useLocation();
  const filters = readFilters(new URLSearchParams(useSearch()));
  useTitle(`${statement.title} · ${common.product}`);
  useLightPrint();
  if (!user) return null;

  function change(next: Filters) {
    const query = writeFilters(next);
    navigate(query === "" ? path : `${path}?${query}`, { replace: true });
  }

  return (
    <>
      <AccountHeader back={statement.back} />
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <div className={styles["head"]}>
          <PageTitle>{statement.title}</PageTitle>
          <CsvLink filters={filters} />
          <p className={styles["intro"]}>{statement.intro}</p>
        </div>
        <StatementFilters filters={filters} onChange={change} />
        <StatementList filters={filters} />
      </main>
    </>
  );
}

/** Downloads the selected entries. A plain link lets the browser write the file while the server sends it. */
function CsvLink({ filters }: { filters: Filters }) {
  const { statement } = useTextOf("later");
  return (
    <a className={buttonClass("quiet")} href={csvAddress(filters)} download>
      <DownloadIcon size={18} />
      {statement.csv}
    </a>
  );
}

function csvAddress(filters: Filters): string {
  const query = String(new URLSearchParams(selectionOf(filters)));
  return query === "" ? pathOf("statementCsv") : `${pathOf("statementCsv")}?${query}`;
}

type StatementFiltersProps = { filters: Filters; onChange: (filters: Filters) => void };

function StatementFilters({ filters, onChange }: StatementFiltersProps) {
  const { statement } = useTextOf("later");
  const { groups, from, to } = filters;
  return (
    <section className={styles["filters"]} aria-label={statement.filters}>
      <CheckChips
        label={statement.groups.label}
        options={GROUPS.map((group) => ({ value: group, label: statement.groups[group] }))}
        chosen={groups}
        onChange={(chosen) => onChange({ ...filters, groups: chosen })}
      />
      <div className={styles["dates"]}>
        <DateField
          label={statement.from}
          value={from}
          max={to}
          isWhole={isDay}
          onChange={(day) => onChange({ ...filters, from: day })}
        />
        <DateField
          label={statement.to}
          value={to}
          min={from}
          isWhole={isDay}
          error={isWrongWayRound(filters) ? statement.wrongWayRound : undefined}
          onChange={(day) => onChange({ ...filters, to: day })}
        />
      </div>
      <Button
        variant="quiet"
        className={styles["clear"]}
        disabled={!isFiltered(filters)}
        onClick={() => onChange({ groups: [], from: "", to: "" })}
      >
        {statement.clear}
      </Button>
    </section>
  );
}

/** Shows the entries, or the reason why there are none. If a page fails, the earlier pages stay. */
function StatementList({ filters }: { filters: Filters }) {
  const { statement } = useTextOf("later");
  const query = useStatement(selectionOf(filters));
  return (
    <Loaded query={query} failed={statement.failed} loading={<LoadingRows count={6} />}>
      {({ pages }) =>
        isWrongWayRound(filters) || pages.every((page) => page.length === 0) ? (
          <EmptyState {...(isFiltered(filters) ? statement.noMatch : statement.empty)} />
        ) : (
          <div className={styles["list"]} aria-busy={query.isPlaceholderData}>
            <StatementTable pages={pages} isWhole={!query.hasNextPage} />
            <ListEnd pages={query} loading={statement.loading} end={statement.end} />
          </div>
        )
      }
    </Loaded>
  );
}

import { useCurrentUser } from "../../../api/current-user.ts";
import { useTitle } from "../../../lib/browser.ts";
import { useLightPrint } from "../../../lib/print.ts";
import { isFiltered, isWrongWayRound } from "../../../lib/filters.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { CheckChips } from "../../../ui/form/choices.tsx";
import { FilterBar, PeriodFields, WideFilter, useFilters } from "../../../ui/form/filter-bar.tsx";
import { PageTitle, Quiet, Row, Stack } from "../../../ui/primitives.tsx";
import { EmptyState, Loaded, LoadingRows } from "../../../ui/states.tsx";
import { ListEnd } from "../../../ui/list-end.tsx";
import { AccountHeader } from "../../account/public.ts";
import { CsvLink } from "../csv-link.tsx";
import { dayStartIn, useZone } from "../zone.ts";
import { GROUPS, groupsOf, selectionOf, STATEMENT_FILTERS } from "./filters.ts";
import type { StatementFilters } from "./filters.ts";
import styles from "./statement-page.module.css";
import { StatementTable } from "./statement-table.tsx";
import { useStatement } from "./use-statement.ts";

/** Lists every movement of the balance. */
export function StatementPage() {
  const { common } = useText();
  const { statement } = useTextOf("later");
  const user = useCurrentUser();
  const { filters, change, clear } = useFilters(STATEMENT_FILTERS);
  const zone = useZone();
  useTitle(`${statement.title} · ${common.product}`);
  useLightPrint();
  if (!user) return null;
  return (
    <>
      <AccountHeader back={statement.back} />
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <Stack gap={1}>
          <Row gap={3} align="center" justify="between" nowrap>
            <PageTitle>{statement.title}</PageTitle>
            <CsvLink call="statementCsv" query={selectionOf(filters, dayStartIn(zone))}>
              {statement.csv}
            </CsvLink>
          </Row>
          <Quiet>{statement.intro(zone)}</Quiet>
        </Stack>
        <FilterBar isFiltered={isFiltered(filters)} onClear={clear}>
          <WideFilter>
            <CheckChips
              label={statement.groups.label}
              options={GROUPS.map((group) => ({ value: group, label: statement.groups[group] }))}
              chosen={groupsOf(filters)}
              onChange={(chosen) => change({ kinds: chosen.join(",") })}
            />
          </WideFilter>
          <PeriodFields from={filters.from} to={filters.to} onChange={change} />
        </FilterBar>
        <StatementList filters={filters} zone={zone} />
      </main>
    </>
  );
}

type FilteredProps = { filters: StatementFilters; zone: string };

/** Shows the entries, or the reason why there are none. If a page fails, the earlier pages stay. */
function StatementList({ filters, zone }: FilteredProps) {
  const { statement, filters: words } = useTextOf("later");
  const query = useStatement(selectionOf(filters, dayStartIn(zone)));
  return (
    <Loaded query={query} failed={statement.failed} loading={<LoadingRows count={6} />}>
      {({ pages }) =>
        isWrongWayRound(filters) || pages.every((page) => page.length === 0) ? (
          <EmptyState {...(isFiltered(filters) ? words.noMatch : statement.empty)} />
        ) : (
          <div aria-busy={query.isPlaceholderData}>
            <StatementTable pages={pages} zone={zone} isWhole={!query.hasNextPage} />
            <ListEnd pages={query} loading={statement.loading} end={statement.end} />
          </div>
        )
      }
    </Loaded>
  );
}

import type { Position } from "@veritick/contract/schemas/positions.ts";
import type { ReactNode } from "react";
import { endOf } from "../../../api/desk/desk.ts";
import {
  day,
  isFiltered,
  listOf,
  oneOf,
  periodOf,
  selectionOf,
  someOf,
  writeFilters,
} from "../../../lib/filters.ts";
import type { DayStart, FiltersOf } from "../../../lib/filters.ts";
import { useTextOf, useDeskText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckChips } from "../../../ui/form/choices.tsx";
import { FilterBar, PeriodFields, useFilters, WideFilter } from "../../../ui/form/filter-bar.tsx";
import { Row, Stack } from "../../../ui/primitives.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { CsvLink } from "../csv-link.tsx";
import { dayStartIn, useZone } from "../zone.ts";
import type { ListFilter } from "./history-list.tsx";

const SIDES = ["buy", "sell"] as const;
const STATUSES = ["won", "lost", "sold", "refunded"] as const;
const TRADE_FILTERS = { side: oneOf(SIDES), status: someOf(STATUSES), from: day, to: day };
type TradeFilters = FiltersOf<typeof TRADE_FILTERS>;

/** Returns true if a position fits the filters. The server decides the same for older positions. */
export function fitsTrade(filters: TradeFilters, position: Position, startOf?: DayStart): boolean {
  const { from, to } = periodOf(filters, startOf);
  const endsMs = Date.parse(endOf(position));
  return (
    (filters.side === "" || position.type === filters.side) &&
    (filters.status === "" || listOf(filters.status).includes(position.status)) &&
    (from === undefined || endsMs >= Date.parse(from)) &&
    (to === undefined || endsMs < Date.parse(to))
  );
}

/** `selection` is the filter as the server takes it. */
export type TradeFilter = ListFilter<Position> & { selection: Readonly<Record<string, string>> };

type FilteredTradesProps = { children: (filter: TradeFilter | undefined) => ReactNode };

/** The filters of the trades, which the address keeps, above the list that they leave. */
export function FilteredTrades({ children }: FilteredTradesProps) {
  const { history } = useDeskText();
  const { trades, filters: words } = useTextOf("later");
  const { filters, change, clear } = useFilters(TRADE_FILTERS);
  const startOf = dayStartIn(useZone());
  const selection = selectionOf(filters, startOf);
  const filter = {
    key: writeFilters(filters),
    selection,
    fits: (position: Position) => fitsTrade(filters, position, startOf),
    searching: trades.loading,
    empty: (
      <EmptyState
        title={words.noMatch.title}
        action={
          <Button variant="quiet" onClick={() => clear()}>
            {words.clear}
          </Button>
        }
      />
    ),
  };
  return (
    <Stack gap={4}>
      <FilterBar isFiltered={isFiltered(filters)} onClear={clear}>
        <WideFilter>
          <Row gap={[3, 6]} align="end" justify="between">
            <Row gap={[3, 6]}>
              <CheckChips
                label={trades.side}
                options={SIDES.map((side) => ({ value: side, label: trades.sides[side] }))}
                chosen={SIDES.filter((side) => side === filters.side)}
                onChange={(chosen) => change({ side: chosen.find((side) => side !== filters.side) ?? "" })}
              />
              <CheckChips
                label={trades.result}
                options={STATUSES.map((status) => ({ value: status, label: history.status[status] }))}
                chosen={STATUSES.filter((status) => listOf(filters.status).includes(status))}
                onChange={(chosen) => change({ status: chosen.join(",") })}
              />
            </Row>
            <CsvLink call="positionsCsv" query={selection} size="small">
              {trades.csv}
            </CsvLink>
          </Row>
        </WideFilter>
        <PeriodFields from={filters.from} to={filters.to} onChange={change} />
      </FilterBar>
      {children(isFiltered(filters) ? filter : undefined)}
    </Stack>
  );
}

import { useFilters } from "../../../ui/form/filter-bar.tsx";
import { keepPreviousData } from "@tanstack/react-query";
import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type {
  DepositRecord,
  PositionRecord,
  RecordKind,
  WithdrawalRecord,
} from "@veritick/contract/schemas/admin-records.ts";
import { useMemo, useRef } from "react";
import type { ReactNode } from "react";
import { usePagedList } from "../../../api/paged-list.ts";
import type { PagedData } from "../../../api/paged-list.ts";
import { isFiltered, selectionOf, writeFilters } from "../../../lib/filters.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Caption, Row, Stack } from "../../../ui/primitives.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { adminCall, adminKeyOf, adminPathOf, following } from "../admin-queries.ts";
import type { AdminCallName } from "../admin-queries.ts";
import { DownloadButton } from "../download-button.tsx";
import { EndlessList } from "../lists/lists.tsx";
import { PAGE, useShownName } from "../lists/pages.ts";
import type { RecordTable } from "../lists/record-table.tsx";
import { DecidedAlone } from "../requests/decide-buttons.tsx";
import { useDecided } from "../requests/request-lists.ts";
import { DEPOSITS, WITHDRAWALS } from "../requests/request-tables.tsx";
import { useMay } from "../roles.tsx";
import { POSITIONS } from "../user/position-table.tsx";
import { RecordFilterBar } from "./filter-bar.tsx";
import { BulkApproval, QueueKeys } from "./queue.tsx";
import { DepositFacts, WithdrawalFacts } from "./record-facts.tsx";
import { RECORD_FILTERS, tickOfId } from "./record-filters.ts";

const DEPOSIT_RECORDS: RecordTable<DepositRecord> = { ...DEPOSITS, Below: DepositFacts };
const WITHDRAWAL_RECORDS: RecordTable<WithdrawalRecord> = { ...WITHDRAWALS, Below: WithdrawalFacts };

export function DepositsPage() {
  return (
    <RecordsPage<DepositRecord>
      kind="deposits"
      call="findDeposits"
      fetchPage={(query, signal) => adminCall("findDeposits", { query, signal })}
      queue={(items) => (
        <BulkApproval<AdminDeposit>
          items={items}
          approve={({ id }, idempotencyKey) =>
            adminCall("approveDeposit", { params: { id }, idempotencyKey })
          }
        />
      )}
      table={DEPOSIT_RECORDS}
    />
  );
}

export function WithdrawalsPage() {
  return (
    <RecordsPage<WithdrawalRecord>
      kind="withdrawals"
      call="findWithdrawals"
      fetchPage={(query, signal) => adminCall("findWithdrawals", { query, signal })}
      queue={(items) => (
        <BulkApproval<AdminWithdrawal>
          items={items}
          approve={({ id }, idempotencyKey) =>
            adminCall("approveWithdrawal", { params: { id }, idempotencyKey })
          }
        />
      )}
      table={WITHDRAWAL_RECORDS}
    />
  );
}

export function PositionsPage() {
  return (
    <RecordsPage<PositionRecord>
      kind="positions"
      call="findPositions"
      fetchPage={(query, signal) => adminCall("findPositions", { query, signal })}
      table={POSITIONS}
    />
  );
}

type RecordsPageProps<T> = {
  kind: RecordKind;
  call: AdminCallName;
  fetchPage: (query: RecordQuery, signal: AbortSignal) => Promise<{ items: T[]; next: string | null }>;
  table: RecordTable<T>;
  /** Draws the controls that decide several of the shown requests. */
  queue?: (items: readonly T[]) => ReactNode;
};

const FOLLOWS = { deposits: "deposits", withdrawals: "withdrawals", positions: "users" } as const;

/** All records of one kind, decided or not. The address keeps the filters, so that the page can be reloaded and shared. */
function RecordsPage<T extends { readonly id: string }>(props: RecordsPageProps<T>) {
  const { kind, call, fetchPage, table, queue } = props;
  const { records: words, queue: queueWords } = useTextOf("admin");
  const { noMatch } = useTextOf("later").filters;
  const may = useMay();
  const { filters, change, clear } = useFilters(RECORD_FILTERS[kind]);
  const selection = selectionOf(filters);
  const query = usePagedList({
    ...following(FOLLOWS[kind]),
    queryKey: [...adminKeyOf(call), selection],
    fetchPage: (after: string | undefined, signal) =>
      fetchPage({ ...selection, limit: String(PAGE), ...(after === undefined ? {} : { after }) }, signal),
    nextOf: (pages) => pages.at(-1)!.next ?? undefined,
    placeholderData: keepPreviousData,
    select: joinRecords<T>,
  });
  const { items, reached } = query.data ?? {};
  const place = useRef<HTMLDivElement>(null);
  // A record decided here leaves the server's list, but stays on the page while the administrator works in it.
  const decided = useDecided();
  const known = useMemo(
    () => items && [...items, ...(decided.filter(({ id }) => !items.some((item) => item.id === id)) as T[])],
    [items, decided],
  );
  const isQueue = queue !== undefined && (filters.status === "open" || filters.status === "pending");
  const { sort: _, ...selected } = selection;
  return (
    <AdminFrame
      title={words.titles[kind]}
      aside={
        may("administrator") && (
          <DownloadButton
            path={adminPathOf("exportCsv", { kind })}
            query={selected}
            name={words.titles[kind]}
          >
            {words.download}
          </DownloadButton>
        )
      }
    >
      <RecordFilterBar
        kind={kind}
        filters={filters}
        onChange={change}
        onClear={() => clear({ sort: filters.sort })}
      />
      {kind === "deposits" && <DecidedAlone />}
      {isQueue && (
        <Row as="section" gap={[3, 6]} align="start" justify="between" aria-label={queueWords.label}>
          {queue(items ?? [])}
          <QueueKeys list={place} />
        </Row>
      )}
      <Card label={words.titles[kind]}>
        <div ref={place}>
          <EndlessList
            label={words.titles[kind]}
            pages={{ query, items }}
            known={known}
            isWhole={reached !== undefined}
            name={useShownName(writeFilters(filters), query)}
            isBusy={query.isPlaceholderData}
            isCountOver
            isSelectable={isQueue}
            empty={
              reached !== undefined
                ? words.searching
                : isFiltered({ ...filters, sort: "" })
                  ? noMatch
                  : words.empty[kind]
            }
            table={table}
          />
          {reached !== undefined && !query.isPlaceholderData && (
            <SearchFurther reached={reached} query={query} />
          )}
        </div>
      </Card>
    </AdminFrame>
  );
}

type SearchFurtherProps = {
  reached: string;
  query: { readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => Promise<unknown> };
};

/** The server stops a search after a number of records. If it found few, the user says whether to continue. */
function SearchFurther({ reached, query }: SearchFurtherProps) {
  const { records: words } = useTextOf("admin");
  const { common } = useText();
  const format = useFormat();
  const [id = "", amount] = reached.split("~");
  const place =
    amount === undefined
      ? words.searchedTo(format.moment(new Date(tickOfId(id) * 1000).toISOString()))
      : words.searchedToAmount(format.money(amount));
  return (
    <Stack gap={2} align="center">
      <Caption>{query.isFetchingNextPage ? common.loading : place}</Caption>
      <Button variant="quiet" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {words.searchFurther}
      </Button>
    </Stack>
  );
}

type Page<T> = { readonly items: T[]; readonly next: string | null };

/** The query for one page. */
type RecordQuery = Record<string, string> & { limit: string };

/**
 * Joins the pages. `reached` is where the server stopped a search that found next to nothing. It is undefined if the search
 * found enough or reached the end.
 */
function joinRecords<T extends { readonly id: string }>({ pages }: PagedData<Page<T>, string>) {
  const last = pages.at(-1)!;
  return {
    items: [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()],
    reached: last.items.length < PAGE ? (last.next ?? undefined) : undefined,
  };
}

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
import { useLocation, useSearch } from "wouter";
import { usePagedList } from "../../../api/query.ts";
import type { PagedData } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Caption } from "../../../ui/primitives.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { adminCall, adminKeyOf, adminPathOf, following } from "../admin-queries.ts";
import type { AdminCallName } from "../admin-queries.ts";
import { DownloadButton } from "../download-button.tsx";
import { EndlessList } from "../lists/lists.tsx";
import { PAGE, useShownName } from "../lists/pages.ts";
import type { SteadyRow } from "../lists/pages.ts";
import { DecidedAlone } from "../requests/decide-buttons.tsx";
import { useDecided } from "../requests/request-lists.ts";
import { DepositRow, WithdrawalRow } from "../requests/rows.tsx";
import { useMay } from "../roles.tsx";
import { PositionLink } from "../user/position-link.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { BulkApproval, QueueKeys } from "./queue.tsx";
import { DepositFacts, WithdrawalFacts } from "./record-facts.tsx";
import {
  isFiltered,
  readFilters,
  recordsAddress,
  selectionOf,
  tickOfId,
  writeFilters,
} from "./record-filters.ts";
import styles from "./records.module.css";

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
      row={({ item, isGone }) => (
        <DepositRow key={item.id} item={item} isGone={isGone} Below={DepositFacts} />
      )}
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
      row={({ item, isGone }) => (
        <WithdrawalRow key={item.id} item={item} isGone={isGone} Below={WithdrawalFacts} />
      )}
    />
  );
}

export function PositionsPage() {
  return (
    <RecordsPage<PositionRecord>
      kind="positions"
      call="findPositions"
      fetchPage={(query, signal) => adminCall("findPositions", { query, signal })}
      row={({ item }) => <PositionLink key={item.id} position={item} email={item.userEmail} />}
    />
  );
}

type RecordsPageProps<T> = {
  kind: RecordKind;
  call: AdminCallName;
  fetchPage: (query: RecordQuery, signal: AbortSignal) => Promise<{ items: T[]; next: string | null }>;
  row: (row: SteadyRow<T>) => ReactNode;
  /** Draws the controls that decide several of the shown requests. */
  queue?: (items: readonly T[]) => ReactNode;
};

const FOLLOWS = { deposits: "deposits", withdrawals: "withdrawals", positions: "users" } as const;

/** All records of one kind, decided or not. The address keeps the filters, so that the page can be reloaded and shared. */
function RecordsPage<T extends { readonly id: string }>(props: RecordsPageProps<T>) {
  const { kind, call, fetchPage, row, queue } = props;
  const { records: words, queue: queueWords } = useTextOf("admin");
  const may = useMay();
  const [, navigate] = useLocation();
  const filters = readFilters(kind, new URLSearchParams(useSearch()));
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
  const place = useRef<HTMLElement>(null);
  // A record decided here leaves the server's list, but stays on the page while the administrator works in it.
  const decided = useDecided();
  const known = useMemo(
    () => items && [...items, ...(decided.filter(({ id }) => !items.some((item) => item.id === id)) as T[])],
    [items, decided],
  );
  const isQueue = queue !== undefined && (filters.status === "open" || filters.status === "pending");
  const { sort: _, ...selected } = selection;
  const file = String(new URLSearchParams({ ...selected, spreadsheet: "true" }));
  return (
    <AdminFrame
      title={words.titles[kind]}
      aside={
        may("administrator") && (
          <DownloadButton path={`${adminPathOf("exportCsv", { kind })}?${file}`} name={words.titles[kind]}>
            {words.download}
          </DownloadButton>
        )
      }
    >
      <FilterBar
        kind={kind}
        filters={filters}
        onChange={(next) => navigate(recordsAddress(kind, next), { replace: true })}
      />
      {kind === "deposits" && <DecidedAlone />}
      {isQueue && (
        <section className={styles["queue"]} aria-label={queueWords.label}>
          {queue(items ?? [])}
          <QueueKeys list={place} />
        </section>
      )}
      <section ref={place} className={styles["list"]} aria-label={words.titles[kind]}>
        <EndlessList
          label={words.titles[kind]}
          pages={{ query, items }}
          known={known}
          isWhole={reached !== undefined}
          name={useShownName(writeFilters(filters), query)}
          isBusy={query.isPlaceholderData}
          isCountOver
          empty={
            reached !== undefined ? words.searching : isFiltered(filters) ? words.noMatch : words.empty[kind]
          }
          columns={kind}
          row={row}
        />
        {reached !== undefined && !query.isPlaceholderData && (
          <SearchFurther reached={reached} query={query} />
        )}
      </section>
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
    <div className={styles["further"]}>
      <Caption>{query.isFetchingNextPage ? common.loading : place}</Caption>
      <Button variant="quiet" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {words.searchFurther}
      </Button>
    </div>
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

import type { Position } from "@veritick/contract/schemas/positions.ts";
import { Suspense, useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import type { Deposit, Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { endOf, endTickOf, STATUS_TONES, useDesk } from "../../../api/desk/desk.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import type { LazyPart } from "../../../lib/lazy-part.ts";
import { withTextOf, useDeskText } from "../../../locales/text.ts";
import { Boundary } from "../../../ui/boundary.tsx";
import { LinkButton, TextLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Badge, Caption, classNames, Medium, Num, Row, Stack } from "../../../ui/primitives.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { Ago, HistoryList, PAGE, newestFirst } from "./history-list.tsx";
import { call } from "../../../api/client.ts";
import { useGet } from "../../../api/query.ts";
import { DepositDetails, WithdrawalDetails } from "../wallet/dialogs.ts";
import { shortfallOf } from "../wallet/shortfall.ts";
import { DepositStatusBadge, WithdrawalStatusBadge } from "../wallet/status-badges.tsx";
import type { TradeFilter } from "./trade-filters.tsx";
import styles from "./history-card.module.css";

const RESULTS_DELAY_MS = 1_500;

/** Loads last, because it stands below everything that people come for. */
const ResultsCard = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, RESULTS_DELAY_MS));
  return (await withTextOf("later", import("../results/results-page.tsx"))).ResultsCard;
});

const FilteredTrades = lazyPart(
  async () => (await withTextOf("later", import("./trade-filters.tsx"))).FilteredTrades,
);

/** True at an address with filters of trades. */
const hasFilters = () => /[?&](side|status|from|to)=/.test(location.search);

export function HistoryCard() {
  const { history } = useDeskText();
  const [path, navigate] = useLocation();
  const [tab, setTab] = useState("trades");
  const [isFiltering, setFiltering] = useState(hasFilters);

  /** Without its fields, nothing would show that a filter is set. */
  function turnFilter() {
    setFiltering(!isFiltering);
    if (isFiltering && hasFilters()) navigate(path, { replace: true });
  }

  return (
    <Stack gap={5}>
      <Card
        title={history.title}
        aside={
          <Row gap={5} align="center">
            {tab === "trades" && (
              <LinkButton
                aria-expanded={isFiltering}
                onClick={turnFilter}
                onPointerEnter={() => void FilteredTrades.preload()}
              >
                {history.filter}
              </LinkButton>
            )}
            <TextLink isAccent href="/statement">
              {history.statement}
            </TextLink>
          </Row>
        }
      >
        <Tabs
          label={history.title}
          onSelect={setTab}
          tabs={[
            {
              value: "trades",
              label: history.trades,
              content: isFiltering ? (
                <Suspense fallback={<TradeList />}>
                  <FilteredTrades>
                    {(filter) => <TradeList key={filter?.key} filter={filter} />}
                  </FilteredTrades>
                </Suspense>
              ) : (
                <TradeList />
              ),
            },
            { value: "deposits", label: history.deposits, content: <DepositList /> },
            { value: "withdrawals", label: history.withdrawals, content: <WithdrawalList /> },
          ]}
        />
      </Card>
      <Boundary>
        <Suspense fallback={null}>
          <ResultsCard />
        </Suspense>
      </Boundary>
    </Stack>
  );
}

const isFinished = ({ status }: Position) => status !== "active";

/** Sorts positions by their end, latest first. A sold position ended when it was sold. */
const byExpiry = (one: Position, other: Position) => endTickOf(other) - endTickOf(one);

export function TradeList({ filter }: { filter?: TradeFilter | undefined }) {
  const { history } = useDeskText();
  const desk = useDesk();
  const { data: positions, isError, refetch } = desk.usePositions();
  const data = useMemo(() => positions?.filter(isFinished), [positions]);
  return (
    <HistoryList
      label={history.trades}
      query={{ data, isError, refetch }}
      empty={history.noTrades}
      row={(position) => <TradeRow position={position} />}
      isFinished={isFinished}
      fetchBefore={(before) => desk.fetchBefore(before, filter?.selection)}
      order={byExpiry}
      filter={filter}
    />
  );
}

/** Shows a finished position. The whole row links to its receipt. */
function TradeRow({ position }: { position: Position }) {
  const { history } = useDeskText();
  const format = useFormat();
  const desk = useDesk();
  const { type, duration, multiplier, status, profit, resultPrice, soldPrice } = position;
  const endPrice = resultPrice ?? soldPrice;
  return (
    <Link href={desk.pathOf(position)} className={classNames(styles["row"], styles["trade"])}>
      <div>
        <Badge tone={type}>{history[type]}</Badge>
      </div>
      <Stack gap={0}>
        <Medium>
          <Num>
            {history.minutes(duration)} {format.multiplier(multiplier)}
          </Num>
        </Medium>
        <Ago tick={endTickOf(position)} instant={endOf(position)} />
      </Stack>
      <Stack gap={0}>
        {endPrice !== null && (
          <>
            <Num>{history.result(format.price(position.entryPrice), format.price(endPrice))}</Num>
            <Num tone="caption">{history.barrier(format.price(position.barrierPrice))}</Num>
          </>
        )}
      </Stack>
      <Stack gap={0} align="end">
        <Num tone="mood" data-status={status}>
          {format.signedMoney(profit ?? "0")}
        </Num>
        <Num tone="caption">{history.stake(format.money(position.amount))}</Num>
      </Stack>
      <div>
        <Badge tone={STATUS_TONES[status]}>{history.status[status]}</Badge>
      </div>
    </Link>
  );
}

const isDepositFinished = ({ status }: Deposit) => status === "confirmed" || status === "failed";
const fetchDepositsBefore = (before: string) => call("listDeposits", { query: { before, limit: PAGE } });

function DepositList() {
  const { history } = useDeskText();
  const { show, details } = useDetails(DepositDetails);
  return (
    <>
      <HistoryList
        label={history.deposits}
        query={useGet("listDeposits")}
        empty={history.noDeposits}
        row={(deposit) => <DepositRow deposit={deposit} onOpen={() => show(deposit)} />}
        isFinished={isDepositFinished}
        fetchBefore={fetchDepositsBefore}
        order={newestFirst}
      />
      {details}
    </>
  );
}

function DepositRow({ deposit, onOpen }: { deposit: Deposit; onOpen: () => void }) {
  const { wallet } = useDeskText();
  const format = useFormat();
  const short = shortfallOf(deposit);
  const partArrived = short && wallet.partArrived(format.money(short.came), format.money(short.asked));
  return (
    <button type="button" aria-haspopup="dialog" className={styles["row"]} onClick={onOpen}>
      <Stack as="span" gap={0}>
        {/* The amount that arrived, once it is known. */}
        <Num tone="strong">{format.signedMoney(deposit.credited ?? deposit.amount)} USDMS</Num>
        <Ago tick={tickOf(deposit.createdAt)} instant={deposit.createdAt} />
        <Reason>
          {deposit.beingChecked ? wallet.beingChecked : (partArrived ?? deposit.rejectionReason)}
        </Reason>
      </Stack>
      <DepositStatusBadge status={deposit.status} />
    </button>
  );
}

/** The note that it is being checked or that part of it arrived, or the start of the reason for its rejection. */
const Reason = ({ children }: { children: string | null }) =>
  children !== null && (
    <Caption as="span" className={styles["reason"]}>
      {children}
    </Caption>
  );

const isWithdrawalFinished = ({ status }: Withdrawal) => status === "completed" || status === "failed";
const fetchWithdrawalsBefore = (before: string) =>
  call("listWithdrawals", { query: { before, limit: PAGE } });

function WithdrawalList() {
  const { history } = useDeskText();
  const { show, details } = useDetails(WithdrawalDetails);
  return (
    <>
      <HistoryList
        label={history.withdrawals}
        query={useGet("listWithdrawals")}
        empty={history.noWithdrawals}
        row={(withdrawal) => <WithdrawalRow withdrawal={withdrawal} onOpen={() => show(withdrawal)} />}
        isFinished={isWithdrawalFinished}
        fetchBefore={fetchWithdrawalsBefore}
        order={newestFirst}
      />
      {details}
    </>
  );
}

function WithdrawalRow({ withdrawal, onOpen }: { withdrawal: Withdrawal; onOpen: () => void }) {
  const { history, wallet } = useDeskText();
  const format = useFormat();
  const { amount, netAmount, createdAt } = withdrawal;
  return (
    <button type="button" aria-haspopup="dialog" className={styles["row"]} onClick={onOpen}>
      <Stack as="span" gap={0}>
        <Num tone="strong">{format.signedMoney(`-${amount}`)} USDMS</Num>
        <Num tone="caption">{history.net(format.money(netAmount))}</Num>
        <Reason>{withdrawal.beingChecked ? wallet.beingChecked : withdrawal.rejectionReason}</Reason>
      </Stack>
      <Stack as="span" gap={0} align="end">
        <WithdrawalStatusBadge {...withdrawal} />
        <Ago tick={tickOf(createdAt)} instant={createdAt} />
      </Stack>
    </button>
  );
}

type DetailsProps<T> = { known: T; open: boolean; onOpenChange: (open: boolean) => void };

function useDetails<T extends { readonly id: string }>(
  Details: LazyPart<DetailsProps<T>>,
): { show: (item: T) => void; details: ReactNode } {
  const [shown, setShown] = useState<T>();
  const [open, setOpen] = useState(false);
  useEffect(() => void Details.preload(), [Details]);
  return {
    show(item) {
      setShown(item);
      setOpen(true);
    },
    details: shown !== undefined && (
      <Suspense fallback={null}>
        <Details key={shown.id} known={shown} open={open} onOpenChange={setOpen} />
      </Suspense>
    ),
  };
}

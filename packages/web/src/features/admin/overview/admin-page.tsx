import type { Waiting } from "@veritick/contract/schemas/admin-home.ts";
import type { ExportKind } from "@veritick/contract/schemas/admin.ts";
import { useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import type { Address } from "../../../lib/addresses.ts";
import { isWrongWayRound, periodOf } from "../../../lib/filters.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { PeriodFields } from "../../../ui/form/filter-bar.tsx";
import {
  Badge,
  Caption,
  Figure,
  Grid,
  Medium,
  Num,
  Quiet,
  Row,
  Skeleton,
  Stack,
  Unit,
} from "../../../ui/primitives.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { adminPathOf, useStats, useWaiting } from "../admin-queries.ts";
import { DownloadButton } from "../download-button.tsx";
import { ListCard } from "../lists/lists.tsx";
import { recordsAddress } from "../records/record-filters.ts";
import { DecidedAlone } from "../requests/decide-buttons.tsx";
import {
  isForPerson,
  isOpenDeposit,
  isOpenWithdrawal,
  useDeposits,
  useWithdrawals,
} from "../requests/request-lists.ts";
import { DEPOSITS, WITHDRAWALS } from "../requests/request-tables.tsx";
import { useMay } from "../roles.tsx";
import { Created, Freshness } from "../times.tsx";
import styles from "./admin-page.module.css";
import { HealthCard, UnsentCard, useHealth } from "./health-card.tsx";
import { HouseCard } from "./house-card.tsx";
import { MaintenanceCard } from "./maintenance-card.tsx";
import { ProposalsCard } from "./proposals-card.tsx";
import { UsersCard } from "./users-card.tsx";

/** The overview: figures, pending decisions and users first, then everything else. Only administrators see it. */
export function AdminPage() {
  const may = useMay();
  const { title } = useTextOf("admin");
  return (
    <AdminFrame title={title} aside={<Aside />}>
      <StatCards />
      <Deposits />
      <Withdrawals />
      <UsersCard />
      <div id="proposals" className={styles["anchor"]}>
        <ProposalsCard />
      </div>
      <UnsentCard />
      <Grid gap={5} columns="repeat(2, minmax(0, 1fr))" from="wide" align="start">
        <Stack gap={5}>
          <WaitingCard />
          <div id="health" className={styles["anchor"]}>
            <HealthCard />
          </div>
        </Stack>
        {may("administrator") && (
          <Stack gap={5}>
            <MaintenanceCard />
            <ExportsCard />
          </Stack>
        )}
      </Grid>
      <HouseCard />
    </AdminFrame>
  );
}

/** What cannot wait, beside the title: the cards that say more stand below the lists. */
function Aside() {
  const { home: words, proposals } = useTextOf("admin");
  const failing = useHealth().data?.filter(({ state }) => state === "bad") ?? [];
  const awaiting = useWaiting().data?.proposals.count ?? 0;
  const format = useFormat();
  return (
    <Row gap={[0, 5]} align="center">
      {failing.length > 0 && (
        <a href="#health" className={styles["alert"]}>
          <Badge tone="bad">{words.states.bad}</Badge>
          <span>{failing.map(({ name }) => words.parts[name]).join(", ")}</span>
        </a>
      )}
      {awaiting > 0 && (
        <a href="#proposals" className={styles["alert"]}>
          <Badge tone="warn">{format.number(awaiting)}</Badge>
          <span>{proposals.title}</span>
        </a>
      )}
      <Freshness />
    </Row>
  );
}

/** The page where each kind is decided, longest wait first. */
const QUEUES: readonly (readonly [name: keyof Waiting, href: Address | "#proposals"])[] = [
  ["withdrawals", recordsAddress("withdrawals", { status: "pending", sort: "oldest" })],
  ["attention", "/admin/attention"],
  ["proposals", "#proposals"],
  ["payouts", recordsAddress("withdrawals", { status: "processing", sort: "oldest" })],
  ["deposits", recordsAddress("deposits", { status: "open", sort: "oldest" })],
];

type WayProps = Omit<ComponentProps<"a">, "href"> & { href: Address | "#proposals" };

/** A link to another page, or to a place on this one. */
function Way({ href, children, ...rest }: WayProps) {
  return href === "#proposals" ? (
    <a {...rest} href={href}>
      {children}
    </a>
  ) : (
    <Link {...rest} href={href}>
      {children}
    </Link>
  );
}

/** The number of pending decisions and payments under way. Each figure leads to its queue. */
function WaitingCard() {
  const { home: words } = useTextOf("admin");
  const format = useFormat();
  return (
    <Card title={words.waiting}>
      <Loaded
        query={useWaiting()}
        look="line"
        failed={words.waitingFailed}
        loading={<Skeleton width="100%" height={92} />}
      >
        {(waiting) => (
          <Grid as="ul" gap={3} min={170}>
            {QUEUES.map(([name, href]) => {
              const { count, since } = waiting[name];
              return (
                <li key={name}>
                  <Way href={href} className={styles["tile"]} data-empty={count === 0 || undefined}>
                    <Figure as="span">
                      <Num>{format.number(count)}</Num>
                    </Figure>
                    <Medium>{words.queues[name]}</Medium>
                    <Caption as="span" loose>
                      {since === null ? (
                        words.none
                      ) : (
                        <>
                          {words.oldest} <Created at={since} />
                        </>
                      )}
                    </Caption>
                  </Way>
                </li>
              );
            })}
          </Grid>
        )}
      </Loaded>
    </Card>
  );
}

function Deposits() {
  const { deposits } = useTextOf("admin");
  return (
    <ListCard
      words={{ ...deposits, intro: <DecidedAlone /> }}
      pages={useDeposits()}
      openTotal={useStats().data?.openDeposits}
      isOpen={isOpenDeposit}
      belongs={isOpenDeposit}
      table={DEPOSITS}
    />
  );
}

function Withdrawals() {
  const { withdrawals } = useTextOf("admin");
  return (
    <ListCard
      words={withdrawals}
      pages={useWithdrawals()}
      openTotal={useStats().data?.openWithdrawals}
      isOpen={isOpenWithdrawal}
      belongs={isForPerson}
      table={WITHDRAWALS}
    />
  );
}

function StatCards() {
  const { common } = useText();
  const { stats: words } = useTextOf("admin");
  const format = useFormat();
  const query = useStats();

  const figure = (draw: (stats: NonNullable<typeof query.data>) => ReactNode) => (
    <Loaded
      query={query}
      look="line"
      failed={words.failed}
      loading={
        <div role="status" aria-label={common.loading}>
          <Skeleton width={140} height={36} />
        </div>
      }
    >
      {(stats) => <Figure>{draw(stats)}</Figure>}
    </Loaded>
  );

  return (
    <Grid gap={4} min={260} isFit>
      <Card title={words.users}>
        {figure(({ totalUsers }) => (
          <Num>{format.number(totalUsers)}</Num>
        ))}
      </Card>
      <Card title={words.deposits}>
        {figure(({ totalDeposits }) => (
          <>
            <Num>{format.money(totalDeposits)}</Num> <Unit>USDMS</Unit>
          </>
        ))}
      </Card>
    </Grid>
  );
}

const KINDS = [
  "users",
  "positions",
  "deposits",
  "withdrawals",
  "ledger",
  "audit",
] as const satisfies ExportKind[];

/** Downloads all records as files, of chosen days or of all time. */
function ExportsCard() {
  const { exportFiles: words } = useTextOf("admin");
  const [days, setDays] = useState({ from: "", to: "" });
  const isWrong = isWrongWayRound(days);
  const query = periodOf(days);

  return (
    <Card title={words.title}>
      <Quiet>{words.intro}</Quiet>
      <PeriodFields {...days} onChange={(changed) => setDays({ ...days, ...changed })} />
      <Row as="ul" gap={2} aria-label={words.files}>
        {KINDS.map((kind) => (
          <li key={kind}>
            <DownloadButton
              path={adminPathOf("exportCsv", { kind })}
              query={query}
              name={words.kinds[kind]}
              label={words.download(words.kinds[kind])}
              disabled={isWrong}
            >
              {words.kinds[kind]}
            </DownloadButton>
          </li>
        ))}
      </Row>
    </Card>
  );
}

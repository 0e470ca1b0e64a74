import type { YearSummary, YearSums } from "@veritick/contract/schemas/year-summary.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { call } from "../../../api/client.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { keyOf } from "../../../api/query.ts";
import { useMatches, useTitle } from "../../../lib/browser.ts";
import { useLightPrint, usePrinting } from "../../../lib/print.ts";
import { formatDays, monthFormat, useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useText, useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Fact, Facts, FigureTable } from "../../../ui/facts.tsx";
import { SelectField } from "../../../ui/form/filter-bar.tsx";
import { Caption, Grid, Row, Stack } from "../../../ui/primitives.tsx";
import { PageHead, ReadingPage } from "../../../ui/reading-page.tsx";
import { Loaded, LoadingRows } from "../../../ui/states.tsx";
import { AccountHeader } from "../../account/public.ts";
import { CsvLink } from "../csv-link.tsx";
import { useMomentIn, useZone } from "../zone.ts";
import styles from "./results.module.css";

const COLUMNS = [
  "opening",
  "positions",
  "stakes",
  "paid",
  "result",
  "sellingFees",
  "deposits",
  "withdrawals",
  "withdrawalFees",
  "adjustments",
  "closing",
] as const;
type Column = (typeof COLUMNS)[number];
/** Few people have these, so a year without any leaves them out. */
const RARE: readonly Column[] = ["sellingFees", "withdrawalFees", "adjustments"];
const SIGNED: readonly Column[] = ["result", "adjustments"];

/** The movements of a year by month, on the screen and on paper. */
export function YearPage() {
  const { common } = useText();
  const { year: text, results } = useTextOf("later");
  const user = useCurrentUser();
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get("year");
  const query = { ...(asked !== null && { year: asked }), zone: useZone() };
  const summary = useQuery({
    queryKey: [...keyOf("yearSummary"), query],
    queryFn: ({ signal }) => call("yearSummary", { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
    gcTime: 0,
  });
  const shown = summary.data?.from.slice(0, 4);
  const title = shown === undefined ? text.link : text.title(shown);
  useTitle(`${title} · ${common.product}`);
  useLightPrint();
  if (!user) return null;
  return (
    <>
      <AccountHeader back={results.back} />
      <ReadingPage className={styles["year"]}>
        <PageHead
          title={title}
          lead={text.intro}
          aside={
            <Row gap={3} data-screen-only>
              <CsvLink call="yearSummaryCsv" query={query}>
                {text.csv}
              </CsvLink>
              <Button variant="quiet" onClick={() => print()}>
                {text.print}
              </Button>
            </Row>
          }
        />
        <Loaded query={summary} failed={text.failed} loading={<LoadingRows count={8} />}>
          {(data) => (
            <Stack gap={5} aria-busy={summary.isPlaceholderData}>
              <Grid gap={0} columns="minmax(0, 12rem)" data-screen-only>
                <SelectField
                  label={text.choose}
                  value={data.from.slice(0, 4)}
                  options={yearsOf(data).map((each) => [each, each])}
                  onChange={(chosen) => navigate(`${path}?year=${chosen}`, { replace: true })}
                />
              </Grid>
              <Summary summary={data} email={user.email} />
            </Stack>
          )}
        </Loaded>
      </ReadingPage>
    </>
  );
}

/** Returns the years since the account was opened, and the one that is shown, the newest first. */
function yearsOf({ from, firstYear, lastYear }: YearSummary): string[] {
  const first = Math.min(Number(firstYear), Number(from.slice(0, 4)));
  return Array.from({ length: Number(lastYear) - first + 1 }, (_, index) => String(Number(lastYear) - index));
}

/** French writes months with a small letter, except at the beginning. */
const asTitle = (month: string) => month.slice(0, 1).toUpperCase() + month.slice(1);

const has = (sums: YearSums, column: Column) => /[1-9]/.test(String(sums[column]));

function Summary({ summary, email }: { summary: YearSummary; email: string }) {
  const { common } = useText();
  const { year: text } = useTextOf("later");
  const language = useLanguage();
  const isWide = useMatches("(min-width: 1024px)");
  const isPrinting = usePrinting();
  const { site, createdAt, zone, from, to, total, months, archived } = summary;
  const momentOf = useMomentIn(zone);
  const monthOf = monthFormat(language);
  const columns = COLUMNS.filter(
    (column) => !RARE.includes(column) || months.some((month) => has(month, column)),
  );
  // The months before the first movement say nothing.
  const first = months.findIndex((month) => COLUMNS.some((column) => has(month, column)));
  const rows = [
    ...months
      .slice(first === -1 ? months.length : first)
      .map((month) => ({ name: asTitle(monthOf(month.month)), sums: month })),
    { name: text.total, sums: total },
  ];
  const archivedMonths = new Intl.ListFormat(language).format(
    archived.map((month) => `${monthOf(month)} ${month.slice(0, 4)}`),
  );
  return (
    <>
      <Facts look="columns">
        <Fact name={text.site}>
          {site ?? common.product}, {location.host}
        </Fact>
        <Fact name={text.account}>{email}</Fact>
        <Fact name={text.period}>{formatDays(language, from, to)}</Fact>
        <Fact name={text.zone}>{zone}</Fact>
        <Fact name={text.made}>{momentOf(createdAt)}</Fact>
      </Facts>
      {isWide || isPrinting ? (
        <MonthTable columns={columns} rows={rows} />
      ) : (
        rows.toReversed().map(({ name, sums }) => (
          <Card key={name} title={name}>
            <Facts look="columns">
              {columns.map((column) => (
                <Fact key={column} name={text.columns[column]}>
                  <Cell column={column} sums={sums} />
                </Fact>
              ))}
            </Facts>
          </Card>
        ))
      )}
      <Stack gap={2}>
        <Caption pretty measure>
          {text.moved} {text.fees}
        </Caption>
        {archived.length > 0 && (
          <Caption pretty measure>
            {text.archived(archivedMonths)}
          </Caption>
        )}
        <Caption pretty measure>
          {text.noAdvice}
        </Caption>
      </Stack>
    </>
  );
}

type Rows = readonly { name: string; sums: YearSums }[];

function MonthTable({ columns, rows }: { columns: readonly Column[]; rows: Rows }) {
  const { year: text } = useTextOf("later");
  const line = ({ name, sums }: Rows[number]) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      {columns.map((column) => (
        <td key={column}>
          <Cell column={column} sums={sums} />
        </td>
      ))}
    </tr>
  );
  return (
    <FigureTable aria-label={text.table}>
      <thead>
        <tr>
          <th scope="col">{text.columns.month}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {text.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows.slice(0, -1).map(line)}</tbody>
      <tfoot>{rows.slice(-1).map(line)}</tfoot>
    </FigureTable>
  );
}

/** An amount with all its decimals, so that each line adds up. */
function Cell({ column, sums }: { column: Column; sums: YearSums }) {
  const format = useFormat();
  if (column === "positions") return format.number(sums.positions);
  return SIGNED.includes(column) ? format.signedExactAmount(sums[column]) : format.exactAmount(sums[column]);
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { call } from "../../../api/client.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { keyOf } from "../../../api/query.ts";
import { useTitle } from "../../../lib/browser.ts";
import { periodOf } from "../../../lib/filters.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { TextLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Caption, Grid, Num, Row, Skeleton, Stack, Title } from "../../../ui/primitives.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { AccountHeader } from "../../account/public.ts";
import { CsvLink } from "../csv-link.tsx";
import { DayBars, PeriodChoice, PERIODS, ResultsMain, ResultsView, USUAL_PERIOD } from "./results-view.tsx";
import type { Period } from "./results-view.tsx";
import { dayStartIn, useZone } from "../zone.ts";
import styles from "./results.module.css";

/** Loads the results of the last days whenever they are shown, and again after each of the user's results. */
function useResults(days: Period, zone: string) {
  const query = { days, zone };
  return useQuery({
    queryKey: [...keyOf("results"), query],
    queryFn: ({ signal }) => call("results", { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
    gcTime: 0,
  });
}

export function ResultsPage() {
  const { common } = useText();
  const { results: text, limits, year } = useTextOf("later");
  const user = useCurrentUser();
  const [path, navigate] = useLocation();
  const asked = Number(new URLSearchParams(useSearch()).get("days"));
  const days = PERIODS.find((period) => period === asked) ?? USUAL_PERIOD;
  const zone = useZone();
  const query = useResults(days, zone);
  useTitle(`${text.title} · ${common.product}`);
  if (!user) return null;
  return (
    <>
      <AccountHeader back={text.back} />
      <ResultsMain
        title={text.title}
        intro={text.intro(zone)}
        aside={
          <CsvLink call="resultsCsv" query={{ days: String(days), zone }}>
            {text.csv}
          </CsvLink>
        }
      >
        <Row gap={[2, 6]} align="end" justify="between">
          <PeriodChoice
            days={days}
            onChange={(period) => navigate(`${path}?days=${period}`, { replace: true })}
          />
          <Row gap={[2, 6]}>
            <TextLink isAccent href="/results/year">
              {year.link}
            </TextLink>
            {/* The page does not comment on the user's results. */}
            <TextLink isAccent href="/limits">
              {limits.link}
            </TextLink>
          </Row>
        </Row>
        <Loaded
          query={query}
          failed={text.failed}
          loading={
            <Stack gap={5} role="status" aria-label={common.loading}>
              <Skeleton width="100%" height="22rem" />
              <Skeleton width="100%" height="16rem" />
            </Stack>
          }
        >
          {(data) => (
            <Stack gap={5} aria-busy={query.isPlaceholderData}>
              <ResultsView
                results={data}
                unit={text.unit}
                daysAside={
                  <CsvLink call="positionsCsv" query={periodOf(data, dayStartIn(data.zone))} size="small">
                    {text.positionsCsv}
                  </CsvLink>
                }
              />
            </Stack>
          )}
        </Loaded>
      </ResultsMain>
    </>
  );
}

/** The last week's results on the dashboard. Hidden if no position ended in it. */
export function ResultsCard() {
  const { results: text } = useTextOf("later");
  const format = useFormat();
  const { data } = useResults(7, useZone());
  if (data === undefined || data.total.positions === 0) return null;
  return (
    <Card
      title={text.week}
      aside={
        <TextLink isAccent href="/results">
          {text.title}
        </TextLink>
      }
    >
      <Grid gap={6} align="center" columns="auto minmax(0, 1fr)">
        <div>
          <Title>
            <Num>{text.amount(format.signedMoney(data.total.result))}</Num>
          </Title>
          <Caption>{text.decided(data.total.positions, data.total.won)}</Caption>
        </div>
        <DayBars results={data} className={styles["smallDays"]} />
      </Grid>
    </Card>
  );
}

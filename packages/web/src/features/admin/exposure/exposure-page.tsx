import { useQuery } from "@tanstack/react-query";
import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { AdminFrame } from "../admin-frame.tsx";
import { polled, read } from "../admin-queries.ts";
import { Freshness } from "../times.tsx";
import { Card } from "../../../ui/card.tsx";
import { FigureTable } from "../../../ui/facts.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { Caption, Grid, Num, Quiet, Skeleton, Stack, Title, Unit } from "../../../ui/primitives.tsx";
import { ExpiryCard } from "./expiry-card.tsx";
import { partOf } from "./exposure-figures.ts";
import styles from "./exposure-page.module.css";
import { ResultsCard } from "./results-card.tsx";

/** Every position and every price changes these figures, so a push for each change would tell nothing. */
const REFRESH_MS = 5_000;

/** The amounts that the house may have to pay, and its results against its terms. */
export function ExposurePage() {
  const { exposure: words } = useTextOf("admin");
  const query = useQuery({ ...polled, ...read("getExposure"), refetchInterval: REFRESH_MS });
  return (
    <AdminFrame title={words.title} aside={<Freshness isKnown={query.data !== undefined} />}>
      <Loaded query={query} failed={words.failed} loading={<Loading />}>
        {(exposure) => (
          <>
            <FundsCard exposure={exposure} />
            <ExpiryCard exposure={exposure} />
            <OpenCard exposure={exposure} />
            <ResultsCard exposure={exposure} />
          </>
        )}
      </Loaded>
    </AdminFrame>
  );
}

function Loading() {
  const { common } = useText();
  return (
    <Stack gap={5} role="status" aria-label={common.loading}>
      <Skeleton width="100%" height={190} />
      <Skeleton width="100%" height={360} />
      <Skeleton width="100%" height={360} />
    </Stack>
  );
}

const LEAST_SHOWN = 0.001;

/** The funds of the house, the part that is promised, and the rest. */
function FundsCard({ exposure }: { exposure: Exposure }) {
  const { exposure: words } = useTextOf("admin");
  const format = useFormat();
  const { funds, promised, free, open } = exposure;
  const part = partOf(promised, funds);
  const figures = [
    [words.funds, funds, words.fundsHint],
    [words.promised, promised, words.promisedHint],
    [words.free, free, words.freeHint],
    [words.stakes, open.stakes, words.positions(format.number(open.positions))],
  ] as const;
  // A small share must not look like none.
  const share =
    part > 0 && part < LEAST_SHOWN
      ? words.under(format.chance(LEAST_SHOWN))
      : words.share(format.chance(part));
  return (
    <Card>
      <Grid as="dl" gap={[4, 6]} min={220} isFit>
        {figures.map(([name, amount, hint]) => (
          <div key={name}>
            <Quiet as="dt">{name}</Quiet>
            <dd>
              <Title>
                <Num>{format.money(amount)}</Num> <Unit>USDMS</Unit>
              </Title>
              <Caption>{hint}</Caption>
            </dd>
          </div>
        ))}
      </Grid>
      <div>
        <svg
          role="img"
          aria-label={share}
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          className={styles["share"]}
        >
          <rect width={part * 100} height="1" className={styles["promised"]} />
        </svg>
        <Caption aria-hidden="true">{share}</Caption>
      </div>
    </Card>
  );
}

/** The open positions, by duration and in total. */
function OpenCard({ exposure }: { exposure: Exposure }) {
  const { durations: words, results } = useTextOf("admin").exposure;
  const format = useFormat();
  return (
    <Card title={words.title}>
      <FigureTable className={styles["open"]}>
        <thead>
          <tr>
            <th scope="col">{words.duration}</th>
            <th scope="col">{words.positions}</th>
            <th scope="col">{words.stakes}</th>
            <th scope="col">{words.payout}</th>
          </tr>
        </thead>
        <tbody>
          {exposure.byDuration.map(({ duration, multiplier, open }) => (
            <OpenRow
              key={duration}
              name={`${results.minutes(duration)} ${format.multiplier(multiplier)}`}
              open={open}
            />
          ))}
        </tbody>
        <tfoot>
          <OpenRow name={words.total} open={exposure.open} />
        </tfoot>
      </FigureTable>
    </Card>
  );
}

function OpenRow({ name, open }: { name: string; open: Exposure["open"] }) {
  const format = useFormat();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{format.number(open.positions)}</td>
      <td>{format.money(open.stakes)}</td>
      <td>{format.money(open.payout)}</td>
    </tr>
  );
}

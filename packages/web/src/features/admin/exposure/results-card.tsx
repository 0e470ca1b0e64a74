import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Num, Strong } from "../../../ui/primitives.tsx";
import { amountRange, countRange, deviations, verdictOf } from "./exposure-figures.ts";
import type { Verdict } from "./exposure-figures.ts";
import styles from "./exposure-page.module.css";

type Settled = Exposure["settled"];

/** What became of all settled positions, against what their terms promise. */
export function ResultsCard({ exposure }: { exposure: Exposure }) {
  const { results: words } = useAdminText().exposure;
  const format = useFormat();
  if (exposure.settled.positions === 0) {
    return (
      <Card title={words.title}>
        <EmptyState {...words.empty} />
      </Card>
    );
  }
  return (
    <Card title={words.title}>
      <p className={styles["intro"]}>{words.intro}</p>
      <ul className={styles["results"]}>
        <ResultRow name={words.total} settled={exposure.settled} />
        {exposure.byDuration.map(({ duration, multiplier, settled }) => (
          <ResultRow
            key={duration}
            name={`${words.minutes(duration)} ${format.multiplier(multiplier)}`}
            settled={settled}
          />
        ))}
      </ul>
    </Card>
  );
}

function ResultRow({ name, settled }: { name: string; settled: Settled }) {
  const { results: words } = useAdminText().exposure;
  const format = useFormat();
  return (
    <li className={styles["result"]}>
      <div>
        <Strong as="p">
          <Num>{name}</Num>
        </Strong>
        <p className={styles["quiet"]}>
          {settled.positions === 0
            ? words.none
            : words.settled(format.number(settled.positions), settled.positions)}
        </p>
      </div>
      {settled.positions > 0 && (
        <>
          <Won settled={settled} />
          <House settled={settled} />
        </>
      )}
    </li>
  );
}

function Won({ settled: { won, wonExpected, wonDeviation, positions } }: { settled: Settled }) {
  const { results: words } = useAdminText().exposure;
  const format = useFormat();
  const [low, high] = countRange(wonExpected, wonDeviation, positions);
  const oneDecimal = (value: number) => format.number(Math.round(value * 10) / 10);
  return (
    <Comparison
      name={words.won}
      unit=""
      away={deviations(won, wonExpected, wonDeviation)}
      actual={format.number(won)}
      expected={oneDecimal(wonExpected)}
      low={oneDecimal(low)}
      high={oneDecimal(high)}
    />
  );
}

function House({ settled }: { settled: Settled }) {
  const { results: words } = useAdminText().exposure;
  const format = useFormat();
  const { result, resultExpected, resultDeviation } = settled;
  const [low, high] = amountRange(resultExpected, resultDeviation);
  return (
    <Comparison
      name={words.result}
      unit="USDMS"
      away={deviations(Number(result), Number(resultExpected), Number(resultDeviation))}
      actual={format.signedMoney(result)}
      expected={format.signedMoney(resultExpected)}
      low={format.signedMoney(low)}
      high={format.signedMoney(high)}
    />
  );
}

type ComparisonProps = {
  name: string;
  unit: string;
  /** In standard deviations. */
  away: number;
  actual: string;
  expected: string;
  low: string;
  high: string;
};

function Comparison({ name, unit, away, actual, expected, low, high }: ComparisonProps) {
  const { results: words } = useAdminText().exposure;
  const verdict = verdictOf(away);
  return (
    <div className={styles["comparison"]}>
      <p className={styles["actual"]}>
        <span className={styles["quiet"]}>{name}</span>{" "}
        <Num>
          {actual}
          {unit !== "" && <span className={styles["unit"]}> {unit}</span>}
        </Num>
      </p>
      <RangePlot away={away} verdict={verdict} label={words.plot(actual, expected, low, high)} />
      <p className={styles["quiet"]}>
        {words.expected} <Num>{expected}</Num> · {words.range} <Num>{words.between(low, high)}</Num>
      </p>
      <p className={styles["verdict"]} data-verdict={verdict}>
        {words[verdict]}
      </p>
    </div>
  );
}

const WIDTH = 280;
const HEIGHT = 28;
const MIDDLE = HEIGHT / 2;
/** How many standard deviations there are on either side; what is beyond stands at the end as an arrow. */
const SIDE = 4;
const RANGE = 1.96;
const MARGIN = 10;

const xOf = (away: number) => WIDTH / 2 + (away / SIDE) * (WIDTH / 2 - MARGIN);

/** Where an outcome lies against the range that chance explains, whose middle is what was expected. */
function RangePlot({ away, verdict, label }: { away: number; verdict: Verdict; label: string }) {
  const isBeyond = Math.abs(away) > SIDE;
  const x = xOf(Math.min(SIDE, Math.max(-SIDE, away)));
  const tip = away > 0 ? 9 : -9;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles["plot"]}>
      <line x1="0" x2={WIDTH} y1={MIDDLE} y2={MIDDLE} className={styles["line"]} />
      <rect
        x={xOf(-RANGE)}
        y={MIDDLE - 7}
        width={xOf(RANGE) - xOf(-RANGE)}
        height="14"
        rx="3"
        className={styles["range"]}
      />
      <line x1={WIDTH / 2} x2={WIDTH / 2} y1={MIDDLE - 11} y2={MIDDLE + 11} className={styles["expected"]} />
      {isBeyond ? (
        <path
          d={`M${x} ${MIDDLE - 7}L${x + tip} ${MIDDLE}L${x} ${MIDDLE + 7}Z`}
          className={styles["point"]}
          data-verdict={verdict}
        />
      ) : (
        <circle cx={x} cy={MIDDLE} r="5.5" className={styles["point"]} data-verdict={verdict} />
      )}
    </svg>
  );
}

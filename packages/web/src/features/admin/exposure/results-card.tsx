import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Num } from "../../../ui/num.tsx";
import { amountRange, countRange, deviations, verdictOf } from "./exposure-figures.ts";
import styles from "./exposure-page.module.css";
import { RangePlot } from "./range-plot.tsx";

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
        <p className={styles["name"]}>
          <Num>{name}</Num>
        </p>
        <p className={styles["quiet"]}>
          {settled.positions === 0 ? words.none : words.settled(format.number(settled.positions))}
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

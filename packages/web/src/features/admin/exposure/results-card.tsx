import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Caption, Num, Quiet, Row, Stack, Strong, Unit } from "../../../ui/primitives.tsx";
import { Rows } from "../lists/record-table.tsx";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { amountRange, countRange, deviations, verdictOf } from "./exposure-figures.ts";
import styles from "./exposure-page.module.css";

type Settled = Exposure["settled"];
type Result = { readonly id: string; readonly name: string; readonly settled: Settled };

const RESULTS: RecordTable<Result> = {
  columns: [
    { width: "140px", Cell: Positions, phone: "line" },
    { width: "minmax(0, 1fr)", Cell: Won, phone: "line" },
    { width: "minmax(0, 1fr)", Cell: House, phone: "line" },
  ],
  from: "medium",
  isTop: true,
};

/** The results of all settled positions against the expectation of their terms. */
export function ResultsCard({ exposure }: { exposure: Exposure }) {
  const { results: words } = useTextOf("admin").exposure;
  const format = useFormat();
  const all = { id: "all", name: words.total, settled: exposure.settled };
  const each = exposure.byDuration.map(({ duration, multiplier, settled }) => ({
    id: String(duration),
    name: `${words.minutes(duration)} ${format.multiplier(multiplier)}`,
    settled,
  }));
  return (
    <Card title={words.title}>
      {exposure.settled.positions === 0 ? (
        <EmptyState {...words.empty} />
      ) : (
        <>
          <Quiet pretty measure>
            {words.intro}
          </Quiet>
          <Rows table={RESULTS} rows={[all, ...each].map((item) => ({ item, isGone: false }))} />
        </>
      )}
    </Card>
  );
}

function Positions({ item: { name, settled } }: Cell<Result>) {
  const { results: words } = useTextOf("admin").exposure;
  const format = useFormat();
  const { positions } = settled;
  return (
    <>
      <Strong as="p">
        <Num>{name}</Num>
      </Strong>
      <Caption>{positions === 0 ? words.none : words.settled(format.number(positions), positions)}</Caption>
    </>
  );
}

function Won({ item: { settled } }: Cell<Result>) {
  const { results: words } = useTextOf("admin").exposure;
  const format = useFormat();
  const { won, wonExpected, wonSpread, positions } = settled;
  if (positions === 0) return null;
  const oneDecimal = (value: number) => format.number(Math.round(value * 10) / 10);
  const figures = {
    name: words.won,
    unit: "",
    actual: format.number(won),
    expected: oneDecimal(wonExpected),
  };
  if (wonSpread === null) return <Comparison {...figures} without={words.fewHours} />;
  const [low, high] = countRange(wonExpected, wonSpread, positions);
  const away = deviations(won, wonExpected, wonSpread);
  return <Comparison {...figures} band={{ away, low: oneDecimal(low), high: oneDecimal(high) }} />;
}

function House({ item: { settled } }: Cell<Result>) {
  const { results: words } = useTextOf("admin").exposure;
  const { signedMoney } = useFormat();
  const { result, resultExpected, resultSpread, positions } = settled;
  if (positions === 0) return null;
  const [actual, expected] = [signedMoney(result), signedMoney(resultExpected)];
  const figures = { name: words.result, unit: "USDMS", actual, expected };
  if (resultSpread === null) return <Comparison {...figures} without={words.fewHours} />;
  const [low, high] = amountRange(resultExpected, resultSpread);
  const away = deviations(Number(result), Number(resultExpected), Number(resultSpread));
  return <Comparison {...figures} band={{ away, low: signedMoney(low), high: signedMoney(high) }} />;
}

type ComparisonProps = {
  name: string;
  unit: string;
  actual: string;
  expected: string;
  /** The range that chance explains; `away` in standard deviations. */
  band?: { away: number; low: string; high: string };
  /** The reason why there is no range. */
  without?: string;
};

function Comparison({ name, unit, actual, expected, band, without }: ComparisonProps) {
  const { results: words } = useTextOf("admin").exposure;
  const verdict = band && verdictOf(band.away);
  return (
    <Stack gap={1} data-verdict={verdict}>
      <Row as="p" gap={[0, 2]} align="baseline">
        <Caption as="span">{name}</Caption>{" "}
        <Num tone="strong">
          {actual}
          {unit !== "" && <Unit> {unit}</Unit>}
        </Num>
      </Row>
      {band && <RangePlot away={band.away} label={words.plot(actual, expected, band.low, band.high)} />}
      <Caption>
        {words.expected} <Num>{expected}</Num>
        {band && (
          <>
            {" · "}
            {words.range} <Num>{words.between(band.low, band.high)}</Num>
          </>
        )}
      </Caption>
      {verdict && (
        <Caption>
          <span className={styles["verdict"]}>{words[verdict]}</span>
        </Caption>
      )}
      {without !== undefined && <Caption>{without}</Caption>}
    </Stack>
  );
}

const WIDTH = 280;
const HEIGHT = 28;
const MIDDLE = HEIGHT / 2;
/** The number of standard deviations drawn on either side. An arrow at the end marks an outcome beyond them. */
const SIDE = 4;
const RANGE = 1.96;
const MARGIN = 10;

const xOf = (away: number) => WIDTH / 2 + (away / SIDE) * (WIDTH / 2 - MARGIN);

/** Draws an outcome against the range that chance explains. The expected value is in the middle. */
function RangePlot({ away, label }: { away: number; label: string }) {
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
        />
      ) : (
        <circle cx={x} cy={MIDDLE} r="5.5" className={styles["point"]} />
      )}
    </svg>
  );
}

import type { Verdict } from "./exposure-figures.ts";
import styles from "./exposure-page.module.css";

const WIDTH = 280;
const HEIGHT = 28;
const MIDDLE = HEIGHT / 2;
/** How many standard deviations there are on either side; what is beyond stands at the end as an arrow. */
const SIDE = 4;
const RANGE = 1.96;
const MARGIN = 10;

const xOf = (away: number) => WIDTH / 2 + (away / SIDE) * (WIDTH / 2 - MARGIN);

/** Where an outcome lies against the range that chance explains, whose middle is what was expected. */
export function RangePlot({ away, verdict, label }: { away: number; verdict: Verdict; label: string }) {
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

import { classNames, Num } from "../primitives.tsx";
import styles from "./pictures.module.css";

const percent = (share: number) => `${(100 * share).toFixed(2)}%`;

/** The free room on each side of a band, as a share of the drawing. */
const MARGIN = 0.18;

/** Shares of positions, from 0 to 1. */
export type Band = {
  readonly promised: number;
  readonly realised: number;
  /** The range that luck alone explains; undefined while there is too little data. */
  readonly luck: { readonly low: number; readonly high: number } | undefined;
};

export function isWithin({ realised, luck }: Band): boolean {
  return luck !== undefined && realised >= luck.low && realised <= luck.high;
}

type BandPlace = {
  readonly promised: number;
  readonly realised: number;
  readonly luck: { readonly from: number; readonly to: number } | undefined;
};

/** Returns the places of the marks on a line from 0 to 1, with the promise in the middle. */
export function placeBand({ promised, realised, luck }: Band): BandPlace {
  const furthest = Math.max(
    Math.abs(realised - promised),
    luck === undefined ? 0 : Math.max(luck.high - promised, promised - luck.low),
    0.005,
  );
  const half = furthest * (1 + MARGIN);
  const place = (share: number) => 0.5 + (share - promised) / (2 * half);
  return {
    promised: place(promised),
    realised: place(realised),
    luck: luck && { from: place(luck.low), to: place(luck.high) },
  };
}

/** Draws the promised share as a mark, the realised share as a dot and the range of luck as a band. */
export function BandPlot({ band, label }: { band: Band; label: string }) {
  const { promised, realised, luck } = placeBand(band);
  return (
    <div role="img" aria-label={label} className={styles["band"]}>
      {luck && (
        <span
          className={styles["luck"]}
          style={{ left: percent(luck.from), width: percent(luck.to - luck.from) }}
        />
      )}
      <span className={styles["promised"]} style={{ left: percent(promised) }} />
      <span
        className={styles["realised"]}
        data-outside={(luck && !isWithin(band)) || undefined}
        style={{ left: percent(realised) }}
      />
    </div>
  );
}

/** The value of a bar and the words of its tip. */
type Bar = { readonly value: number; readonly tip: string };

type BarPlotProps = {
  label: string;
  bars: readonly Bar[];
  /** Writes the least and the greatest value beside the drawing. Without it, they are left out. */
  write?: (value: number) => string;
  /** The labels below the first bar, the middle one and the last. */
  below?: readonly string[];
  className?: string | undefined;
};

/** The least height of a bar that is not zero, so that it stays visible beside the greatest. */
const LEAST = 6;
const SIDE = 1000;

/** Bars up and down from zero, side by side. A list or a table beside them gives the same figures. */
export function BarPlot({ label, bars, write, below, className }: BarPlotProps) {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const least = Math.min(0, ...bars.map(({ value }) => value));
  const scale = SIDE / (most - least || 1);
  const zero = most === least ? SIDE / 2 : most * scale;
  const width = SIDE / bars.length;
  const ends = [...new Set([most, 0, least])];
  return (
    <div role="img" aria-label={label} className={classNames(styles["bars"], className)}>
      <svg viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="none" className={styles["drawing"]}>
        {bars.map(({ value, tip }, index) => {
          const height = value === 0 ? 0 : Math.max(LEAST, Math.abs(value) * scale);
          return (
            // Each bar has a fixed place, so its index identifies it.
            <g key={index} data-tip={tip}>
              <rect x={index * width} width={width} height={SIDE} className={styles["place"]} />
              <rect
                x={(index + 0.14) * width}
                width={0.72 * width}
                y={value > 0 ? zero - height : zero}
                height={height}
                data-sign={value > 0 ? "plus" : "minus"}
                className={styles["bar"]}
              />
            </g>
          );
        })}
        <path d={`M0 ${zero}H${SIDE}`} className={styles["zero"]} />
      </svg>
      {write && (
        <div className={styles["values"]}>
          {ends.map((value) => (
            <Num
              key={value}
              data-covered={(value !== 0 && Math.abs(value) * scale < 0.14 * SIDE) || undefined}
              style={{ top: percent((zero - value * scale) / SIDE) }}
            >
              {write(value)}
            </Num>
          ))}
        </div>
      )}
      {below && (
        <div className={styles["below"]}>
          {below.map((words) => (
            <Num key={words}>{words}</Num>
          ))}
        </div>
      )}
    </div>
  );
}

import { fingerprintBars, minuteLine } from "./how-drawing.ts";
import styles from "./how-figures.module.css";

/** Drawings beside words that say the same; assistive technology skips them. */
const frame = { viewBox: "0 0 176 88", "aria-hidden": true, className: styles["figure"] } as const;

const HOURS = [12, 28, 44, 60, 76];

/** One secret, and a seed for each hour that comes from it. */
export function SeedFigure() {
  return (
    <svg {...frame}>
      {HOURS.map((y) => (
        <path key={y} d={`M31 44C80 44 84 ${y} 134 ${y}`} className={styles["hair"]} />
      ))}
      <circle cx="22" cy="44" r="9" className={styles["ring"]} />
      <circle cx="22" cy="44" r="3" className={styles["ink"]} />
      {HOURS.map((y) => (
        <circle
          key={y}
          cx="140"
          cy={y}
          r={y === 44 ? 6 : 3.5}
          className={styles[y === 44 ? "seed" : "ink"]}
        />
      ))}
    </svg>
  );
}

/** The seed under its seal, and the fingerprint that is shown of it. */
export function SealedFigure({ hash }: { hash: string }) {
  return (
    <svg {...frame}>
      <circle cx="22" cy="44" r="14" className={styles["seal"]} />
      <circle cx="22" cy="44" r="6" className={styles["seed"]} />
      <path
        d={fingerprintBars(hash, { left: 50, width: 120, middle: 44, most: 28 })}
        className={styles["bars"]}
      />
    </svg>
  );
}

/** The last minute, second by second. */
export function PriceFigure({ prices }: { prices: readonly number[] }) {
  return (
    <svg {...frame}>
      <path d="M6 78H170" className={styles["hair"]} />
      <path d={minuteLine(prices, { left: 6, width: 158, top: 12, height: 56 })} className={styles["line"]} />
    </svg>
  );
}

/** The seal is broken; the seed lies open. */
export function OpenedFigure() {
  return (
    <svg {...frame}>
      <path d="M6 44H170" className={styles["hair"]} />
      <path d="M96.5 54A20 20 0 1 1 96.5 34" className={styles["ring"]} />
      <circle cx="104" cy="44" r="6" className={styles["seed"]} />
      <path d="M120 44h36m-7-6 7 6-7 6" className={styles["stroke"]} />
    </svg>
  );
}

/** The fingerprint that was published, and below it the one of the seed: they are the same. */
export function CheckedFigure({ hash }: { hash: string }) {
  const bars = { left: 6, width: 120, most: 14 };
  return (
    <svg {...frame}>
      <path d={fingerprintBars(hash, { ...bars, middle: 26 })} className={styles["bars"]} />
      <path d={fingerprintBars(hash, { ...bars, middle: 62 })} className={styles["bars"]} />
      <circle cx="152" cy="44" r="13" className={styles["ring"]} />
      <path d="M146 44.5l4.5 4.5 8-10" className={styles["stroke"]} />
    </svg>
  );
}

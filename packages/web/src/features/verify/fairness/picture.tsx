import { useTextOf } from "../../../locales/text.ts";
import { Caption } from "../../../ui/primitives.tsx";
import styles from "./fairness.module.css";

/** A placeholder of the same length, so that nothing moves when the commitment arrives. */
const UNKNOWN = "0".repeat(64);
const MINUTE = 60;
/** The places of the beacon's rounds. The last one is still to come. */
const ROUNDS = [168, 214, 260, 306];

type PictureProps = {
  commitment: { epoch: number; commitment: string } | undefined;
  prices: readonly number[] | undefined;
};

/**
 * Draws from left to right how a price comes about: before the hour, in it, and after it. The fingerprint and the price are
 * those of now.
 */
export function Picture({ commitment, prices = [] }: PictureProps) {
  const { picture } = useTextOf("fairness").pages;
  const hash = commitment?.commitment ?? UNKNOWN;
  const { locked, beacon, price, checked } = picture.labels;
  return (
    <figure className={styles["picture"]}>
      <svg viewBox="0 0 480 212" role="img" aria-label={picture.means} className={styles["drawing"]}>
        <path d="M136 8V172M344 8V172" strokeDasharray="3 5" className={styles["hair"]} />
        <path d="M4 172H474m-7-5 7 5-7 5" className={styles["hair"]} />

        <circle cx="66" cy="52" r="24" className={styles["seal"]} />
        <circle cx="66" cy="52" r="10" className={styles["seed"]} />
        <path
          d={fingerprintBars(hash, { left: 10, width: 112, middle: 122, most: 26 })}
          className={styles["ink"]}
        />

        {ROUNDS.map((x, index) => (
          <g key={x}>
            <path d={`M${x} 46V66`} className={styles["hair"]} />
            <circle cx={x} cy="40" r="6" className={styles[index < ROUNDS.length - 1 ? "seed" : "coming"]} />
          </g>
        ))}
        <path
          d={minuteLine(prices.slice(-MINUTE), { left: 152, width: 162, top: 82, height: 66 })}
          className={styles["ink"]}
        />

        <circle cx="414" cy="52" r="24" className={styles["coming"]} />
        <path d="M404 53l7 7 13-15" className={styles["ink"]} />
        <path
          d={fingerprintBars(hash, { left: 358, width: 112, middle: 122, most: 26 })}
          className={styles["ink"]}
        />

        <text x="66" y="200">
          {locked}
        </text>
        <text x="240" y="22">
          {beacon}
        </text>
        <text x="240" y="200">
          {price}
        </text>
        <text x="414" y="200">
          {checked}
        </text>
      </svg>
      <Caption as="figcaption" pretty>
        {commitment ? picture.now(commitment.epoch) : "\u00a0"}
      </Caption>
    </figure>
  );
}

type Bars = { readonly left: number; readonly width: number; readonly middle: number; readonly most: number };

const round = (value: number) => Math.round(value * 10) / 10;

/** Draws a hash as bars around a middle line, one for each pair of digits. */
export function fingerprintBars(hash: string, { left, width, middle, most }: Bars): string {
  const bytes = hash.match(/[0-9a-f]{2}/g) ?? [];
  const apart = width / bytes.length;
  return bytes
    .map((byte, index) => {
      const half = 1.5 + (most - 1.5) * (Number.parseInt(byte, 16) / 255);
      return `M${round(left + (index + 0.5) * apart)} ${round(middle - half)}v${round(2 * half)}`;
    })
    .join("");
}

type Place = { readonly left: number; readonly width: number; readonly top: number; readonly height: number };

/** Draws prices from left to right as steps. Empty for fewer than two prices. */
export function minuteLine(prices: readonly number[], { left, width, top, height }: Place): string {
  if (prices.length < 2) return "";
  const low = Math.min(...prices);
  const spread = Math.max(Math.max(...prices) - low, 0.01);
  const x = (index: number) => round(left + (width * index) / (prices.length - 1));
  const y = (price: number) => round(top + height - ((price - low) / spread) * height);
  return prices
    .map((price, index) => (index === 0 ? `M${x(0)} ${y(price)}` : `H${x(index)}V${y(price)}`))
    .join("");
}

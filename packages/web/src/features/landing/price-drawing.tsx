import styles from "./price-drawing.module.css";
import { HEIGHT, NOW_X, sketch, WIDTH } from "./price-sketch.ts";

type PriceDrawingProps = {
  prices: readonly number[];
  buy: number;
  sell: number;
  withBarriers: boolean;
  label: string;
};

/** Past prices on the left; on the right, the time of a position with the two lines that would decide it. */
export function PriceDrawing({ prices, buy, sell, withBarriers, label }: PriceDrawingProps) {
  const drawn = sketch(prices, buy, sell);
  if (!drawn) return null;
  const { line, now, buyY, sellY } = drawn;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={styles["drawing"]}
      role="img"
      aria-label={label}
    >
      {withBarriers && (
        <>
          <rect
            x={NOW_X}
            y={0}
            width={WIDTH - NOW_X}
            height={Math.max(0, buyY)}
            className={styles["buyZone"]}
          />
          <rect
            x={NOW_X}
            y={sellY}
            width={WIDTH - NOW_X}
            height={HEIGHT - sellY}
            className={styles["sellZone"]}
          />
          <path d={`M${NOW_X} ${buyY}H${WIDTH}`} className={styles["buyLine"]} />
          <path d={`M${NOW_X} ${sellY}H${WIDTH}`} className={styles["sellLine"]} />
        </>
      )}
      <path d={`M${NOW_X} 0V${HEIGHT}`} className={styles["now"]} />
      <path d={line} className={styles["line"]} />
      {/* A line of no length with round ends is a dot that stays round however the drawing is stretched. */}
      <path d={`M${now.x} ${now.y}h0`} className={styles["dot"]} />
    </svg>
  );
}

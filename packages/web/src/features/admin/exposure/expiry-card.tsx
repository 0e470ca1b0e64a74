import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import { useEffect, useId, useRef, useState } from "react";
import type { RefObject } from "react";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Badge, Quiet, Row, VisuallyHidden } from "../../../ui/primitives.tsx";
import { axisEnd, expiryBars } from "./exposure-figures.ts";
import type { ExpiryBar } from "./exposure-figures.ts";
import styles from "./exposure-page.module.css";

/** The amounts that may have to be paid in each minute ahead. */
export function ExpiryCard({ exposure }: { exposure: Exposure }) {
  const { exposure: words } = useTextOf("admin");
  const { expiry } = words;
  if (exposure.open.positions === 0) {
    return (
      <Card title={expiry.title}>
        <EmptyState {...expiry.empty} />
      </Card>
    );
  }
  return (
    <Card title={expiry.title}>
      <Row gap={[2, 4]} align="center" justify="between">
        <Quiet pretty>{expiry.intro}</Quiet>
        <Row gap={4}>
          {(["buy", "sell"] as const).map((side) => (
            <Row key={side} gap={2} align="center">
              <Swatch side={side} />
              <Badge tone={side}>{words[side]}</Badge>
            </Row>
          ))}
        </Row>
      </Row>
      <ExpiryChart bars={expiryBars(exposure)} />
      <ExpiryTable exposure={exposure} />
    </Card>
  );
}

function Swatch({ side }: { side: "buy" | "sell" }) {
  return (
    <svg width="14" height="14" aria-hidden="true" className={styles["swatch"]}>
      <rect width="14" height="14" rx="3" className={styles[side]} />
      {side === "sell" && <path d="M-2 6L6 -2M-2 16L16 -2M6 18L18 6" className={styles["hatch"]} />}
    </svg>
  );
}

/** The same figures as a table, for people who do not see the bars. */
function ExpiryTable({ exposure }: { exposure: Exposure }) {
  const { exposure: words } = useTextOf("admin");
  const format = useFormat();
  return (
    <VisuallyHidden as="div">
      <table>
        <caption>{words.expiry.table}</caption>
        <thead>
          <tr>
            <th scope="col">{words.expiry.minute}</th>
            <th scope="col">{words.buy}</th>
            <th scope="col">{words.sell}</th>
            <th scope="col">{words.expiry.payout}</th>
          </tr>
        </thead>
        <tbody>
          {exposure.byExpiry.map(({ from, buy, sell, payout }) => (
            <tr key={from}>
              <th scope="row">{format.clock(Date.parse(from) / 1000)}</th>
              <td>{format.money(buy.payout)}</td>
              <td>{format.money(sell.payout)}</td>
              <td>{format.money(payout)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

const HEIGHT = 220;
const TOP = 12;
const BOTTOM = 28;
const PLOT = HEIGHT - TOP - BOTTOM;
/** The width of a digit on the axis, roughly, in pixels. The longest figure sets the room for the axis. */
const DIGIT = 7.5;
const WIDEST_BAR = 44;
const LABEL = 52;

/** Stacked bars, buy below and sell above. Sell is also hatched, because colour must not be the only sign. */
function ExpiryChart({ bars }: { bars: readonly ExpiryBar[] }) {
  const format = useFormat();
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const pattern = useId();
  const end = axisEnd(Math.max(...bars.map(({ buy, sell }) => buy + sell)));
  const marks = [0, end / 2, end].map((value) => ({ value, label: format.number(value) }));
  const left = Math.max(...marks.map(({ label }) => label.length)) * DIGIT + 8;
  const step = (width - left) / bars.length;
  const barWidth = Math.min(WIDEST_BAR, step * 0.64);
  const every = Math.ceil(LABEL / step);
  const heightOf = (value: number) => (value / end) * PLOT;

  return (
    <div ref={place} className={styles["chart"]} aria-hidden="true">
      {width > 0 && (
        <svg width={width} height={HEIGHT}>
          <defs>
            <pattern
              id={pattern}
              width="7"
              height="7"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="2" height="7" className={styles["stripe"]} />
            </pattern>
          </defs>
          {marks.map(({ value, label }) => {
            const y = TOP + PLOT - heightOf(value);
            return (
              <g key={value}>
                <line x1={left} x2={width} y1={y} y2={y} className={styles["line"]} />
                <text x={left - 8} y={y + 4} textAnchor="end" className={styles["label"]}>
                  {label}
                </text>
              </g>
            );
          })}
          {bars.map(({ tick, buy, sell }, index) => {
            const x = left + index * step + (step - barWidth) / 2;
            const buyTop = TOP + PLOT - heightOf(buy);
            const sellTop = buyTop - heightOf(sell);
            return (
              <g key={tick}>
                <rect x={x} y={buyTop} width={barWidth} height={heightOf(buy)} className={styles["buy"]} />
                <rect x={x} y={sellTop} width={barWidth} height={heightOf(sell)} className={styles["sell"]} />
                <rect x={x} y={sellTop} width={barWidth} height={heightOf(sell)} fill={`url(#${pattern})`} />
                {buy > 0 && sell > 0 && (
                  <line x1={x} x2={x + barWidth} y1={buyTop} y2={buyTop} className={styles["seam"]} />
                )}
                {index % every === 0 && (
                  <text x={x + barWidth / 2} y={HEIGHT - 8} textAnchor="middle" className={styles["label"]}>
                    {format.clock(tick).slice(0, 5)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

/** Returns the width of an element in pixels, or 0 until it is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.round(observed.clientWidth)));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

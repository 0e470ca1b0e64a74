import { Suspense, useState } from "react";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { ChartDescription } from "./chart-description.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { ConnectionState } from "./connection-state.tsx";
import { PriceGauge } from "./price-gauge.tsx";
import { PriceReadout } from "./price-readout.tsx";
import { WindowChoice } from "./window-choice.tsx";
import type { WindowMinutes } from "./window-choice.tsx";
import styles from "./price-panel.module.css";

/** The price itself does not wait for the chart. */
const PriceChart = lazyPart(async () => ({ default: (await import("./price-chart.tsx")).PriceChart }));

/** The price now, the chart of the last minutes and the gauge. */
export function PricePanel() {
  const text = useText().trade;
  const [windowMinutes, setWindowMinutes] = useState<WindowMinutes>(5);
  return (
    <Card
      title={
        <span className={styles["title"]}>
          {text.pair}
          <ConnectionState />
        </span>
      }
      aside={<WindowChoice value={windowMinutes} onChange={setWindowMinutes} />}
    >
      <PriceReadout />
      <figure className={styles["plot"]} aria-label={text.price.chart}>
        <ChartDescription windowMinutes={windowMinutes} />
        <div className={styles["chart"]}>
          <Suspense fallback={<div className={styles["waiting"]}>{<Spinner />}</div>}>
            <PriceChart windowMinutes={windowMinutes} />
          </Suspense>
          <div className={styles["banner"]}>
            <ConnectionBanner />
          </div>
        </div>
        <PriceGauge />
      </figure>
    </Card>
  );
}

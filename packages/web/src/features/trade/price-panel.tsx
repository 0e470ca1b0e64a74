import { Suspense, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Liveness } from "@veritick/client/live/connection.ts";
import { LiveText, useFollow, writeText } from "../../api/live/follow.tsx";
import { useLive, usePriceAge, useStore } from "../../api/live/live.ts";
import { useFormat } from "../../lib/format.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useDeskText } from "../../locales/text.ts";
import { Boundary } from "../../ui/boundary.tsx";
import { Banner } from "../../ui/states.tsx";
import { Num, Spinner, VisuallyHidden } from "../../ui/primitives.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/icons.tsx";
import type { WindowMinutes } from "./price-chart.tsx";
import { PriceGauge } from "./price-gauge.tsx";
import styles from "./price-panel.module.css";

/** As long as the first drawing takes. */
const CHART_DELAY_MS = 50;

/** Loaded late: the price must not wait for the chart's code. */
const PriceChart = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, CHART_DELAY_MS));
  return (await import("./price-chart.tsx")).PriceChart;
});

/** Shows the current price, the chart of past prices and the gauge. The children are at the foot of the card. */
export function PricePanel({ children }: { children: ReactNode }) {
  const text = useDeskText().trade;
  const [choice, setChoice] = useState<WindowMinutes>(rememberedWindow);
  const [isZoomed, setZoomed] = useState(false);

  function choose(next: WindowMinutes) {
    setChoice(next);
    rememberWindow(next);
  }

  return (
    <Card
      title={
        <span className={styles["title"]}>
          {text.pair}
          <ConnectionState />
        </span>
      }
      aside={<WindowChoice value={isZoomed ? undefined : choice.minutes} onChange={choose} />}
    >
      <Boundary>
        <PriceReadout />
      </Boundary>
      <Boundary>
        <figure className={styles["plot"]} data-plot aria-label={text.price.chart}>
          <div className={styles["chart"]}>
            <Suspense fallback={<div className={styles["waiting"]}>{<Spinner />}</div>}>
              <PriceChart choice={choice} onZoomed={setZoomed} />
            </Suspense>
            <div className={styles["banner"]}>
              <ConnectionBanner />
            </div>
          </div>
          <PriceGauge />
        </figure>
      </Boundary>
      {children}
    </Card>
  );
}

/** Shows the state of the live connection in one word, and announces changes, but not each of many. */
export function ConnectionState() {
  const { liveness, announced } = useLive();
  const state = useStore(liveness, (value) => value);
  const said = useStore(announced, (value) => value);
  const text = useDeskText().trade.live;
  return (
    <>
      <span className={styles["state"]} data-state={state} aria-hidden="true">
        <span className={styles["dot"]} />
        {text[state]}
      </span>
      <VisuallyHidden role="status">{text[said]}</VisuallyHidden>
    </>
  );
}

const isTrouble = (state: Liveness): state is "stale" | "reconnecting" | "lost" =>
  state === "stale" || state === "reconnecting" || state === "lost";

/** Says that the price is out of date, since when, and with what effect. Shows nothing while the connection works. */
function ConnectionBanner() {
  const { liveness, wake } = useLive();
  const state = useStore(liveness, (value) => value);
  const text = useDeskText().trade.live;
  if (!isTrouble(state)) return null;
  const words = { stale: text.staleText, reconnecting: text.reconnectingText, lost: text.lostText };
  return (
    <Banner
      tone="warn"
      action={
        state !== "stale" && (
          <Button variant="quiet" onClick={wake}>
            {text.tryAgain}
          </Button>
        )
      }
    >
      {words[state]} <PriceAge />
    </Banner>
  );
}

function PriceAge() {
  const text = useDeskText().trade.live;
  const age = usePriceAge();
  return age === undefined ? null : <Num>{text.age(age)}</Num>;
}

const WINDOW_MINUTES = [5, 15, 60, 1_440] as const;
const WINDOW_KEY = "chart-window";

function rememberedWindow(): WindowMinutes {
  try {
    const kept = Number(localStorage.getItem(WINDOW_KEY));
    return { minutes: WINDOW_MINUTES.find((minutes) => minutes === kept) ?? WINDOW_MINUTES[0] };
  } catch {
    return { minutes: WINDOW_MINUTES[0] };
  }
}

function rememberWindow({ minutes }: WindowMinutes) {
  try {
    localStorage.setItem(WINDOW_KEY, String(minutes));
  } catch {
    return;
  }
}

type WindowChoiceProps = {
  /** Undefined if the person zoomed, so that the chart shows none of the windows. */
  value: WindowMinutes["minutes"] | undefined;
  onChange: (value: WindowMinutes) => void;
};

/** Lets the person choose how much time the chart shows. It is small, because it is in the panel's header. */
function WindowChoice({ value, onChange }: WindowChoiceProps) {
  const text = useDeskText().trade.price;
  const name = useId();
  return (
    <div className={styles["choice"]} role="radiogroup" aria-label={text.window}>
      {WINDOW_MINUTES.map((minutes) => (
        <label key={minutes} className={styles["option"]}>
          <input
            type="radio"
            name={name}
            className={styles["radio"]}
            checked={minutes === value}
            onChange={() => onChange({ minutes })}
          />
          {text.windowMinutes(minutes)}
        </label>
      ))}
    </div>
  );
}

const UNKNOWN = "\u2013";

function PriceReadout() {
  const { liveness } = useLive();
  const text = useDeskText();
  const format = useFormat();
  const isLive = useStore(liveness, (value) => value === "live");
  return (
    <div className={styles["readout"]} data-live={isLive || undefined}>
      <VisuallyHidden>{text.trade.price.now} </VisuallyHidden>
      <LiveText
        className={styles["price"]}
        text={({ milli }) => format.price(milli / 1000)}
        data-testid="price"
      />
      <Change />
    </div>
  );
}

function Change() {
  const { price } = useLive();
  const text = useDeskText();
  const format = useFormat();
  const line = useRef<HTMLParagraphElement>(null);
  const absolute = useRef<HTMLSpanElement>(null);
  const percent = useRef<HTMLSpanElement>(null);
  const shown = useRef<string>(undefined);

  useFollow(price, ({ milli, previousMilli }) => {
    if (!line.current) return;
    const change = previousMilli === undefined ? undefined : priceChange(previousMilli, milli);
    const direction = change === undefined ? "none" : change.isDown ? "down" : "up";
    if (direction !== shown.current) line.current.dataset["direction"] = direction;
    shown.current = direction;
    writeText(absolute.current, change === undefined ? UNKNOWN : format.signedPrice(change.milli / 1000));
    writeText(percent.current, change === undefined ? "" : format.percent(change.ratio));
  });

  return (
    <p ref={line} className={styles["change"]} data-testid="price-change">
      <VisuallyHidden>{text.trade.price.change} </VisuallyHidden>
      <ArrowUpIcon size={14} className={styles["up"]} />
      <ArrowDownIcon size={14} className={styles["down"]} />
      <Num ref={absolute} className={styles["absolute"]} />
      <Num ref={percent} />
    </p>
  );
}

/** The change between two prices, in thousandths and as a share of the earlier one. */
type PriceChange = { readonly milli: number; readonly ratio: number; readonly isDown: boolean };

export function priceChange(previousMilli: number, milli: number): PriceChange {
  const change = milli - previousMilli;
  return { milli: change, ratio: change / previousMilli, isDown: change < 0 };
}

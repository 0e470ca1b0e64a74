import type { KeyboardEvent } from "react";
import { useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { LiveChart } from "./chart/live-chart.ts";
import styles from "./price-chart.module.css";

type ChartControlsProps = { chart: () => LiveChart | undefined; isFollowing: boolean };

const STEP = 1.5;

/** What the arrow keys and their neighbours do while one of the buttons has the focus. */
const KEYS: Record<string, (chart: LiveChart) => void> = {
  ArrowLeft: (chart) => chart.pan(-0.2),
  ArrowRight: (chart) => chart.pan(0.2),
  "+": (chart) => chart.zoom(1 / STEP),
  "-": (chart) => chart.zoom(STEP),
  End: (chart) => chart.follow(),
};

/** Moves the chart without dragging it: by button or by key. */
export function ChartControls({ chart, isFollowing }: ChartControlsProps) {
  const text = useText().trade.price;

  function press(event: KeyboardEvent) {
    const move = KEYS[event.key];
    const shown = chart();
    if (move === undefined || shown === undefined) return;
    event.preventDefault();
    move(shown);
  }

  return (
    <div role="group" aria-label={text.move} className={styles["controls"]}>
      <IconButton
        label={text.zoomOut}
        className={styles["zoom"]}
        onKeyDown={press}
        onClick={() => chart()?.zoom(STEP)}
      >
        {"\u2212"}
      </IconButton>
      <IconButton
        label={text.zoomIn}
        className={styles["zoom"]}
        onKeyDown={press}
        onClick={() => chart()?.zoom(1 / STEP)}
      >
        +
      </IconButton>
      {!isFollowing && (
        <Button
          variant="quiet"
          className={styles["back"]}
          onKeyDown={press}
          onClick={() => chart()?.follow()}
        >
          {text.backToNow}
        </Button>
      )}
    </div>
  );
}

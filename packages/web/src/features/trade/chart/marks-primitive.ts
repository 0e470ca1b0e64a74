import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from "lightweight-charts";
import { drawMarks } from "./draw-marks.ts";
import type { ChartTheme } from "./chart-theme.ts";
import type { PositionMark } from "./position-mark.ts";

export type MarksState = {
  readonly marks: readonly PositionMark[];
  /** The tick at logical index 0: the chart's time is one bar per tick without holes. */
  readonly firstTick: number;
  readonly newest: { readonly tick: number; readonly milli: number } | undefined;
  readonly theme: ChartTheme;
  readonly formatPrice: (milli: number) => string;
  readonly formatProfit: (profit: string) => string;
};

/** Draws the newest price and the person's own positions in the chart's coordinates. */
export class MarksPrimitive implements ISeriesPrimitive<Time>, IPrimitivePaneView, IPrimitivePaneRenderer {
  #host: SeriesAttachedParameter<Time> | undefined;
  #state: MarksState;
  readonly #views: readonly IPrimitivePaneView[] = [this];

  constructor(state: MarksState) {
    this.#state = state;
  }

  update(change: Partial<MarksState>): void {
    this.#state = { ...this.#state, ...change };
    this.#host?.requestUpdate();
  }

  attached(host: SeriesAttachedParameter<Time>): void {
    this.#host = host;
  }

  detached(): void {
    this.#host = undefined;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  zOrder(): "top" {
    return "top";
  }

  renderer(): IPrimitivePaneRenderer {
    return this;
  }

  draw(target: Parameters<IPrimitivePaneRenderer["draw"]>[0]): void {
    const host = this.#host;
    if (host === undefined) return;
    const { firstTick } = this.#state;
    const scale = host.chart.timeScale();
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      drawMarks(context, {
        ...this.#state,
        width: mediaSize.width,
        height: mediaSize.height,
        xOf: (tick) => scale.logicalToCoordinate((tick - firstTick) as Logical) ?? 0,
        yOf: (milli) => host.series.priceToCoordinate(milli / 1000) ?? 0,
      });
    });
  }
}

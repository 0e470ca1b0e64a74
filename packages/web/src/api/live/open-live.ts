import type { PricePush } from "@veritick/contract/schemas/pushes.ts";
import { call } from "../client.ts";
import { HistoryLoader } from "../market/load-history.ts";
import { PriceHistory } from "../market/price-history.ts";
import type { News } from "./apply-push.ts";
import { browserWorld, onWake } from "./browser-world.ts";
import { livenessOf } from "./connection.ts";
import type { Liveness } from "./connection.ts";
import { startLive } from "./live-driver.ts";
import type { LiveDriver } from "./live-driver.ts";
import { INITIAL_PRICE } from "./live.ts";
import type { Live, LivePrice } from "./live.ts";
import { readPush } from "./read-push.ts";
import { createStore } from "./store.ts";

export type LiveEvents = {
  readonly onPush: (push: News) => void;
  /** Prices come again after an interruption, during which pushes may have been missed. */
  readonly onResume: () => void;
};

export type OpenableLive = Live & {
  /** Connects; the answer disconnects. */
  readonly open: (events: LiveEvents) => () => void;
  readonly setGenesis: (tick: number) => void;
};

export function createLive(): OpenableLive {
  const price = createStore<LivePrice>(INITIAL_PRICE);
  const liveness = createStore<Liveness>("connecting");
  const history = new PriceHistory();
  const loader = new HistoryLoader(
    history,
    (range) => call("prices", range === undefined ? {} : { query: range }),
    browserWorld.warn,
  );
  let driver: LiveDriver | undefined;

  function takePrice({ price: dollars, tick }: PricePush) {
    const milli = Math.round(dollars * 1000);
    const newest = price.get().tick;
    history.record(tick, milli);
    if (newest === undefined || tick >= newest) {
      price.set({ milli, tick, previousMilli: history.priceAt(tick - 1), cameAtMs: Date.now() });
    }
    void loader.complete();
  }

  function open({ onPush, onResume }: LiveEvents) {
    let wasInterrupted = false;
    driver = startLive(browserWorld, {
      onState: (state) => {
        const next = livenessOf(state);
        if (next === "live" && wasInterrupted) onResume();
        wasInterrupted = next !== "live" && (wasInterrupted || state.wasLive);
        liveness.set(next);
      },
      onMessage: (text) => {
        const push = readPush(text);
        if (push === undefined) browserWorld.warn("a malformed message was ignored", text);
        else if (push.type === "price") takePrice(push);
        else onPush(push);
        return push?.type === "price";
      },
    });
    const stopWaking = onWake(driver.wake);
    void loader.complete();
    return () => {
      stopWaking();
      driver?.stop();
    };
  }

  return {
    price,
    liveness,
    history,
    wake: () => driver?.wake(),
    open,
    setGenesis: (tick) => {
      loader.setGenesis(tick);
      void loader.complete();
    },
  };
}

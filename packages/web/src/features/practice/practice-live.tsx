import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useContext, useEffect, useLayoutEffect, useState } from "react";
import type { ReactNode } from "react";
import { call } from "../../api/client.ts";
import { DeskContext } from "../../api/desk/desk.ts";
import { browserPractice } from "../../api/desk/practice.ts";
import type { Liveness } from "@veritick/client/live/connection.ts";
import { browserNowMs, createStore, INITIAL_PRICE, LiveContext, useLive } from "../../api/live/live.ts";
import type { Live, LivePrice } from "../../api/live/live.ts";
import { HistoryLoader, PriceHistory } from "../../api/market/price-history.ts";
import { newestTick, useRecentPrices } from "../../api/market/recent-prices.ts";
import { useMarketTerms } from "../../api/market/use-market-terms.ts";
import { formatIn } from "../../lib/format.ts";
import { chosenLanguage } from "../../lib/preferences.ts";
import { laterTextIn, RewordContext } from "../../locales/text.ts";
import { tellResults } from "../trade/public.ts";
import { inPractice } from "./practice-words.ts";
import { practiceDesk } from "./practice-desk.ts";

/** Practice with a live price: the session's connection where somebody is signed in, else the public prices, asked for each second. */
export function PracticeFrame({ children }: { children: ReactNode }) {
  const isLive = useContext(LiveContext) !== undefined;
  // Dialogs and notices are drawn outside of the page.
  useLayoutEffect(() => {
    document.documentElement.dataset["desk"] = "practice";
    return () => void delete document.documentElement.dataset["desk"];
  }, []);
  const desk = (
    <DeskContext value={practiceDesk}>
      <RewordContext value={inPractice}>
        <PracticeGoesOn />
        {children}
      </RewordContext>
    </DeskContext>
  );
  return isLive ? desk : <PublicPrices>{desk}</PublicPrices>;
}

/** Lets orders enter and positions expire, and tells of results. */
function PracticeGoesOn() {
  const live = useLive();
  const { market } = useMarketTerms();
  useEffect(() => {
    if (market === undefined) return;
    return browserPractice().follow({
      live,
      market,
      fetchPrices: (range) => call("prices", { query: range }),
      onDecided: announce,
    });
  }, [live, market]);
  return null;
}

function announce(decided: readonly Position[]) {
  const language = chosenLanguage();
  const { result } = laterTextIn(language).practice;
  tellResults(decided, result, (sum) => result.amount(formatIn(language).signedMoney(sum)));
}

type PublicLive = Live & {
  take: (from: number, prices: readonly number[], isOld: boolean) => void;
  setGenesis(tick: number): void;
};

function createPublicLive(): PublicLive {
  const price = createStore<LivePrice>(INITIAL_PRICE);
  const liveness = createStore<Liveness>("connecting");
  const history = new PriceHistory();
  const loader = new HistoryLoader(
    history,
    (range) => call("prices", range === undefined ? {} : { query: range }),
    (message, cause) => console.warn(message, cause),
  );
  return {
    price,
    liveness,
    history,
    wake: () => undefined,
    setGenesis: (tick) => loader.setGenesis(tick),
    take(from, dollars, isOld) {
      const newest = from + dollars.length - 1;
      const millis = dollars.map((each) => Math.round(each * 1000));
      const known = history.newest ?? from - 1;
      if (newest - known > 1) history.fill(from, millis);
      else if (newest > known) history.record(newest, millis.at(-1)!);
      if (newest !== price.get().tick) {
        const nowMs = browserNowMs();
        price.set({
          ...INITIAL_PRICE,
          milli: millis.at(-1)!,
          tick: newest,
          previousMilli: history.priceAt(newest - 1),
          cameAtMs: nowMs,
          nowTick: newest,
          nowAtMs: nowMs,
        });
      }
      liveness.set(isOld ? "stale" : "live");
      void loader.complete();
    },
  };
}

/** The price for visitors, who have no live connection. */
function PublicPrices({ children }: { children: ReactNode }) {
  const [live] = useState(createPublicLive);
  const { recent, isOld } = useRecentPrices();
  const genesisTick = useMarketTerms().market?.genesisTick;
  useEffect(() => {
    if (genesisTick !== undefined) live.setGenesis(genesisTick);
  }, [live, genesisTick]);
  useEffect(() => {
    if (recent !== undefined && newestTick(recent) >= recent.from)
      live.take(recent.from, recent.prices, isOld);
  }, [live, recent, isOld]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { useMemo, useState } from "react";
import { call } from "../../api/client.ts";
import { readMarketTerms } from "../../api/market/market-terms.ts";
import type { MarketTerms } from "../../api/market/market-terms.ts";
import { useRecentPrices } from "../../api/market/recent-prices.ts";

export type Market = {
  readonly prices: readonly number[];
  readonly terms: MarketTerms | undefined;
  /** Who runs the beacon, and with it who may know prices ahead; undefined until it is known. */
  readonly beacon: Fairness["beacon"]["kind"] | undefined;
  /** Whether the newest price is the price now: "old" where none has come for a while, "missing" where none ever did. */
  readonly state: "live" | "old" | "missing";
};

/** The last ten minutes and the terms, for visitors. */
export function useMarket(): Market {
  const [rules, setRules] = useState<Fairness>();
  const { recent, isOld } = useRecentPrices(async (signal) => setRules(await call("fairness", { signal })));
  return {
    prices: recent?.prices ?? [],
    terms: useMemo(() => rules && readMarketTerms(rules), [rules]),
    beacon: rules?.beacon.kind,
    state: !isOld ? "live" : recent === undefined ? "missing" : "old",
  };
}

import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { chainMemory } from "../../../api/chain/browser-chain.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { useStore } from "../../../api/live/live.ts";
import { getOptions } from "../../../api/query.ts";
import { withTextOf } from "../../../locales/text.ts";

const HOUR_MS = 3_600_000;

const ChainBanner = lazyPart(
  async () => (await withTextOf("fairness", import("./chain-banner.tsx"))).ChainBanner,
);

/**
 * Compares each new list of commitments with the chain that this browser has seen. Loads the banner only if there is news.
 */
export function ChainWatch() {
  const { data } = useQuery({ ...getOptions("fairness"), refetchInterval: HOUR_MS });
  const news = useStore(chainMemory.state, (state) => state.news);
  useEffect(() => {
    // The commitments in between did not load. The next reply is compared again.
    if (data !== undefined) chainMemory.check(data).catch(() => undefined);
  }, [data]);
  return (
    news !== undefined && (
      <Suspense fallback={null}>
        <ChainBanner news={news} />
      </Suspense>
    )
  );
}

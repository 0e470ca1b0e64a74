import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import { useMarketTerms } from "../market/use-market-terms.ts";
import { applyPush, createLive, refreshPushed } from "./open-live.ts";
import type { News } from "./open-live.ts";
import { LiveContext } from "./live.ts";

type LiveProviderProps = { onPush: (push: News) => void; children: ReactNode };

/** Keeps the live connection open as long as it is on the page, and shares what comes through it. */
export function LiveProvider({ onPush, children }: LiveProviderProps) {
  const client = useQueryClient();
  const [live] = useState(createLive);
  const { market } = useMarketTerms();
  const genesisTick = market?.genesisTick;

  const takePush = useEffectEvent((push: News) => {
    applyPush(client, push);
    onPush(push);
  });

  useEffect(
    () => live.open({ onPush: (push) => takePush(push), onResume: () => refreshPushed(client) }),
    [live, client],
  );

  useEffect(() => {
    if (genesisTick !== undefined) live.setGenesis(genesisTick);
  }, [live, genesisTick]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

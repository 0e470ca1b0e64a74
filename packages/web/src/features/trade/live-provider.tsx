import { useQueryClient } from "@tanstack/react-query";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import { LiveContext } from "../../api/live/live.ts";
import { applyPush, createLive, refreshPushed } from "../../api/live/open-live.ts";
import type { News } from "../../api/live/open-live.ts";
import { useMarketTerms } from "../../api/market/use-market-terms.ts";
import { formatIn } from "../../lib/format.ts";
import { chosenLanguage } from "../../lib/preferences.ts";
import { textIn } from "../../locales/text.ts";
import { announceSecurity } from "../account/public.ts";
import { tellOfDeposit } from "../money/public.ts";
import { gather, tellResults } from "./results.ts";

/**
 * Keeps the live connection open while it is on the page, and shares its data. Shows a notice for every decided position, every
 * credited deposit and every security event.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [live] = useState(createLive);
  const { market } = useMarketTerms();
  const genesisTick = market?.genesisTick;

  const takePush = useEffectEvent((push: News) => {
    applyPush(client, push);
    announce(push);
  });

  useEffect(
    () =>
      live.open({
        onPush: (push) => takePush(push),
        onConnect: (isFirst) => refreshPushed(client, isFirst),
      }),
    [live, client],
  );

  useEffect(() => {
    if (genesisTick !== undefined) live.setGenesis(genesisTick);
  }, [live, genesisTick]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

function announce(push: News) {
  if (push.type === "positionResolved") tellResult(push.position);
  if (push.type === "depositUpdate") tellOfDeposit(push.deposit);
  if (push.type === "securityEvent") announceSecurity(push.event);
}

const tellResult = gather<Position>((decided) => {
  const language = chosenLanguage();
  const text = textIn(language).trade;
  tellResults(decided, text.result, (sum) => text.amount(formatIn(language).signedMoney(sum)));
});

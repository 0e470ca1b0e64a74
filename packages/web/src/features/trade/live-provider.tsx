import { useQueryClient } from "@tanstack/react-query";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import { isUnanswered } from "../../api/client.ts";
import { LiveContext, serverNowMs } from "../../api/live/live.ts";
import type { Live } from "../../api/live/live.ts";
import { applyPush, createLive, refreshPushed } from "../../api/live/open-live.ts";
import type { News } from "../../api/live/open-live.ts";
import { useMarketTerms } from "../../api/market/use-market-terms.ts";
import { keyOf } from "../../api/query.ts";
import { formatIn } from "../../lib/format.ts";
import { chosenLanguage } from "../../lib/preferences.ts";
import { textOf } from "../../locales/text.ts";
import { announceSecurity } from "../account/public.ts";
import { tellOfDeposit } from "../money/public.ts";
import { gather, resultTeller, tellResults } from "./outcomes.ts";

/**
 * Keeps the live connection open while it is on the page, and shares its data. Shows a notice for every decided position, every
 * credited deposit and every security event.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [live] = useState(createLive);
  const { market } = useMarketTerms();
  const genesisTick = market?.genesisTick;

  const [results] = useState(() => resultTeller(tellResult, () => nowTickOf(live)));

  const takePush = useEffectEvent((push: News) => {
    if (push.type === "depositUpdate") tellOfDeposit(push.deposit);
    applyPush(client, push);
    if (push.type === "positionResolved") results.take(push.position);
    if (push.type === "securityEvent") announceSecurity(push.event);
  });

  useEffect(() => {
    const queryKey = keyOf("listPositions");
    const takeList = () => results.takeList(client.getQueryData<Position[]>(queryKey));
    takeList();
    return client.getQueryCache().subscribe((event) => {
      const action = event.type === "updated" ? event.action : undefined;
      if (action?.type === "success") live.noteAnswer(false);
      // A refusal is an answer too.
      if (action?.type === "error") live.noteAnswer(isUnanswered(action.error));
      takeList();
    });
  }, [client, live, results]);

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

/** Estimates the server's second, also while no price comes. Undefined before the first price. */
function nowTickOf({ price }: Live): number | undefined {
  const known = price.get();
  return known.nowTick === undefined ? undefined : serverNowMs(known) / 1000;
}

const tellResult = gather<Position>((decided) => {
  const language = chosenLanguage();
  const text = textOf("desk", language).trade;
  tellResults(decided, text.result, (sum) => text.amount(formatIn(language).signedMoney(sum)));
});

import { formatMinor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { useEffect, useMemo } from "react";
import { useLive } from "../../../api/live/live.ts";
import { timeLeft, useFormat } from "../../../lib/format.ts";
import { useText } from "../../../locales/text.ts";
import { activeOf, useOutcomes, usePositions } from "../use-positions.ts";

/** Names the page in the browser's tab: before it the time until the next position is decided, and the result once it is. */
export function DeskTitle({ page }: { page: string }) {
  const { amount, positions: text } = useText().trade;
  const format = useFormat();
  const { price } = useLive();
  const { positions } = usePositions();
  const next = useMemo(() => positions && activeOf(positions)[0]?.expiryTick, [positions]);
  const decided = useOutcomes(positions).outcomes.flatMap((outcome) => outcome.positions);
  const sum = sumMinor(decided.map(({ profit }) => parseMinor(profit ?? "0")));
  const result =
    decided.length === 0 ? undefined : `${amount(format.signedMoney(formatMinor(sum)))} · ${page}`;
  // Not with the next frame: a tab in the background, which has none, is where this is read.
  useEffect(() => {
    const write = () => {
      const { nowTick, beacon } = price.get();
      const over = beacon === "live" ? text.expired : text.awaited;
      const isCounting = next !== undefined && nowTick !== undefined;
      const title = result ?? (isCounting ? `${timeLeft(nowTick, next, over)} · ${page}` : page);
      if (title !== document.title) document.title = title;
    };
    write();
    return price.subscribe(write);
  }, [price, text, next, page, result]);
  return null;
}

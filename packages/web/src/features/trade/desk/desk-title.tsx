import { formatMinor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { useEffect, useMemo } from "react";
import { writeText } from "../../../api/live/follow.tsx";
import { useLive } from "../../../api/live/live.ts";
import { timeLeft, useFormat } from "../../../lib/format.ts";
import { useText } from "../../../locales/text.ts";
import { activeOf, useOutcomes, usePositions } from "../use-positions.ts";

const STEP_SECONDS = 5;
const LAST_SECONDS = 10;

/**
 * Whether the tab says so many seconds. In sight the page itself counts each of them, and a new title takes the browser longer
 * than all rows together: until the last ten it goes in steps.
 */
export const isCountDue = (left: number, isHidden: boolean): boolean =>
  isHidden || left <= LAST_SECONDS || left % STEP_SECONDS === 0;

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
    let isWritten = false;
    const write = () => {
      const { nowTick, beacon } = price.get();
      const over = beacon === "live" ? text.expired : text.awaited;
      const isCounting = next !== undefined && nowTick !== undefined;
      if (isWritten && isCounting && !isCountDue(next - nowTick, document.hidden)) return;
      isWritten = true;
      const title = result ?? (isCounting ? `${timeLeft(nowTick, next, over)} · ${page}` : page);
      // A new text node in its place would have the chart's first words wait for the styles of the page.
      writeText(document.querySelector("title"), title);
    };
    write();
    return price.subscribe(write);
  }, [price, text, next, page, result]);
  return null;
}

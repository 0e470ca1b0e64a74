import { formatMinor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { useEffect, useMemo } from "react";
import { useDesk } from "../../../api/desk/desk.ts";
import { writeText } from "../../../api/live/follow.tsx";
import { useLive } from "../../../api/live/live.ts";
import { timeLeft, useFormat } from "../../../lib/format.ts";
import { useDeskText } from "../../../locales/text.ts";
import { activeOf, useOutcomes } from "../outcomes.ts";

const STEP_SECONDS = 5;
const LAST_SECONDS = 10;

/**
 * Tells whether the tab's title shows this number of seconds. If the page is in sight, it counts each second itself, and a
 * new title costs the browser more time than all rows together. The title then counts in steps until the last ten seconds.
 */
export const isCountDue = (left: number, isHidden: boolean): boolean =>
  isHidden || left <= LAST_SECONDS || left % STEP_SECONDS === 0;

/** Sets the title of the tab: the time until the next position is decided before the page's name, and then its result. */
export function DeskTitle({ page }: { page: string }) {
  const { amount, positions: text } = useDeskText().trade;
  const format = useFormat();
  const { price } = useLive();
  const { data: positions } = useDesk().usePositions();
  const next = useMemo(() => positions && activeOf(positions)[0]?.expiryTick, [positions]);
  const decided = useOutcomes(positions).outcomes.flatMap((outcome) => outcome.positions);
  const sum = sumMinor(decided.map(({ profit }) => parseMinor(profit ?? "0")));
  const result =
    decided.length === 0 ? undefined : `${amount(format.signedMoney(formatMinor(sum)))} · ${page}`;
  // This does not wait for a frame: the title is read in background tabs, which have no frames.
  useEffect(() => {
    let isWritten = false;
    const write = () => {
      const { nowTick, beacon } = price.get();
      const over = beacon === "live" ? text.expired : text.awaited;
      const isCounting = next !== undefined && nowTick !== undefined;
      if (isWritten && isCounting && !isCountDue(next - nowTick, document.hidden)) return;
      isWritten = true;
      const title = result ?? (isCounting ? `${timeLeft(nowTick, next, over)} · ${page}` : page);
      // A new text node would make the chart's first words wait for the page's styles, so the old one is changed.
      writeText(document.querySelector("title"), title);
    };
    write();
    return price.subscribe(write);
  }, [price, text, next, page, result]);
  return null;
}

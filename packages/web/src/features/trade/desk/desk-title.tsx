import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { useEffect, useMemo, useState } from "react";
import { useLive } from "../../../api/live/live.ts";
import { timeLeft, useFormat } from "../../../lib/format.ts";
import { useText } from "../../../locales/text.ts";
import { activeOf, usePositions } from "../use-positions.ts";

/** So long a result stays in the tab's title. */
const SHOWN_MS = 10_000;

/** Names the page in the browser's tab: before it the time until the next position is decided, and the result once it is. */
export function DeskTitle({ page }: { page: string }) {
  const { amount, positions: text } = useText().trade;
  const format = useFormat();
  const { price } = useLive();
  const { positions } = usePositions();
  const next = useMemo(() => positions && activeOf(positions)[0]?.expiryTick, [positions]);
  const sum = useDecided(positions);
  const result = sum === undefined ? undefined : `${amount(format.signedMoney(formatMinor(sum)))} · ${page}`;
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

/** What the positions that were decided just now brought together, in 1e-8 USDMS. */
function useDecided(positions: readonly Position[] | undefined): Minor | undefined {
  const [seen, setSeen] = useState(positions);
  const [sum, setSum] = useState<Minor>();
  if (positions !== seen) {
    setSeen(positions);
    const brought = decidedSince(seen, positions);
    if (brought !== undefined) setSum(brought);
  }
  useEffect(() => {
    if (sum === undefined) return;
    const timer = setTimeout(() => setSum(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [sum, seen]);
  return sum;
}

/** The sum that the positions brought that were open before and are not now; undefined where there are none. */
export function decidedSince(
  before: readonly Pick<Position, "id" | "status">[] = [],
  after: readonly Pick<Position, "id" | "status" | "profit">[] = [],
): Minor | undefined {
  const open = new Set(before.filter(({ status }) => status === "active").map(({ id }) => id));
  const decided = after.filter(({ id, status }) => status !== "active" && open.has(id));
  return decided.length === 0 ? undefined : sumMinor(decided.map(({ profit }) => parseMinor(profit ?? "0")));
}

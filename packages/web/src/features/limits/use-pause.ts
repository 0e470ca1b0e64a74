import type { Pause } from "@veritick/contract/schemas/limits.ts";
import { tickOf } from "../../lib/format.ts";
import { useLive } from "../../lib/live/live.ts";
import { useStore } from "../../lib/live/store.ts";
import { useGet } from "../../lib/query.ts";

/** The break that the person has taken, while it lasts. */
export function usePause(): Pause | null {
  const pause = useGet("getLimits").data?.pause ?? null;
  const { price } = useLive();
  const isOver = useStore(
    price,
    ({ tick }) => pause !== null && tick !== undefined && tickOf(pause.until) < tick,
  );
  return isOver ? null : pause;
}

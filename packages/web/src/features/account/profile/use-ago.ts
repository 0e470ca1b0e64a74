import { tickOf, useFormat } from "../../../lib/format.ts";
import { useNowTick } from "../../../api/live/live.ts";

const REFRESH_SECONDS = 30;

/** How long ago an instant was, in words; its date and time while the time is not known yet. */
export function useAgo(): (instant: string) => string {
  const format = useFormat();
  const now = useNowTick(REFRESH_SECONDS);
  return (instant) => (now === undefined ? format.moment(instant) : format.ago(tickOf(instant), now));
}

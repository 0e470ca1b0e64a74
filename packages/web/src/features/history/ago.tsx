import { useFormat } from "../../lib/format.ts";
import { useNowTick } from "../../lib/live/now-tick.ts";
import { Time } from "../../ui/num.tsx";

const REFRESH_SECONDS = 30;

/** How long ago something was; its date and time while the price, and with it the time, is not known yet. */
export function Ago({ tick, instant }: { tick: number; instant: string }) {
  const format = useFormat();
  const now = useNowTick(REFRESH_SECONDS);
  const moment = format.moment(instant);
  return (
    <Time dateTime={instant} title={moment}>
      {now === undefined ? moment : format.ago(tick, now)}
    </Time>
  );
}

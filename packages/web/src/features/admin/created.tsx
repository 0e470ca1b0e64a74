import { tickOf, useFormat } from "../../lib/format.ts";
import { useNowTick } from "../../lib/live/now-tick.ts";
import { Time } from "../../ui/num.tsx";

const REFRESH_SECONDS = 30;

/** When something was made: how long ago, once the time is known, and exactly. */
export function Created({ at }: { at: string }) {
  const format = useFormat();
  const now = useNowTick(REFRESH_SECONDS);
  return (
    <>
      {now !== undefined && (
        <>
          <Time dateTime={at}>{format.ago(tickOf(at), now)}</Time>
          {" · "}
        </>
      )}
      <Time dateTime={at}>{format.moment(at)}</Time>
    </>
  );
}

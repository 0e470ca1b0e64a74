import { useRef } from "react";
import { useFormat } from "../../../lib/format.ts";
import { useFollowTime } from "../../../api/live/follow-time.ts";
import { writeText } from "../../../api/live/follow.ts";
import { Time } from "../../../ui/num.tsx";

const REFRESH_SECONDS = 30;

/** How long ago something was; its date and time while the price, and with it the time, is not known yet. */
export function Ago({ tick, instant }: { tick: number; instant: string }) {
  const format = useFormat();
  const cell = useRef<HTMLTimeElement>(null);
  useFollowTime(REFRESH_SECONDS, (now) =>
    writeText(cell.current, now === undefined ? format.moment(instant) : format.ago(tick, now)),
  );
  return <Time ref={cell} dateTime={instant} isRelative />;
}

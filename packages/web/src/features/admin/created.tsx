import { tickOf, useFormat } from "../../lib/format.ts";
import { useNowTick } from "../../api/live/live.ts";
import { Time } from "../../ui/primitives.tsx";

const REFRESH_SECONDS = 30;

type CreatedProps = {
  at: string;
  /** After words that only a date goes on from, such as "since". */
  isDateFirst?: boolean;
};

/** When something was made: how long ago, once the time is known, and exactly. */
export function Created({ at, isDateFirst = false }: CreatedProps) {
  const format = useFormat();
  const now = useNowTick(REFRESH_SECONDS);
  const date = <Time dateTime={at}>{format.moment(at)}</Time>;
  if (now === undefined) return date;
  const ago = <Time dateTime={at}>{format.ago(tickOf(at), now)}</Time>;
  return (
    <>
      {isDateFirst ? date : ago}
      {" · "}
      {isDateFirst ? ago : date}
    </>
  );
}

import { useExactTime } from "../../lib/use-exact-time.ts";
import { Time } from "../../ui/num.tsx";

/** When a statement was made, in the reader's own time; as it stands there where it is no time at all. */
export function Taken({ instant }: { instant: string }) {
  const moment = useTaken();
  return <Time dateTime={instant}>{moment(instant)}</Time>;
}

export function useTaken(): (instant: string) => string {
  const { ofInstant } = useExactTime();
  return (instant) => (Number.isNaN(Date.parse(instant)) ? instant : ofInstant(instant));
}

import { useExactTime, useFormat } from "../../../lib/format.ts";
import { Caption, Num, Time } from "../../../ui/primitives.tsx";

const PLACES_BELOW_CENT = 6;

/** Shows a sum with all eight places, so that sums can be compared by eye. Digits below a cent are quieter. */
export function ExactSum({ sum }: { sum: string }) {
  const format = useFormat();
  const text = format.exactAmount(sum);
  const [, whole = text, rest = ""] = /^(.*[.,]\d\d)(\d*)$/.exec(text) ?? [];
  return (
    <Num>
      {whole}
      <Caption as="span">{rest.padEnd(PLACES_BELOW_CENT, "0")}</Caption>
    </Num>
  );
}

/** Shows the time of a statement in the reader's time zone. A malformed time is shown as it is. */
export function Taken({ instant }: { instant: string }) {
  const moment = useTaken();
  return <Time dateTime={instant}>{moment(instant)}</Time>;
}

export function useTaken(): (instant: string) => string {
  const { ofInstant } = useExactTime();
  return (instant) => (Number.isNaN(Date.parse(instant)) ? instant : ofInstant(instant));
}

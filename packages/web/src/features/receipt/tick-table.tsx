import { useState, useSyncExternalStore } from "react";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { closeSpan, pricesIn } from "./position-prices.ts";
import type { PositionPrices } from "./position-prices.ts";
import styles from "./tick-table.module.css";

type TickTableProps = { prices: PositionPrices; tick: number; name: string; itself: string };

/** The ticks around one as figures, for whoever wants them exactly or does not see the drawing. */
export function TickTable({ prices, tick, name, itself }: TickTableProps) {
  const { closeUp } = useLaterText().receipt;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles["details"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles["summary"]}>{closeUp.table}</summary>
      {isOpen && <Ticks prices={prices} tick={tick} name={name} itself={itself} />}
    </details>
  );
}

function Ticks({ prices, tick, name, itself }: TickTableProps) {
  const { closeUp } = useLaterText().receipt;
  const format = useFormat();
  const span = closeSpan(tick);
  // Grows while the seconds after the tick pass, and only while it is open.
  useSyncExternalStore(prices.subscribe, () => pricesIn(prices.priceAt, span).length);
  const rows = Array.from({ length: span.to - span.from + 1 }, (_, index) => span.from + index).flatMap(
    (each) => {
      const milli = prices.priceAt(each);
      return milli === undefined ? [] : [{ each, milli }];
    },
  );
  return (
    <table className={styles["table"]} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{closeUp.tick}</th>
          <th scope="col">{closeUp.time}</th>
          <th scope="col">{closeUp.price}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ each, milli }) => (
          <tr key={each} data-itself={each === tick || undefined}>
            <td>
              {each}
              {each === tick && <span className={styles["itself"]}>{itself}</span>}
            </td>
            <td>{format.clock(each)}</td>
            <td>{format.price(milli / 1000)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

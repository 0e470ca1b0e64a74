import { useState } from "react";
import { useLive } from "../../api/live/live.ts";
import { windowParts } from "../../api/market/candle-history.ts";
import { useFormat } from "../../lib/format.ts";
import { useDeskText } from "../../locales/text.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { FigureTable } from "../../ui/facts.tsx";
import { Quiet } from "../../ui/primitives.tsx";
import styles from "./price-chart.module.css";

type PriceTableProps = { windowTicks: number; onClose: () => void };

/** Shows the chart's content as figures, newest first, as of when the table was opened. */
export function PriceTable({ windowTicks, onClose }: PriceTableProps) {
  const { history } = useLive();
  const text = useDeskText().trade.price;
  const format = useFormat();
  const [parts] = useState(() => windowParts(history, windowTicks).reverse());
  return (
    <Dialog open onOpenChange={onClose} title={text.table}>
      {parts.length === 0 ? (
        <Quiet>{text.noHistory}</Quiet>
      ) : (
        // A scrolling table must be focusable, for people who scroll by key.
        <FigureTable
          className={styles["table"]}
          aria-label={text.table}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          <thead>
            <tr>
              {Object.entries(text.columns).map(([name, label]) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map(({ from, open, high, low, close }) => (
              <tr key={from}>
                <th scope="row">{format.clock(from).slice(0, "00:00".length)}</th>
                <td>{format.price(open / 1000)}</td>
                <td>{format.price(high / 1000)}</td>
                <td>{format.price(low / 1000)}</td>
                <td>{format.price(close / 1000)}</td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      )}
    </Dialog>
  );
}

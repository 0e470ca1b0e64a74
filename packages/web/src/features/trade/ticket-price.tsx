import { useFormat } from "../../lib/format.ts";
import { LiveText } from "../../lib/live/live-text.tsx";
import { useText } from "../../locales/text.ts";
import { ConnectionState } from "./connection-state.tsx";
import styles from "./trade-dialog.module.css";

/** The price now, in the head of the ticket, where it stays in view. */
export function TicketPrice() {
  const text = useText().trade.price;
  const format = useFormat();
  return (
    <span className={styles["price"]}>
      {text.now}
      <LiveText className={styles["priceNumber"]} text={({ milli }) => format.price(milli / 1000)} />
      <ConnectionState />
    </span>
  );
}

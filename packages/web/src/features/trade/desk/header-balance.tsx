import { useDesk } from "../../../api/desk/desk.ts";
import { useFormat } from "../../../lib/format.ts";
import { useText } from "../../../locales/text.ts";
import { Num, VisuallyHidden } from "../../../ui/primitives.tsx";
import styles from "../dashboard-page.module.css";

/** The balance in the header of a phone, where its card lies below everything else. */
export function HeaderBalance() {
  const { trade, wallet } = useText();
  const format = useFormat();
  const balance = useDesk().useBalance();
  if (balance === undefined) return null;
  return (
    <p className={styles["headerBalance"]}>
      <VisuallyHidden>{wallet.balance} </VisuallyHidden>
      <Num>{format.money(balance)}</Num> {trade.unit}
    </p>
  );
}

import type { Side } from "@veritick/domain/product.ts";
import { useState } from "react";
import { useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/icons.tsx";
import { TradeDialog } from "./trade-dialog.tsx";
import styles from "./trade-buttons.module.css";

/** Buy and Sell, side by side in whatever room they are given; each opens the ticket in its direction. */
export function TradeButtons() {
  const text = useText().trade;
  // A new number makes a new ticket, so that nothing of an earlier one is left in it.
  const [shown, setShown] = useState<{ id: number; side: Side; isOpen: boolean }>({
    id: 0,
    side: "buy",
    isOpen: false,
  });

  const open = (side: Side) => setShown(({ id }) => ({ id: id + 1, side, isOpen: true }));
  // A late answer to an earlier ticket must not close the one that is open now.
  const setOpen = (id: number, isOpen: boolean) =>
    setShown((current) => (current.id === id ? { ...current, isOpen } : current));

  return (
    <div className={styles["buttons"]}>
      <Button variant="buy" size="large" onClick={() => open("buy")}>
        <ArrowUpIcon />
        {text.side.buy}
      </Button>
      <Button variant="sell" size="large" onClick={() => open("sell")}>
        <ArrowDownIcon />
        {text.side.sell}
      </Button>
      <TradeDialog
        key={shown.id}
        side={shown.side}
        open={shown.isOpen}
        onOpenChange={(isOpen) => setOpen(shown.id, isOpen)}
      />
    </div>
  );
}

import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useSyncExternalStore } from "react";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { Num } from "../../ui/num.tsx";
import { CloseUp } from "./close-up.tsx";
import styles from "./close-up-card.module.css";
import { TickTable } from "./tick-table.tsx";
import type { PricesState } from "./use-position-prices.ts";

type CloseUpCardProps = {
  position: Position;
  known: PricesState;
  at: "entry" | "expiry";
  className?: string | undefined;
};

/** The seconds around the one that counts, drawn and as a table. */
export function CloseUpCard({ position, known, at, className }: CloseUpCardProps) {
  const { closeUp } = useLaterText().receipt;
  const format = useFormat();
  const { prices } = known;
  const tick = at === "entry" ? position.entryTick : position.expiryTick;
  const milli = useSyncExternalStore(prices.subscribe, () => prices.priceAt(tick));
  // What was called off has no expiry to look at.
  if (known.state === "gone" || (position.status === "refunded" && at === "expiry")) return null;
  const isPast = milli !== undefined && (at === "entry" || position.status !== "active");
  return (
    <Card
      title={closeUp[at]}
      aside={isPast && <Num className={styles["price"]}>{format.price(milli / 1000)}</Num>}
      className={className}
    >
      {isPast ? (
        <>
          <CloseUp position={position} prices={prices} tick={tick} />
          <TickTable prices={prices} tick={tick} name={closeUp[at]} itself={closeUp[`${at}Tick`]} />
        </>
      ) : (
        <p className={styles["later"]}>
          {position.status === "active" && at === "expiry" && closeUp.later(format.clock(tick))}
        </p>
      )}
    </Card>
  );
}

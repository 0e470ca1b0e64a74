import type { Position } from "@veritick/contract/schemas/positions.ts";
import { Link } from "wouter";
import { useFormat } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";
import type { BadgeTone } from "../../ui/badge.tsx";
import { Num } from "../../ui/num.tsx";
import { Ago } from "./ago.tsx";
import styles from "./trade-row.module.css";

const TONES: Record<Position["status"], BadgeTone> = {
  won: "good",
  lost: "bad",
  refunded: "neutral",
  active: "neutral",
};

/** A finished position; the whole row leads to its receipt. */
export function TradeRow({ position }: { position: Position }) {
  const { history } = useText();
  const format = useFormat();
  const { type, duration, multiplier, status, profit, resultPrice } = position;
  return (
    <Link href={`/positions/${position.id}`} className={styles["trade"]}>
      <Badge tone={type}>{history[type]}</Badge>
      <div className={styles["when"]}>
        <Num className={styles["duration"]}>
          {history.minutes(duration)} {format.multiplier(multiplier)}
        </Num>
        <Ago tick={position.expiryTick} instant={position.expiresAt} />
      </div>
      <div className={styles["prices"]}>
        {resultPrice !== null && (
          <>
            <Num>{history.result(format.price(position.entryPrice), format.price(resultPrice))}</Num>
            <Num className={styles["quiet"]}>{history.barrier(format.price(position.barrierPrice))}</Num>
          </>
        )}
      </div>
      <div className={styles["result"]}>
        <Num className={styles["profit"]} data-status={status}>
          {format.signedMoney(profit ?? "0")}
        </Num>
        <Num className={styles["quiet"]}>{history.stake(format.money(position.amount))}</Num>
      </div>
      <div className={styles["badge"]}>
        <Badge tone={TONES[status]}>{history.status[status]}</Badge>
      </div>
    </Link>
  );
}

import type { Position } from "@veritick/contract/positions.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price-process.ts";
import { maxProfitMinor } from "@veritick/domain/terms.ts";
import { memo } from "react";
import type { ReactNode } from "react";
import { useFormat } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Num } from "../../ui/num.tsx";
import { Countdown } from "./countdown.tsx";
import { PositionTrack } from "./position-track.tsx";
import styles from "./position-row.module.css";

/** One open position. A tick changes its countdown, its marker and one word, and commits nothing. */
export const PositionRow = memo(function PositionRow({ position }: { position: Position }) {
  const text = useText().trade;
  const format = useFormat();
  const { type, duration, multiplier, amount, expiryTick } = position;
  const entryMilli = parsePriceMilli(position.entryPrice);
  const barrierMilli = parsePriceMilli(position.barrierPrice);
  const maxProfit = maxProfitMinor(parseMinor(amount), Math.round(Number(multiplier) * 100));
  const barrierSign = type === "buy" ? "\u2265" : "\u2264";

  return (
    <li className={styles["row"]}>
      <div className={styles["head"]}>
        <Badge tone={type}>{text.badge[type]}</Badge>
        <Num className={styles["terms"]}>
          {text.minutesShort(duration)} {format.multiplier(multiplier)}
        </Num>
        <Countdown expiryTick={expiryTick} />
      </div>
      <PositionTrack side={type} entryMilli={entryMilli} barrierMilli={barrierMilli} />
      <dl className={styles["figures"]}>
        <Figure label={text.positions.entry}>{format.price(entryMilli / 1000)}</Figure>
        <Figure label={text.positions.barrier}>
          {barrierSign} {format.price(barrierMilli / 1000)}
        </Figure>
        <Figure label={text.positions.amount}>
          {format.money(amount)} <span className={styles["unit"]}>{text.unit}</span>
        </Figure>
        <Figure label={text.positions.maxProfit} isGain>
          {format.signedMoney(formatMinor(maxProfit))}
        </Figure>
      </dl>
    </li>
  );
});

function Figure({
  label,
  isGain = false,
  children,
}: {
  label: string;
  isGain?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles["figure"]}>
      <dt>{label}</dt>
      <dd data-gain={isGain || undefined}>
        <Num>{children}</Num>
      </dd>
    </div>
  );
}

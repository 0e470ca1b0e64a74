import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { maxProfitMinor } from "@veritick/domain/terms.ts";
import { memo } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useFormat } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Num } from "../../ui/num.tsx";
import { Term } from "../../ui/term.tsx";
import { Countdown } from "./countdown.tsx";
import { PositionTrack } from "./position-track.tsx";
import styles from "./position-row.module.css";

type PositionRowProps = {
  position: Position;
  /** Its words explain themselves. In every row they would be too many stops on the way through the page. */
  explains: boolean;
  isLeaving: boolean;
};

/** One open position. A tick changes its countdown, its marker and its outlook, and commits nothing. */
export const PositionRow = memo(function PositionRow({ position, explains, isLeaving }: PositionRowProps) {
  const text = useText().trade;
  const format = useFormat();
  const { type, duration, multiplier, amount, expiryTick } = position;
  const entryMilli = parsePriceMilli(position.entryPrice);
  const barrierMilli = parsePriceMilli(position.barrierPrice);
  const maxProfit = maxProfitMinor(parseMinor(amount), Math.round(Number(multiplier) * 100));
  const name = (term: "entry" | "barrier" | "maxProfit") =>
    explains ? <Term term={term}>{text.positions[term]}</Term> : text.positions[term];
  const barrierSign = type === "buy" ? "\u2265" : "\u2264";

  return (
    <li className={styles["row"]} data-leaving={isLeaving || undefined} inert={isLeaving}>
      <div className={styles["head"]}>
        <Badge tone={type}>{text.badge[type]}</Badge>
        <Num className={styles["terms"]}>
          {text.minutesShort(duration)} {format.multiplier(multiplier)}
        </Num>
        <Link href={`/positions/${position.id}`} className={styles["receipt"]}>
          {text.positions.receipt}
        </Link>
        <Countdown fromTick={position.entryTick} expiryTick={expiryTick} />
      </div>
      <PositionTrack side={type} entryMilli={entryMilli} barrierMilli={barrierMilli} />
      <dl className={styles["figures"]}>
        <Figure label={name("entry")}>{format.price(entryMilli / 1000)}</Figure>
        <Figure label={name("barrier")}>
          {barrierSign} {format.price(barrierMilli / 1000)}
        </Figure>
        <Figure label={text.positions.amount}>
          {format.money(amount)} <span className={styles["unit"]}>{text.unit}</span>
        </Figure>
        <Figure label={name("maxProfit")} isGain>
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
  label: ReactNode;
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

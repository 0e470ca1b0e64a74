import { formatMinor, minor, ZERO } from "@veritick/domain/money.ts";
import type { Side } from "@veritick/domain/product.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import { useRef } from "react";
import type { ReactNode } from "react";
import { LiveText, useFollow } from "../../../api/live/follow.tsx";
import { useLive } from "../../../api/live/live.ts";
import type { LivePrice } from "../../../api/live/live.ts";
import type { MarketTerms } from "../../../api/market/market-terms.ts";
import { useFormat } from "../../../lib/format.ts";
import { useText } from "../../../locales/text.ts";
import { Term } from "../../../ui/overlay/term.tsx";
import { Num } from "../../../ui/primitives.tsx";
import { chanceInHundred, conditionAt, potentialProfit, readStake } from "./ticket.ts";
import styles from "./trade-dialog.module.css";

type TicketOutlookProps = {
  amount: string;
  /** Left out where each side says its own chance. */
  side?: Side;
  terms: Terms | undefined;
  market: MarketTerms | undefined;
};

/** Shown for a figure that is not known. */
export const UNKNOWN = "\u2013";

/** What is won and lost, how likely, and what the house keeps. It stands above the button, in view whatever the height. */
export function TicketOutlook({ amount, side, terms, market }: TicketOutlookProps) {
  const text = useText().trade.ticket;
  const format = useFormat();
  const stake = readStake(amount) ?? ZERO;
  return (
    <dl className={styles["outlook"]}>
      <Figure name={<Term term="maxProfit">{text.profit}</Term>}>
        <Num className={styles["gain"]}>
          {terms === undefined ? UNKNOWN : format.signedMoney(formatMinor(potentialProfit(stake, terms)))}
        </Num>{" "}
        {terms && <Num tone="caption">{format.gain(terms.multiplierHundredths / 100)}</Num>}
      </Figure>
      <Figure name={text.loss}>
        <Num className={styles["loss"]}>{format.signedMoney(formatMinor(minor(-stake)))}</Num>
      </Figure>
      {side !== undefined && (
        <Figure name={<Term term="chance">{text.chance}</Term>}>
          {terms === undefined ? UNKNOWN : <Chance terms={terms} side={side} />}
        </Figure>
      )}
      {terms?.winRule !== "direction" && (
        <Figure name={<Term term="houseEdge">{text.houseEdge}</Term>}>
          <Num>{market === undefined ? UNKNOWN : format.chance(market.houseEdge)}</Num>
        </Figure>
      )}
    </dl>
  );
}

function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={styles["outcome"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** In so many of a hundred cases it wins, also as a bar. */
export function Chance({ terms, side }: { terms: Terms; side: Side }) {
  const { price } = useLive();
  const text = useText().trade.ticket;
  const format = useFormat();
  const bar = useRef<HTMLSpanElement>(null);
  const chanceOf = ({ milli }: LivePrice) => conditionAt(terms, side, milli, 0).winChance;
  useFollow(price, (value) => {
    if (bar.current) bar.current.style.transform = `scaleX(${chanceOf(value)})`;
  });
  return (
    <span className={styles["chance"]}>
      <LiveText
        className={styles["chanceText"]}
        text={(value) => text.inHundred(format.number(chanceInHundred(chanceOf(value))))}
      />
      <span className={styles["bar"]} aria-hidden="true">
        <span ref={bar} className={styles["share"]} />
      </span>
    </span>
  );
}

import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { parseMultiplier } from "@veritick/domain/product.ts";
import type { Side } from "@veritick/domain/product.ts";
import { wins } from "@veritick/domain/settlement.ts";
import { maxProfitMinor } from "@veritick/domain/terms.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Card, Fact, Facts } from "../../../ui/card.tsx";
import { Term } from "../../../ui/overlay/term.tsx";
import { Num } from "../../../ui/primitives.tsx";
import styles from "./receipt-page.module.css";

/** The terms of the position, and one sentence on why it won or lost. */
export function TermsCard({ position, className }: { position: Position; className?: string | undefined }) {
  const { unit } = useText().trade;
  const { terms } = useTextOf("later").receipt;
  const format = useFormat();
  const { type, amount, status, resultPrice, entryTick, round, expiryTick, soldTick, soldPrice } = position;
  return (
    <Card title={terms.title} className={className}>
      <p>
        {terms.rule[type](format.price(position.barrierPrice))} <Reason position={position} />
      </p>
      <Facts look="dense">
        <Fact name={terms.amount}>
          <Num>
            {format.money(amount)} {unit}
          </Num>
        </Fact>
        <Fact name={<Term term="multiplier">{terms.multiplier}</Term>}>
          <Num>{format.multiplier(position.multiplier)}</Num>
        </Fact>
        <Fact name={<Term term="maxProfit">{terms.maxProfit}</Term>}>
          <Num>
            {format.signedMoney(maxProfitOf(position))} {unit}
          </Num>
        </Fact>
        <Fact name={<Term term="chance">{terms.chance}</Term>}>
          <Num>{format.chance(position.winChance)}</Num>
        </Fact>
        <Fact name={<Term term="entry">{terms.entryPrice}</Term>}>
          <Num>{format.price(position.entryPrice)}</Num>
        </Fact>
        <Fact name={<Term term="barrier">{terms.barrier}</Term>}>
          <Num>{format.price(position.barrierPrice)}</Num>
        </Fact>
        {soldPrice === null ? (
          <Fact name={<Term term="exit">{terms.resultPrice}</Term>}>
            <Num className={styles["resultPrice"]} data-status={status}>
              {resultPrice === null
                ? status === "active"
                  ? terms.open
                  : terms.none
                : format.price(resultPrice)}
            </Num>
          </Fact>
        ) : (
          <Fact name={terms.soldPrice}>
            <Num>{format.price(soldPrice)}</Num>
          </Fact>
        )}
        <Fact name={terms.entryTick}>
          <Num>{entryTick}</Num>
        </Fact>
        <Fact name={terms.round}>
          <Num>{round}</Num>
        </Fact>
        {soldTick !== null && (
          <Fact name={terms.soldTick}>
            <Num>{soldTick}</Num>
          </Fact>
        )}
        <Fact name={terms.expiryTick}>
          <Num>{expiryTick}</Num>
        </Fact>
      </Facts>
    </Card>
  );
}

/** Explains with both prices why the position won or lost. Before that, it says when that will be decided. */
function Reason({ position }: { position: Position }) {
  const { reason, decidedAt } = useTextOf("later").receipt.terms;
  const format = useFormat();
  const clock = format.clock(position.expiryTick);
  if (position.status === "active") return decidedAt(clock);
  if (position.resultPrice === null) return null;
  const { place, distanceMilli } = standingOf(
    position.type,
    parsePriceMilli(position.barrierPrice),
    parsePriceMilli(position.resultPrice),
  );
  const result = format.price(position.resultPrice);
  return place === "at"
    ? reason.at(clock, result)
    : reason[place](clock, result, format.price(distanceMilli / 1000));
}

/** Compares a price with a barrier, in thousandths. */
type Standing = {
  readonly place: "above" | "below" | "at";
  readonly distanceMilli: number;
  readonly wins: boolean;
};

export function standingOf(side: Side, barrierMilli: number, priceMilli: number): Standing {
  const over = priceMilli - barrierMilli;
  return {
    place: over === 0 ? "at" : over > 0 ? "above" : "below",
    distanceMilli: Math.abs(over),
    wins: wins(side, barrierMilli, priceMilli),
  };
}

/** Returns the amount paid for a position closed before its expiry, as decimal text. */
export const valueOf = ({ amount, profit }: Position): string =>
  formatMinor(minor(parseMinor(amount) + parseMinor(profit ?? "0.00000000")));

/** Returns the gain of a position that wins, as decimal text. */
export function maxProfitOf({ amount, multiplier }: Position): string {
  return formatMinor(maxProfitMinor(parseMinor(amount), parseMultiplier(multiplier)));
}

import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { parseMultiplier } from "@veritick/domain/product.ts";
import type { Side } from "@veritick/domain/product.ts";
import { wins } from "@veritick/domain/settlement.ts";
import { maxProfitMinor } from "@veritick/domain/terms.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf, useDeskText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Term } from "../../../ui/overlay/term.tsx";
import type { TermName } from "../../../ui/overlay/term.tsx";
import { Num } from "../../../ui/primitives.tsx";
import { FigureFact } from "../evidence.tsx";
import evidenceStyles from "../evidence.module.css";

/** The terms of the position, and one sentence on why it won or lost. */
export function TermsCard({ position }: { position: Position }) {
  const { unit } = useDeskText().trade;
  const { terms } = useTextOf("later").receipt;
  const format = useFormat();
  const { type, amount, status, resultPrice, entryTick, round, expiryTick, soldTick, soldPrice } = position;
  const figure = (name: string, value: string | number, term?: TermName) => (
    <FigureFact name={name} term={term}>
      {value}
    </FigureFact>
  );
  return (
    <Card title={terms.title}>
      <p>
        {terms.rule[type](format.price(position.barrierPrice))} <Reason position={position} />
      </p>
      <Facts look="dense">
        {figure(terms.amount, `${format.money(amount)} ${unit}`)}
        {figure(terms.multiplier, format.multiplier(position.multiplier), "multiplier")}
        {figure(terms.maxProfit, `${format.signedMoney(maxProfitOf(position))} ${unit}`, "maxProfit")}
        {figure(terms.chance, format.chance(position.winChance), "chance")}
        {figure(terms.entryPrice, format.price(position.entryPrice), "entry")}
        {figure(terms.barrier, format.price(position.barrierPrice), "barrier")}
        {soldPrice === null ? (
          <Fact name={<Term term="exit">{terms.resultPrice}</Term>}>
            <Num className={evidenceStyles["mood"]} data-status={status}>
              {resultPrice === null
                ? status === "active"
                  ? terms.open
                  : terms.none
                : format.price(resultPrice)}
            </Num>
          </Fact>
        ) : (
          figure(terms.soldPrice, format.price(soldPrice))
        )}
        {figure(terms.entryTick, entryTick)}
        {figure(terms.round, round)}
        {soldTick !== null && figure(terms.soldTick, soldTick)}
        {figure(terms.expiryTick, expiryTick)}
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

import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Side } from "@veritick/domain/product.ts";
import {
  barrierMilli,
  expectedResultPerUnit,
  maxProfitMinor,
  payoutMinor,
  winChanceAt,
} from "@veritick/domain/terms.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import { LOCALES, useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useFairnessText } from "../../../locales/text.ts";
import { Num } from "../../../ui/primitives.tsx";
import texts from "./card-text.module.css";
import styles from "./rule-card.module.css";

type RuleExampleProps = { terms: Terms; side: Side; entryMilli: number };

/** One position of 10.00 at the price of this moment, worked out to the end. */
export function RuleExample({ terms, side, entryMilli }: RuleExampleProps) {
  const { rule } = useFairnessText().pages;
  const format = useFormat();
  const language = useLanguage();
  const offer = offerAt(terms, side, entryMilli);
  // As many digits as it takes for the sum to come out.
  const chance = (value: number) =>
    value.toLocaleString(LOCALES[language], { style: "percent", minimumFractionDigits: 4 });
  const average = offer.expectedForTen;
  return (
    <article className={styles["example"]} data-side={side}>
      <p>
        <strong>{rule.example[side](rule.minute(terms.duration), format.price(entryMilli / 1000))}</strong>{" "}
        {rule.exampleWins[side](
          format.price(offer.barrierMilli / 1000),
          format.signedMoney(offer.gain),
          format.money(offer.back),
        )}{" "}
        {rule.exampleLoses(format.money(offer.loss.replace("-", "")))}
      </p>
      <p className={styles["sum"]}>
        <Num>
          {rule.exampleSum(
            chance(offer.chance),
            format.money(offer.gain),
            `\u2212 ${chance(1 - offer.chance)}`,
            format.money(offer.loss.replace("-", "")),
            format.signedMoney(average),
          )}
        </Num>
      </p>
      <p className={texts["small"]}>
        {average.startsWith("-")
          ? rule.exampleMeans.loss(format.money(average.slice(1)))
          : rule.exampleMeans.gain(format.money(average))}
      </p>
    </article>
  );
}

const STAKE = parseMinor("10");

/** What a position of 10.00 opened at a price would need, and what it would come to. Prices in thousandths, money as text. */
type Offer = {
  readonly barrierMilli: number;
  readonly distanceMilli: number;
  readonly chance: number;
  readonly gain: string;
  readonly back: string;
  readonly loss: string;
  /** Rounded to cents: for information, no amount comes of it. */
  readonly expectedForTen: string;
};

export function offerAt(terms: Terms, side: Side, entryMilli: number): Offer {
  const barrier = barrierMilli(terms, side, entryMilli);
  const expectedCents = Math.round(1000 * expectedResultPerUnit(terms, side, entryMilli));
  return {
    barrierMilli: barrier,
    distanceMilli: Math.abs(barrier - entryMilli),
    chance: winChanceAt(terms, side, entryMilli),
    gain: formatMinor(maxProfitMinor(STAKE, terms.multiplierHundredths)),
    back: formatMinor(payoutMinor(STAKE, terms.multiplierHundredths)),
    loss: formatMinor(minor(-STAKE)),
    expectedForTen: (expectedCents / 100).toFixed(2),
  };
}

import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { parseMultiplier } from "@veritick/domain/product.ts";
import type { Side } from "@veritick/domain/product.ts";
import {
  barrierMilli,
  expectedResultPerUnit,
  maxProfitMinor,
  payoutMinor,
  winChanceAt,
} from "@veritick/domain/terms.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import { useMemo } from "react";
import type { Fairness, TermsOfEpochs } from "@veritick/contract/schemas/fairness.ts";
import { EPOCH_TICKS } from "@veritick/domain/epochs.ts";
import { pathOf } from "../../../api/client.ts";
import { readMarketTerms } from "../../../api/market/market-terms.ts";
import { LOCALES, useExactTime, useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Card, Disclosure, Fact, Facts } from "../../../ui/card.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { Badge, ExactText, Num, Skeleton } from "../../../ui/primitives.tsx";
import type { Published } from "./epoch/use-epoch.ts";
import { CodeLine, LongCode } from "../../../ui/copy-button.tsx";
import texts from "./fairness.module.css";
import styles from "./fairness-page.module.css";

type RuleCardProps = { published: Published; price: number | undefined; isOld: boolean };

/** Says who wins, what each duration offers at the present price, and the average result. */
export function RuleCard({ published, price, isOld }: RuleCardProps) {
  const { rule } = useTextOf("fairness").pages;
  const format = useFormat();
  const { data } = published;
  const market = useMemo(() => data && readMarketTerms(data), [data]);
  const entryMilli = price === undefined ? undefined : Math.round(price * 1000);
  const [shortest] = market?.terms ?? [];
  const longer = market?.terms[2];
  if (market === undefined || entryMilli === undefined || shortest === undefined) {
    const isError = published.isError || (isOld && price === undefined);
    return (
      <Card title={rule.title}>
        <Loaded
          query={{ ...published, data: undefined, isError }}
          loading={<Skeleton width="100%" height="32rem" />}
        />
      </Card>
    );
  }
  return (
    <Card title={rule.title}>
      <p className={texts["lead"]}>{rule.sentence[shortest.winRule]}</p>
      <p className={styles["now"]}>
        <Num>{(isOld ? rule.nowOld : rule.now)(format.price(entryMilli / 1000))}</Num>
      </p>
      <ul className={styles["durations"]} aria-label={rule.table}>
        {market.terms.map((terms) => (
          <li key={terms.duration}>
            <DurationOffer terms={terms} entryMilli={entryMilli} />
          </li>
        ))}
      </ul>
      <h3 className={texts["sub"]}>{rule.examples}</h3>
      <div className={styles["examples"]}>
        <RuleExample terms={shortest} side="buy" entryMilli={entryMilli} />
        <RuleExample terms={longer ?? shortest} side="sell" entryMilli={entryMilli} />
      </div>
      <h3 className={texts["sub"]}>{rule.sale.title}</h3>
      <p>{rule.sale.body(format.chance(market.sellFeeMillionths / 1_000_000), 2 * market.beacon.period)}</p>
      <p className={texts["small"]}>{rule.sale.price}</p>
      <p>
        <a href={pathOf("fairnessSale")} target="_blank" rel="noreferrer">
          {rule.sale.tables}
        </a>
      </p>
    </Card>
  );
}

function DurationOffer({ terms, entryMilli }: { terms: Terms; entryMilli: number }) {
  const { rule } = useTextOf("fairness").pages;
  const format = useFormat();
  const buy = offerAt(terms, "buy", entryMilli);
  const sell = offerAt(terms, "sell", entryMilli);
  return (
    <>
      <h3 className={styles["duration"]}>
        {rule.minutes(terms.duration)} <Num>{format.times(terms.multiplierHundredths)}</Num>
      </h3>
      <Facts look="dense">
        <Fact name={rule.chance}>
          <Num>{format.chance(buy.chance)}</Num>
        </Fact>
        <Fact name={rule.buy}>
          <Barrier {...buy} side="buy" />
        </Fact>
        <Fact name={rule.sell}>
          <Barrier {...sell} side="sell" />
        </Fact>
        <Fact name={rule.expected}>
          <Num tone="strong">{format.signedMoney(buy.expectedForTen)}</Num>
        </Fact>
      </Facts>
    </>
  );
}

function Barrier(props: { barrierMilli: number; distanceMilli: number; side: "buy" | "sell" }) {
  const { rule } = useTextOf("fairness").pages;
  const format = useFormat();
  const { barrierMilli, distanceMilli, side } = props;
  return (
    <span className={styles["barrier"]} data-side={side}>
      <Num>
        {side === "buy" ? "\u2265" : "\u2264"} {format.price(barrierMilli / 1000)}
      </Num>
      <Num tone="caption">{rule.away(format.price(distanceMilli / 1000))}</Num>
    </span>
  );
}

type RuleExampleProps = { terms: Terms; side: Side; entryMilli: number };

/** Calculates one position of 10.00 at the present price. */
function RuleExample({ terms, side, entryMilli }: RuleExampleProps) {
  const { rule } = useTextOf("fairness").pages;
  const format = useFormat();
  const language = useLanguage();
  const offer = offerAt(terms, side, entryMilli);
  // With fewer digits, the shown factors would not give the shown sum.
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

/** The barrier and the results of a position of 10.00. Prices are in thousandths, money is decimal text. */
type Offer = {
  readonly barrierMilli: number;
  readonly distanceMilli: number;
  readonly chance: number;
  readonly gain: string;
  readonly back: string;
  readonly loss: string;
  /** Rounded to cents, for display only. */
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

const MOST_EARLIER = 2;

/** Shows the present terms, and the promised ones with their start, newest first. */
export function PromisedCard({ fairness }: { fairness: Fairness }) {
  const { promised } = useTextOf("fairness").pages;
  const { inFull } = useExactTime();
  const { termsByEpoch, current, chain } = fairness;
  const inForce = termsByEpoch.findLastIndex(({ fromEpoch }) => fromEpoch <= current.epoch);
  const shown = termsByEpoch.slice(Math.max(0, inForce - MOST_EARLIER));
  const isChanging = inForce < termsByEpoch.length - 1;
  const stateOf = (each: TermsOfEpochs) =>
    each.fromEpoch > current.epoch ? "promised" : each === termsByEpoch[inForce] ? "now" : "earlier";
  return (
    <Card title={promised.title}>
      <p className={texts["lead"]}>{promised.lead}</p>
      {!isChanging && <p>{promised.unchanged(inFull((chain.epoch + 1) * EPOCH_TICKS))}</p>}
      <ul>
        {[...shown].reverse().map((each) => (
          <li key={each.fromEpoch} className={texts["item"]}>
            <TermsOf terms={each} state={stateOf(each)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type TermsOfProps = { terms: TermsOfEpochs; state: "promised" | "now" | "earlier" };

function TermsOf({
  terms: { fromEpoch, text: signed, hash, houseEdge, winRule, sellFee, terms },
  state,
}: TermsOfProps) {
  const { pages } = useTextOf("fairness");
  const text = pages.promised;
  const format = useFormat();
  const { inFull } = useExactTime();
  const from = inFull(fromEpoch * EPOCH_TICKS);
  return (
    <>
      <p className={texts["itemName"]}>
        <Badge tone={state === "promised" ? "warn" : "neutral"}>{text.state[state]}</Badge>
        <span className={texts["small"]}>{state === "promised" ? text.from(from) : text.since(from)}</span>
      </p>
      <Facts look="dense">
        <Fact name={text.houseEdge}>
          {winRule === "barrier" ? <Num>{format.chance(houseEdge)}</Num> : text.playMoney}
        </Fact>
        <Fact name={text.sellFee}>
          <Num>{format.chance(sellFee)}</Num>
        </Fact>
        <Fact name={text.multipliers}>
          <Num>{terms.map(({ multiplier }) => format.times(parseMultiplier(multiplier))).join(" · ")}</Num>
        </Fact>
      </Facts>
      <Disclosure summary={text.text} isDense>
        <ExactText translate="no">{signed}</ExactText>
      </Disclosure>
      <CodeLine>
        <LongCode code={hash} copyLabel={pages.copy(text.hash)} />
      </CodeLine>
    </>
  );
}

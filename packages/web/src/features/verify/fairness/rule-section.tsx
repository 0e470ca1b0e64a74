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
import { EPOCH_TICKS } from "@veritick/domain/epoch-times.ts";
import { pathOf } from "../../../api/client.ts";
import { readMarketTerms } from "../../../api/market/market-terms.ts";
import { LOCALES, useExactTime, useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useText, useTextOf } from "../../../locales/text.ts";
import { PlainLink } from "../../../ui/button.tsx";
import { Disclosure } from "../../../ui/card.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import {
  Badge,
  Caption,
  ExactText,
  Grid,
  Lead,
  Lines,
  Medium,
  Num,
  Panel,
  Quiet,
  Row,
  Skeleton,
  Stack,
  Strong,
  Text,
} from "../../../ui/primitives.tsx";
import { Section } from "../../../ui/reading-page.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Evidence, PublishedCode } from "./evidence.tsx";

type RuleSectionProps = { fairness: Fairness; price: number | undefined; isOld: boolean };

/** Says who wins, what each duration offers at the present price, and the average result. */
export function RuleSection(props: RuleSectionProps) {
  const { rule } = useTextOf("fairness").pages;
  return (
    <Section id="rule" text={rule}>
      {() => <Rule {...props} />}
    </Section>
  );
}

function Rule({ fairness, price, isOld }: RuleSectionProps) {
  const { loadFailed } = useText().common;
  const { rule } = useTextOf("fairness").pages;
  const format = useFormat();
  const market = useMemo(() => readMarketTerms(fairness), [fairness]);
  const entryMilli = price === undefined ? undefined : Math.round(price * 1000);
  const [shortest] = market.terms;
  const longer = market.terms[2];
  if (entryMilli === undefined || shortest === undefined) {
    return isOld ? <EmptyState role="status" {...loadFailed} /> : <Skeleton width="100%" height="32rem" />;
  }
  return (
    <>
      <Quiet pretty measure>
        {rule.sentence[shortest.winRule]}
      </Quiet>
      <Medium as="p">
        <Num>{(isOld ? rule.nowOld : rule.now)(format.price(entryMilli / 1000))}</Num>
      </Medium>
      <Grid as="ul" gap={6} min={220} aria-label={rule.table}>
        {market.terms.map((terms) => (
          <li key={terms.duration}>
            <DurationOffer terms={terms} entryMilli={entryMilli} />
          </li>
        ))}
      </Grid>
      <Lead as="h3">{rule.examples}</Lead>
      <Grid gap={4} columns="1fr 1fr" from="large">
        <RuleExample terms={shortest} side="buy" entryMilli={entryMilli} />
        <RuleExample terms={longer ?? shortest} side="sell" entryMilli={entryMilli} />
      </Grid>
      <Lead as="h3">{rule.sale.title}</Lead>
      <Text measure>
        {rule.sale.body(format.chance(market.sellFeeMillionths / 1_000_000), 2 * market.beacon.period)}
      </Text>
      <Caption measure>{rule.sale.price}</Caption>
      <p>
        <PlainLink href={pathOf("fairnessSale")}>{rule.sale.tables}</PlainLink>
      </p>
    </>
  );
}

function DurationOffer({ terms, entryMilli }: { terms: Terms; entryMilli: number }) {
  const { rule } = useTextOf("fairness").pages;
  const format = useFormat();
  const buy = offerAt(terms, "buy", entryMilli);
  const sell = offerAt(terms, "sell", entryMilli);
  return (
    <>
      <Row gap={2} align="baseline" justify="between">
        <Strong>{rule.minutes(terms.duration)}</Strong>
        <Num tone="quiet">{format.times(terms.multiplierHundredths)}</Num>
      </Row>
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

function Barrier(props: { barrierMilli: number; distanceMilli: number; side: Side }) {
  const { rule } = useTextOf("fairness").pages;
  const format = useFormat();
  const { barrierMilli, distanceMilli, side } = props;
  return (
    <Stack gap={1} align="end">
      <Badge tone={side}>
        <Num>
          {side === "buy" ? "\u2265" : "\u2264"} {format.price(barrierMilli / 1000)}
        </Num>
      </Badge>
      <Num tone="caption">{rule.away(format.price(distanceMilli / 1000))}</Num>
    </Stack>
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
  const loss = format.money(offer.loss.replace("-", ""));
  return (
    <Panel as="article">
      <Stack gap={2}>
        <p>
          <strong>{rule.example[side](rule.minute(terms.duration), format.price(entryMilli / 1000))}</strong>{" "}
          {rule.exampleWins[side](
            format.price(offer.barrierMilli / 1000),
            format.signedMoney(offer.gain),
            format.money(offer.back),
          )}{" "}
          {rule.exampleLoses(loss)}
        </p>
        <Medium as="p" loose>
          <Num>
            {rule.exampleSum(
              chance(offer.chance),
              format.money(offer.gain),
              `\u2212 ${chance(1 - offer.chance)}`,
              loss,
              format.signedMoney(average),
            )}
          </Num>
        </Medium>
        <Caption pretty>
          {average.startsWith("-")
            ? rule.exampleMeans.loss(format.money(average.slice(1)))
            : rule.exampleMeans.gain(format.money(average))}
        </Caption>
      </Stack>
    </Panel>
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
export function PromisedSection({ fairness }: { fairness: Fairness }) {
  const { promised } = useTextOf("fairness").pages;
  const { inFull } = useExactTime();
  const { termsByEpoch, current, chain } = fairness;
  const inForce = termsByEpoch.findLastIndex(({ fromEpoch }) => fromEpoch <= current.epoch);
  const shown = termsByEpoch.slice(Math.max(0, inForce - MOST_EARLIER));
  const isChanging = inForce < termsByEpoch.length - 1;
  const stateOf = (each: TermsOfEpochs) =>
    each.fromEpoch > current.epoch ? "promised" : each === termsByEpoch[inForce] ? "now" : "earlier";
  return (
    <Section id="promised" text={promised}>
      {!isChanging && <p>{promised.unchanged(inFull((chain.epoch + 1) * EPOCH_TICKS))}</p>}
      <Lines>
        {shown.toReversed().map((each) => (
          <TermsOf key={each.fromEpoch} terms={each} state={stateOf(each)} />
        ))}
      </Lines>
    </Section>
  );
}

type TermsOfProps = { terms: TermsOfEpochs; state: "promised" | "now" | "earlier" };

function TermsOf({ terms: of, state }: TermsOfProps) {
  const { promised: text } = useTextOf("fairness").pages;
  const format = useFormat();
  const { inFull } = useExactTime();
  const from = inFull(of.fromEpoch * EPOCH_TICKS);
  const head = (
    <>
      <Badge tone={state === "promised" ? "warn" : "neutral"}>{text.state[state]}</Badge>
      <Caption as="span">{state === "promised" ? text.from(from) : text.since(from)}</Caption>
    </>
  );
  return (
    <Evidence head={head}>
      <Stack gap={2}>
        <Facts look="columns">
          <Fact name={text.houseEdge}>
            {of.winRule === "barrier" ? <Num>{format.chance(of.houseEdge)}</Num> : text.playMoney}
          </Fact>
          <Fact name={text.sellFee}>
            <Num>{format.chance(of.sellFee)}</Num>
          </Fact>
          <Fact name={text.multipliers}>
            <Num>
              {of.terms.map(({ multiplier }) => format.times(parseMultiplier(multiplier))).join(" · ")}
            </Num>
          </Fact>
        </Facts>
        <Disclosure summary={text.text} isDense>
          <ExactText translate="no">{of.text}</ExactText>
        </Disclosure>
        <PublishedCode name={text.hash} code={of.hash} />
      </Stack>
    </Evidence>
  );
}

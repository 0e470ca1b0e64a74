import { formatMinor, minor, ZERO } from "@veritick/domain/money.ts";
import type { Side } from "@veritick/domain/product.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import { memo, useRef } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { LiveText, useFollow } from "../../../api/live/follow.tsx";
import { useLive } from "../../../api/live/live.ts";
import type { LivePrice } from "../../../api/live/live.ts";
import { entryTickAt } from "../../../api/market/entry-tick.ts";
import type { MarketTerms } from "../../../api/market/market-terms.ts";
import { useFormat } from "../../../lib/format.ts";
import { useText, useDeskText } from "../../../locales/text.ts";
import { InfoIcon } from "../../../ui/icons.tsx";
import { Term } from "../../../ui/overlay/term.tsx";
import { Caption, Num, Stack } from "../../../ui/primitives.tsx";
import { chanceInHundred, conditionAt, potentialProfit, readStake } from "./ticket.ts";
import type { Condition } from "./ticket.ts";
import styles from "./trade-dialog.module.css";

type ConditionProps = { side: Side; terms: Terms; market: MarketTerms; isLive: boolean };

/** Shows the condition of a win. A tick changes digits and moves nothing. */
export function WinCondition({ side, terms, market, isLive, id }: ConditionProps & { id?: string }) {
  const text = useDeskText().trade.ticket;
  const format = useFormat();

  /** Makes text from the condition. Before the first live price nothing is promised, so it is a dash. */
  const show = (words: (condition: Condition) => string) => (price: LivePrice) =>
    price.tick === undefined
      ? UNKNOWN
      : words(conditionAt(terms, side, price.milli, entryTickAt(market.beacon, price.tick)));

  return (
    <div id={id} className={styles["win"]} data-side={side} data-live={isLive || undefined}>
      <p>
        <Caption as="span">{text.condition} </Caption>
        <LiveText text={show(({ expiryTick }) => text.conditionAt(format.clock(expiryTick)))} />
      </p>
      <p className={styles["barrierLine"]}>
        <LiveText
          className={styles["barrier"]}
          text={show((condition) => format.price(condition.barrierMilli / 1000))}
        />{" "}
        {side === "buy" ? text.orAbove : text.orBelow}
      </p>
    </div>
  );
}

/** A typed digit does not draw it again. */
export const TicketCondition = memo(function TicketCondition({
  side,
  terms,
  market,
  isLive,
}: ConditionProps) {
  return (
    <Stack gap={3}>
      <div className={styles["must"]}>
        <WinCondition side={side} terms={terms} market={market} isLive={isLive} />
        <Entry beacon={market.beacon} isLive={isLive} />
      </div>
      <TicketEdge terms={terms} market={market} />
    </Stack>
  );
});

/** Shows the house edge and who runs the beacon, with a link to check it. */
export function TicketEdge({ terms, market }: Pick<ConditionProps, "terms" | "market">) {
  const { common } = useText();
  const { trade } = useDeskText();
  const text = trade.ticket;
  const format = useFormat();
  const { houseEdge, beacon } = market;
  return (
    <>
      <Caption>
        {terms.winRule === "barrier"
          ? text.edgeMeans(format.number(100 - houseEdge * 100))
          : text.directionEdge}{" "}
        <Link href="/fairness" className={styles["link"]}>
          {text.checkIt}
        </Link>
      </Caption>
      {beacon.kind === "local" && (
        <p className={styles["own"]}>
          <InfoIcon size={16} />
          {common.ownBeacon}
        </p>
      )}
    </>
  );
}

/** Shows the second at whose price the order enters: the end of the block, whose price nobody sees before. */
export function Entry({ beacon, isLive }: { beacon: MarketTerms["beacon"]; isLive: boolean }) {
  const { fixed } = useDeskText().trade.ticket;
  const format = useFormat();
  return (
    <div className={styles["entry"]}>
      <p>
        {fixed.second}{" "}
        <LiveText
          className={styles["entryClock"]}
          text={({ tick }) =>
            tick === undefined || !isLive ? UNKNOWN : format.clock(entryTickAt(beacon, tick))
          }
        />
      </p>
      <Caption pretty>
        {fixed.before}
        <Term term="entry">{fixed.entry}</Term>
        {fixed.and}
        <Term term="barrier">{fixed.barrier}</Term>
        {fixed.after}
      </Caption>
    </div>
  );
}

type TicketOutlookProps = {
  amount: string;
  /** Undefined if each side shows its own chance. */
  side?: Side;
  terms: Terms | undefined;
  market: MarketTerms | undefined;
};

const UNKNOWN = "\u2013";

/** Shows the gain, the loss, the chance and the house edge. It is above the button, and in view at any window height. */
export function TicketOutlook({ amount, side, terms, market }: TicketOutlookProps) {
  const text = useDeskText().trade.ticket;
  const format = useFormat();
  const stake = readStake(amount) ?? ZERO;
  return (
    <dl className={styles["outlook"]}>
      <Figure name={<Term term="maxProfit">{text.profit}</Term>}>
        <Num className={styles["gain"]}>
          {terms === undefined ? UNKNOWN : format.signedMoney(formatMinor(potentialProfit(stake, terms)))}
        </Num>{" "}
        {terms && <Num tone="caption">{format.gain(terms.multiplierHundredths)}</Num>}
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

/** Shows the chance as a number in a hundred and as a bar. */
export function Chance({ terms, side }: { terms: Terms; side: Side }) {
  const { price } = useLive();
  const text = useDeskText().trade.ticket;
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

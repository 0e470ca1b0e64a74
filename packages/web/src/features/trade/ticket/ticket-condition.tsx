import { formatMinor, minor, ZERO } from "@veritick/domain/money.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import { useRef } from "react";
import { Link } from "wouter";
import { useFormat } from "../../../lib/format.ts";
import { LiveText, useFollow } from "../../../api/live/follow.tsx";
import { useLive } from "../../../api/live/live.ts";
import type { LivePrice } from "../../../api/live/live.ts";
import { entryTickAt } from "../../../api/market/entry-tick.ts";
import type { MarketTerms } from "../../../api/market/market-terms.ts";
import { useText } from "../../../locales/text.ts";
import { InfoIcon } from "../../../ui/icons.tsx";
import { Term } from "../../../ui/overlay/term.tsx";
import { Caption, Num, Stack } from "../../../ui/primitives.tsx";
import { chanceInHundred, conditionAt, potentialProfit, readStake } from "./ticket.ts";
import type { Condition, Ticket } from "./ticket.ts";
import styles from "./trade-dialog.module.css";

type TicketConditionProps = { terms: Terms; ticket: Ticket; market: MarketTerms; isLive: boolean };

const UNKNOWN = "\u2013";

/** What must happen, how likely it is, what is won and what is lost. A tick changes digits and moves nothing. */
export function TicketCondition({ terms, ticket, market, isLive }: TicketConditionProps) {
  const { common, trade } = useText();
  const text = trade.ticket;
  const format = useFormat();
  const stake = readStake(ticket.amount) ?? ZERO;
  const { side } = ticket;
  const { houseEdge, beacon } = market;

  /** Nothing is promised before the first live price. */
  const show = (words: (condition: Condition) => string) => (price: LivePrice) =>
    price.tick === undefined
      ? UNKNOWN
      : words(conditionAt(terms, side, price.milli, entryTickAt(beacon, price.tick)));

  return (
    <Stack gap={3}>
      <div className={styles["must"]} data-side={side} data-live={isLive || undefined}>
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
        <Chance terms={terms} side={side} />
        <Entry beacon={beacon} isLive={isLive} />
      </div>
      <dl className={styles["outcomes"]}>
        <div className={styles["outcome"]}>
          <dt>
            <Term term="maxProfit">{text.profit}</Term>
          </dt>
          <dd className={styles["gain"]}>
            <Num>{format.signedMoney(formatMinor(potentialProfit(stake, terms)))}</Num>
          </dd>
        </div>
        <div className={styles["outcome"]}>
          <dt>{text.loss}</dt>
          <dd className={styles["loss"]}>
            <Num>{format.signedMoney(formatMinor(minor(-stake)))}</Num>
          </dd>
        </div>
      </dl>
      <Caption>
        {terms.winRule === "barrier" ? (
          <>
            <Term term="houseEdge">{text.houseEdge}</Term>{" "}
            {text.houseEdgeIs(format.chance(houseEdge), format.number(100 - houseEdge * 100))}
          </>
        ) : (
          text.directionEdge
        )}{" "}
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
    </Stack>
  );
}

/** The second at whose price the order enters: the end of the block, which nobody sees before. */
function Entry({ beacon, isLive }: { beacon: MarketTerms["beacon"]; isLive: boolean }) {
  const { fixed } = useText().trade.ticket;
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
        {fixed.after(beacon.period)}
      </Caption>
    </div>
  );
}

function Chance({ terms, side }: Pick<Ticket, "side"> & { terms: Terms }) {
  const { price } = useLive();
  const text = useText().trade.ticket;
  const format = useFormat();
  const bar = useRef<HTMLDivElement>(null);
  const chanceOf = ({ milli }: LivePrice) => conditionAt(terms, side, milli, 0).winChance;
  useFollow(price, (value) => {
    if (bar.current) bar.current.style.transform = `scaleX(${chanceOf(value)})`;
  });
  return (
    <div className={styles["chance"]}>
      <Caption as="span">
        <Term term="chance">{text.chance}</Term>
      </Caption>
      <div className={styles["bar"]} aria-hidden="true">
        <div ref={bar} className={styles["share"]} />
      </div>
      <LiveText
        className={styles["chanceText"]}
        text={(value) => text.inHundred(format.number(chanceInHundred(chanceOf(value))))}
      />
    </div>
  );
}

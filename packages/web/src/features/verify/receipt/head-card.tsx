import type { Position, PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { useContext, useRef } from "react";
import { useCurrentUser } from "../../../api/current-user.ts";
import { DeskContext, STATUS_TONES } from "../../../api/desk/desk.ts";
import { LiveText, useFollow } from "../../../api/live/follow.tsx";
import { useLive } from "../../../api/live/live.ts";
import { timeLeft, useExactTime, useFormat } from "../../../lib/format.ts";
import { useTextOf, useDeskText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Badge, Caption, Figure, Num, Row, Time } from "../../../ui/primitives.tsx";
import { Banner } from "../../../ui/states.tsx";
import evidenceStyles from "../evidence.module.css";
import { maxProfitOf, standingOf, valueOf } from "./terms-card.tsx";

type HeadCardProps = {
  position: Position;
  closing?: PositionReceipt["closing"];
  sale?: PositionReceipt["sale"];
};

/** The order, its result or possible results, and its times. */
export function HeadCard({ position, closing = null, sale = null }: HeadCardProps) {
  const { history, trade } = useDeskText();
  const { head } = useTextOf("later").receipt;
  const format = useFormat();
  const isOwn = useCurrentUser()?.id === position.userId;
  const isPractice = useContext(DeskContext)?.kind === "practice";
  const { type, duration, multiplier, status, amount, profit, refundReason } = position;
  const { inFull } = useExactTime();
  const isStake = Number(profit) === 0;
  return (
    <Card>
      <Row gap={3} align="center" justify="between">
        <Row gap={3} align="center">
          <Badge tone={type}>{history[type]}</Badge>
          <Num tone="quiet">
            {history.minutes(duration)} {format.multiplier(multiplier)}
          </Num>
        </Row>
        <Badge tone={STATUS_TONES[status]}>{history.status[status]}</Badge>
      </Row>
      <Row gap={[3, 8]} align="end" justify="between">
        {status === "active" ? (
          <Row gap={[3, 8]}>
            <Sum name={head.ifWon} sum={maxProfitOf(position)} status="won" />
            <Sum name={head.otherwise} sum={`-${amount}`} status="lost" />
            <LiveStanding position={position} />
          </Row>
        ) : (
          <Sum name={head.result} sum={profit ?? "0"} status={status} />
        )}
        <Facts look="inline">
          <Moment name={head.opened} tick={Math.floor(Date.parse(position.createdAt) / 1000)} />
          {position.soldTick !== null && <Moment name={head.soldAt} tick={position.soldTick} />}
          <Moment name={head.expiry} tick={position.expiryTick} />
        </Facts>
      </Row>
      {position.soldPrice !== null && (
        <Banner tone="info">
          {(isOwn || isPractice ? head.sold : head.soldByUser)(
            `${format.money(position.proceeds ?? "0")} ${trade.unit}`,
            format.price(position.soldPrice),
          )}
          {sale !== null &&
            ` ${head.soldFrom(format.money(sale.value), format.chance(Number(sale.chance) / CHANCE_ONE), format.money(sale.fee))}`}
        </Banner>
      )}
      {status === "refunded" && (
        <Banner tone="info">
          {refundReason !== null && `${head.reasons[refundReason]} `}
          {isStake
            ? (isOwn ? head.refund : head.refundToUser)(format.money(amount))
            : (isOwn ? head.closed : head.closedOfUser)(format.money(valueOf(position)))}
          {closing !== null &&
            ` ${head.closedAt(format.price(closing.price), inFull(closing.tick), format.chance(Number(closing.chance) / CHANCE_ONE))}`}
        </Banner>
      )}
    </Card>
  );
}

/** The unit of a chance: a chance of 1 is this number. */
const CHANCE_ONE = 2 ** 40;

function Sum({ name, sum, status }: { name: string; sum: string; status: Position["status"] }) {
  const { unit } = useDeskText().trade;
  const format = useFormat();
  return (
    <dl>
      <Caption as="dt">{name}</Caption>
      <Figure as="dd" className={evidenceStyles["mood"]} data-status={status}>
        <Num>{format.signedMoney(sum)}</Num> <Caption as="span">{unit}</Caption>
      </Figure>
    </dl>
  );
}

function Moment({ name, tick }: { name: string; tick: number }) {
  const { inFull } = useExactTime();
  return (
    <Fact name={name}>
      <Time dateTime={new Date(tick * 1000).toISOString()}>{inFull(tick)}</Time>
    </Fact>
  );
}

/** The time left, and whether the present price would win. */
function LiveStanding({ position }: { position: Position }) {
  const { price } = useLive();
  const { positions } = useDeskText().trade;
  const { head } = useTextOf("later").receipt;
  const format = useFormat();
  const standing = useRef<HTMLDivElement>(null);
  const { type, expiryTick } = position;
  const barrierMilli = parsePriceMilli(position.barrierPrice);
  const wins = (milli: number) => standingOf(type, barrierMilli, milli).wins;
  useFollow(price, ({ milli, tick }) => {
    if (standing.current) standing.current.dataset["mood"] = tick !== undefined && wins(milli) ? "good" : "";
  });
  return (
    <div ref={standing}>
      <Caption>{positions.timeLeft}</Caption>
      <Row gap={[0, 3]} align="baseline">
        <Figure as="span">
          <LiveText
            role="timer"
            text={({ nowTick, beacon }) =>
              nowTick === undefined
                ? "\u2013:\u2013\u2013"
                : timeLeft(nowTick, expiryTick, beacon === "live" ? positions.expired : positions.awaited)
            }
          />
        </Figure>
        <Caption as="span">
          <LiveText
            className={evidenceStyles["mood"]}
            text={({ milli, tick }) => {
              if (tick === undefined) return "\u00a0";
              const shown = format.price(milli / 1000);
              return wins(milli) ? head.wouldWin(shown) : head.notYet(shown);
            }}
          />
        </Caption>
      </Row>
    </div>
  );
}

import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { MIN_STAKE } from "@veritick/domain/product.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { Link } from "wouter";
import { useDesk } from "../../api/desk/desk.ts";
import type { WaitingOrder } from "../../api/desk/practice-book.ts";
import { useKeptFocus } from "../../lib/focus.ts";
import { useFormat } from "../../lib/format.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { setTone, useTone } from "../../lib/preferences.ts";
import { useTextOf, withTextOf, useDeskText } from "../../locales/text.ts";
import { IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { SoundIcon, SoundOffIcon } from "../../ui/more-icons.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { Badge, Caption, classNames, Num, Quiet, Row, Spinner, Stack } from "../../ui/primitives.tsx";
import { distanceMilli, OpenPositionRow, RowHeads, stakeOf } from "./open-position-row.tsx";
import { activeOf, endsOf, playLate, summaryOf, useOutcomes } from "./outcomes.ts";
import type { Outcome } from "./outcomes.ts";
import styles from "./positions.module.css";
import { TopUpPlace } from "./top-up-place.tsx";

const sale = () => withTextOf("later", import("./desk/sale.tsx"));
const SoldNow = lazyPart(async () => (await sale()).SoldNow);
const SaleStatus = lazyPart(async () => (await sale()).SaleStatus);

/**
 * Lists the open positions, the next to be decided first. The outcome of a decided position stays in its place for a while
 * and then folds up; the history has it by then. A notice announces the outcome, so the list does not.
 */
export function ActivePositions({ isBesideTicket }: { isBesideTicket: boolean }) {
  const text = useDeskText().trade.positions;
  const desk = useDesk();
  const query = desk.usePositions(true);
  const { data: positions, isError } = query;
  const waiting = desk.useWaiting();
  const balance = desk.useBalance();
  const active = useMemo(() => positions && activeOf(positions), [positions]);
  const place = useKeptFocus<HTMLDivElement>("a, button");
  // Outcomes stay while the tab is hidden, and while the person has the pointer or the focus on one.
  const isHeld = useCallback(
    () => document.hidden || place.ref.current?.querySelector(LOOKED_AT) instanceof Element,
    [place.ref],
  );
  const { outcomes, dismiss } = useOutcomes(positions, isHeld);
  const leaving = useLeaving(outcomes);
  const [openId, setOpenId] = useState<string>();
  const isEmpty = active?.length === 0 && waiting.length === 0;
  // The balance is known before the positions, so this does not push the cards below down later. A ticket in sight says so itself.
  const leadsToMore = !isBesideTicket && balance !== undefined && parseMinor(balance) < MIN_STAKE;
  const results = [...leaving, ...outcomes];
  return (
    <Card
      title={active ? text.title(active.length + waiting.length) : text.titleLoading}
      aside={<ToneSwitch />}
    >
      <Stack gap={4} {...place} tabIndex={-1}>
        <Loaded
          query={query}
          failed={text.failed}
          loading={
            !leadsToMore && (
              <Quiet>
                <Row as="span" gap={3} align="center">
                  <Spinner />
                  {text.loading}
                </Row>
              </Quiet>
            )
          }
        />
        {active && active.length > 1 && <Totals positions={active} />}
        {active && results.length + active.length + waiting.length > 0 && (
          <div className={styles["scroll"]}>
            {active.length > 0 && <RowHeads />}
            <ul className={styles["list"]}>
              {results.map((outcome) => (
                <OutcomeRow
                  key={outcome.id}
                  outcome={outcome}
                  onDismiss={() => dismiss(outcome)}
                  isLeaving={leaving.includes(outcome)}
                />
              ))}
              {waiting.map((order) => (
                <WaitingRow key={order.id} order={order} />
              ))}
              {active.map((position) => (
                <OpenPositionRow
                  key={position.id}
                  position={position}
                  isOpen={position.id === openId}
                  onOpen={setOpenId}
                />
              ))}
            </ul>
          </div>
        )}
        {active && active.length > 0 && (
          <Suspense fallback={null}>
            <SaleStatus />
          </Suspense>
        )}
        {isEmpty && !leadsToMore && <EmptyState title={text.empty} hint={text.emptyHint} />}
        <TopUpPlace isEmpty={leadsToMore && (active === undefined ? !isError : isEmpty)} />
      </Stack>
    </Card>
  );
}

function ToneSwitch() {
  const { tone } = useDeskText().trade;
  const isOn = useTone();
  const press = () => {
    setTone(!isOn);
    if (!isOn) playLate(true);
  };
  return (
    <IconButton label={tone} aria-pressed={isOn} className={styles["tone"]} onClick={press}>
      {isOn ? <SoundIcon size={18} /> : <SoundOffIcon size={18} />}
    </IconButton>
  );
}

const LOOKED_AT = "[data-outcome]:is(:hover, :focus-within)";

type OutcomeRowProps = { outcome: Outcome; onDismiss: () => void; isLeaving: boolean };

/** Shows the outcome of a position, or of all positions of one second. A single one links to its receipt. */
function OutcomeRow({ outcome: { positions }, onDismiss, isLeaving }: OutcomeRowProps) {
  const { trade, history } = useDeskText();
  const format = useFormat();
  const desk = useDesk();
  const { title, sum } = summaryOf(positions, { ...history.status, several: trade.result.several });
  const only = positions.length === 1 ? positions[0] : undefined;
  const isDecided = positions.some(({ status }) => status !== "refunded");
  return (
    <li
      className={classNames(styles["outcome"], !only && styles["several"])}
      data-outcome
      data-leaving={isLeaving || undefined}
      inert={isLeaving}
    >
      <Badge tone={!isDecided ? "neutral" : sum < 0n ? "bad" : "good"}>{title}</Badge>
      <span>
        <Num tone="strong">{format.signedMoney(formatMinor(sum))}</Num>{" "}
        <span className={styles["unit"]}>{trade.unit}</span>
      </span>
      {only && (
        <Link href={desk.pathOf(only)} className={styles["how"]}>
          {trade.badge[only.type]} {trade.minutesShort(only.duration)}
          <Distance position={only} />
        </Link>
      )}
      <IconButton label={trade.positions.dismiss} className={styles["dismiss"]} onClick={onDismiss}>
        <CloseIcon size={16} />
      </IconButton>
    </li>
  );
}

/** Shows how far from the barrier the deciding price was, or the proceeds of the sale. */
function Distance({ position }: { position: Position }) {
  const { positions: text } = useDeskText().trade;
  const format = useFormat();
  if (position.proceeds !== null) return <Num> · {text.soldFor(format.money(position.proceeds))}</Num>;
  if (position.resultPrice === null) return null;
  const away = distanceMilli(stakeOf(position), parsePriceMilli(position.resultPrice));
  const figure = format.price(away / 1000);
  return <Num> · {position.status === "won" ? text.beyond(figure) : text.short(figure)}</Num>;
}

function Totals({ positions }: { positions: readonly Position[] }) {
  const { positions: text } = useDeskText().trade;
  const format = useFormat();
  const staked = sumMinor(positions.map(({ amount }) => parseMinor(amount)));
  const { best, worst } = useMemo(() => endsOf(positions), [positions]);
  return (
    <Caption as="div" className={styles["totals"]}>
      <Row gap={[0, 4]} justify="between">
        <Num>{text.staked(format.money(formatMinor(staked)))}</Num>
        <Suspense fallback={<Num>{"\u00a0"}</Num>}>
          <SoldNow positions={positions} />
        </Suspense>
        <Row as="span" gap={[0, 4]} justify="between">
          <Num>{text.best(format.signedMoney(formatMinor(best)))}</Num>
          <Num>{text.worst(format.signedMoney(formatMinor(worst)))}</Num>
        </Row>
      </Row>
    </Caption>
  );
}

/** Shows an order whose price is not known yet. It lasts for a few seconds at most. */
function WaitingRow({ order }: { order: WaitingOrder }) {
  const text = useDeskText().trade;
  const { practice } = useTextOf("later");
  const format = useFormat();
  return (
    <Row as="li" gap={[1, 3]} align="center" className={styles["waiting"]}>
      <Badge tone={order.type}>{text.badge[order.type]}</Badge>
      <Num tone="caption">{text.minutesShort(order.duration)}</Num>
      <Num tone="quiet">{practice.entering(format.clock(order.entryTick))}</Num>
    </Row>
  );
}

type Identified = { readonly id: string };

/** As long as the row takes to fold up: `--slow`. */
const LEAVE_MS = 200;

/** Returns the items that have just left a list. They stay for a moment, so that they can be seen leaving. */
function useLeaving<T extends Identified>(items: readonly T[]): readonly T[] {
  const [seen, setSeen] = useState(items);
  const [leaving, setLeaving] = useState<readonly T[]>([]);

  if (items !== seen) {
    setSeen(items);
    const here = new Set(items.map(({ id }) => id));
    const gone = [...leaving, ...seen].filter(({ id }) => !here.has(id));
    if (gone.length > 0 || leaving.length > 0) setLeaving(isCalm() ? [] : gone);
  }

  useEffect(() => {
    if (leaving.length === 0) return;
    const timer = setTimeout(() => setLeaving([]), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [leaving]);

  return leaving;
}

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useDesk } from "../../api/desk/desk.ts";
import type { WaitingOrder } from "../../api/desk/practice-book.ts";
import { useFormat } from "../../lib/format.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { Badge, Num } from "../../ui/primitives.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState, LoadFailed } from "../../ui/states/placeholders.tsx";
import { Spinner } from "../../ui/states/loading.tsx";
import { PositionRow } from "./position-row.tsx";
import styles from "./positions.module.css";
import { activeOf, endsOf, nextFirst, usePositions } from "./use-positions.ts";

/** What is open, the next to be decided first. What was decided folds up before it is gone. */
export function ActivePositions() {
  const text = useText();
  const { positions, hasFailed, retry } = usePositions();
  const waiting = useDesk().useWaiting();
  const active = useMemo(() => positions && activeOf(positions), [positions]);
  const leaving = useLeaving(active);
  // Until somebody chooses, the next to be decided is open.
  const [chosen, setChosen] = useState<string | null>();
  const open = useCallback((id: string | undefined) => setChosen(id ?? null), []);
  const isChosenThere = chosen === null || active?.some(({ id }) => id === chosen) === true;
  const openId = isChosenThere ? chosen : active?.[0]?.id;
  const shown = useMemo(() => active && [...active, ...leaving].sort(nextFirst), [active, leaving]);
  return (
    <Card
      title={
        active
          ? text.trade.positions.title(active.length + waiting.length)
          : text.trade.positions.titleLoading
      }
    >
      {hasFailed ? (
        <LoadFailed title={text.trade.positions.failed} onRetry={retry} />
      ) : shown === undefined ? (
        <p className={styles["loading"]}>
          <Spinner />
          {text.trade.positions.loading}
        </p>
      ) : shown.length + waiting.length === 0 ? (
        <EmptyState title={text.trade.positions.empty} hint={text.trade.positions.emptyHint} />
      ) : (
        <>
          {active && active.length > 1 && <Totals positions={active} />}
          <ul className={styles["list"]}>
            {waiting.map((order) => (
              <WaitingRow key={order.id} order={order} />
            ))}
            {shown.map((position) => (
              <PositionRow
                key={position.id}
                position={position}
                isOpen={position.id === openId}
                onOpen={open}
                isLeaving={leaving.includes(position)}
              />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** What is at stake in all that is open, and what it brings at best and at worst. */
function Totals({ positions }: { positions: readonly Position[] }) {
  const { positions: text } = useText().trade;
  const format = useFormat();
  const staked = sumMinor(positions.map(({ amount }) => parseMinor(amount)));
  const { best, worst } = endsOf(positions);
  return (
    <p className={styles["totals"]}>
      <Num>{text.staked(format.money(formatMinor(staked)))}</Num>
      <Num>{text.best(format.signedMoney(formatMinor(best)))}</Num>
      <Num>{text.worst(format.signedMoney(formatMinor(worst)))}</Num>
    </p>
  );
}

/** An order whose price is not shown yet, for at most a few seconds. */
function WaitingRow({ order }: { order: WaitingOrder }) {
  const text = useText().trade;
  const { practice } = useLaterText();
  const format = useFormat();
  return (
    <li className={styles["waiting"]}>
      <Badge tone={order.type}>{text.badge[order.type]}</Badge>
      <Num tone="caption">{text.minutesShort(order.duration)}</Num>
      <Num>{practice.entering(format.clock(order.entryTick))}</Num>
    </li>
  );
}

type Identified = { readonly id: string };

/** As long as the row takes to fold up: `--slow`. */
const LEAVE_MS = 200;

/** What was on a list until just now: it stays for a moment, so that it can be seen to leave. */
function useLeaving<T extends Identified>(items: readonly T[] | undefined): readonly T[] {
  const [seen, setSeen] = useState(items);
  const [leaving, setLeaving] = useState<readonly T[]>([]);

  if (items !== seen) {
    setSeen(items);
    const here = new Set(items?.map(({ id }) => id));
    const gone = [...leaving, ...(seen ?? [])].filter(({ id }) => !here.has(id));
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

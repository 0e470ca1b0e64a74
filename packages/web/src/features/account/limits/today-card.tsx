import type { Limit, LimitKind, Limits } from "@veritick/contract/schemas/limits.ts";
import { useRef, useState } from "react";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useFormat } from "../../../lib/format.ts";
import { plainDecimal } from "../../../lib/amount.ts";
import { useLaterText } from "../../../locales/text.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { preloadDialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Caption, Num, Quiet } from "../../../ui/primitives.tsx";
import { takenOf } from "./rules.ts";
import { LimitDialog } from "./limit-dialog.tsx";
import styles from "./limits-page.module.css";
import { setLimit } from "./limits-query.ts";

/** Each limit with what today has taken of it. */
export function TodayCard({ limits: { limits, dayEnds } }: { limits: Limits }) {
  const { today } = useLaterText().limits;
  const format = useFormat();
  const [chosen, setChosen] = useState<{ id: number; kind: LimitKind; isOpen: boolean }>();
  const changed = limits.find(({ kind }) => kind === chosen?.kind);

  const open = (kind: LimitKind) => setChosen((last) => ({ id: (last?.id ?? 0) + 1, kind, isOpen: true }));

  return (
    <Card title={today.title}>
      <div onPointerEnter={preloadDialog} onFocus={preloadDialog}>
        <ul className={styles["rows"]}>
          {limits.map((limit) => (
            <LimitRow key={limit.kind} limit={limit} onChange={() => open(limit.kind)} />
          ))}
        </ul>
      </div>
      <Caption pretty>{today.until(format.moment(dayEnds))}</Caption>
      {chosen && changed && (
        <LimitDialog
          key={chosen.id}
          limit={changed}
          open={chosen.isOpen}
          onClose={() => setChosen({ ...chosen, isOpen: false })}
        />
      )}
    </Card>
  );
}

/** One limit: what it is, what today has taken of it, and what waits to take its place. */
function LimitRow({ limit, onChange }: { limit: Limit; onChange: () => void }) {
  const { today } = useLaterText().limits;
  const format = useFormat();
  const { kind, amount, next } = limit;
  const { taken, left, share } = takenOf(limit);
  return (
    <li className={styles["row"]}>
      <h3 className={styles["name"]}>{today.kind[kind]}</h3>
      <Button
        variant="quiet"
        aria-label={amount === null ? today.setOf[kind] : today.changeOf[kind]}
        onClick={onChange}
      >
        {amount === null ? today.set : today.change}
      </Button>
      <p className={styles["meaning"]}>{today.meaning[kind]}</p>
      <div className={styles["use"]}>
        <p className={styles["figures"]}>
          {amount === null ? (
            <>
              <Num>{today.usedFreely(format.money(taken))}</Num>
              <Quiet as="span">{today.noLimit}</Quiet>
            </>
          ) : (
            <>
              <Num>{today.used(format.money(taken), format.money(amount))}</Num>
              <Num tone="quiet">{today.left(format.money(left))}</Num>
            </>
          )}
        </p>
        {amount !== null && (
          <span className={styles["bar"]} aria-hidden="true">
            <span className={styles["share"]} style={{ transform: `scaleX(${share})` }} />
          </span>
        )}
      </div>
      {next !== null && <WaitingLimit kind={kind} amount={amount} next={next} />}
    </li>
  );
}

type WaitingLimitProps = Pick<Limit, "kind" | "amount"> & { next: NonNullable<Limit["next"]> };

/** The looser limit that waits, until when, and the way to stay with the present one. */
function WaitingLimit({ kind, amount, next }: WaitingLimitProps) {
  const { today, unit } = useLaterText().limits;
  const format = useFormat();
  const tellFailure = useTellFailure();
  const pressed = useRef<HTMLButtonElement>(null);
  const keep = useSubmit({
    mutationFn: (plain: string) => setLimit(kind, plain),
    onSuccess() {
      notify({ title: today.kept });
      // The button that was pressed goes; the other one of its row is what there is to press.
      if (pressed.current?.matches(":focus")) pressed.current.closest("li")?.querySelector("button")?.focus();
    },
    onError: (error) => void tellFailure(error, today.keepFailed),
  });
  const from = format.moment(next.from);
  return (
    <div className={styles["waiting"]}>
      <p>
        {next.amount === null
          ? today.waitingNone(from)
          : today.waiting(from, unit(format.money(next.amount)))}
      </p>
      {amount !== null && (
        <LinkButton
          aria-disabled={keep.isPending || undefined}
          ref={pressed}
          onClick={() => keep.mutate(plainDecimal(amount))}
        >
          {today.keep(unit(format.money(amount)))}
        </LinkButton>
      )}
    </div>
  );
}

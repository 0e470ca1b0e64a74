import type { Limit, Limits } from "@veritick/contract/schemas/limits.ts";
import { PERIODS } from "@veritick/domain/calendar.ts";
import type { Period } from "@veritick/domain/calendar.ts";
import { flowOf } from "@veritick/domain/limits.ts";
import type { LimitKind } from "@veritick/domain/limits.ts";
import { useRef, useState } from "react";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { plainDecimal } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import { preloadDialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Caption, Lines, Num, Quiet, Row, Stack } from "../../../ui/primitives.tsx";
import { Bar } from "../../../ui/progress.tsx";
import { SettingRow } from "../../../ui/setting-row.tsx";
import { Banner } from "../../../ui/states.tsx";
import { LimitDialog, useLimitAmount } from "./limit-dialog.tsx";
import { deviceZone, setLimit, setTimeZone } from "./limits-query.ts";
import { takenOf } from "./rules.ts";

export function TodayCard({ limits: { limits, dayEnds, timeZone } }: { limits: Limits }) {
  const { today } = useTextOf("later").limits;
  const format = useFormat();
  const [period, setPeriod] = useState<Period>("day");
  const shown = limits.filter(({ kind }) => flowOf(kind)?.period === period);

  return (
    <Card title={today.title[period]}>
      <Segmented
        label={today.periods}
        value={period}
        onChange={setPeriod}
        options={PERIODS.map((value) => ({ value, label: today.period[value] }))}
      />
      <LimitRows limits={shown} />
      <Caption pretty>{today.until[period](format.moment(shown[0]?.ends ?? dayEnds))}</Caption>
      <ZoneLine timeZone={timeZone ?? "UTC"} />
    </Card>
  );
}

/** The limits without a period: one stake, open positions, a session. */
export function TradingCard({ limits: { limits, restUntil } }: { limits: Limits }) {
  const { trading, rest } = useTextOf("later").limits;
  const format = useFormat();
  return (
    <Card title={trading.title}>
      {restUntil !== null && <Banner tone="info">{rest(format.moment(restUntil))}</Banner>}
      <LimitRows limits={limits.filter(({ kind }) => flowOf(kind) === undefined)} />
    </Card>
  );
}

function LimitRows({ limits }: { limits: readonly Limit[] }) {
  const [chosen, setChosen] = useState<LimitKind>();
  const changed = limits.find(({ kind }) => kind === chosen);

  return (
    <>
      <div onPointerEnter={preloadDialog} onFocus={preloadDialog}>
        <Lines>
          {limits.map((limit) => (
            <LimitRow key={limit.kind} limit={limit} onChange={() => setChosen(limit.kind)} />
          ))}
        </Lines>
      </div>
      {changed && <LimitDialog limit={changed} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function LimitRow({ limit, onChange }: { limit: Limit; onChange: () => void }) {
  const { today, kind: kinds } = useTextOf("later").limits;
  const { kind, amount, next } = limit;
  const words = kinds[kind];
  const say = useLimitAmount(kind);
  const { taken, left, share } = takenOf(limit);
  const hasUse = kind !== "largest_stake";
  return (
    <SettingRow
      name={<h3>{words.name}</h3>}
      notes={words.meaning}
      action={
        <Button variant="quiet" aria-label={amount === null ? words.set : words.change} onClick={onChange}>
          {amount === null ? today.set : today.change}
        </Button>
      }
    >
      <Stack gap={2}>
        <Row as="p" gap={[0, 4]} justify="between">
          {amount === null ? (
            <>
              {hasUse && <Num>{today.usedFreely(say.full(taken))}</Num>}
              <Quiet as="span">{today.noLimit}</Quiet>
            </>
          ) : hasUse ? (
            <>
              <Num>{today.used(say.bare(taken), say.full(amount))}</Num>
              <Num tone="quiet">{today.left(say.bare(left))}</Num>
            </>
          ) : (
            <Num>{today.most(say.full(amount))}</Num>
          )}
        </Row>
        {amount !== null && hasUse && <Bar mood="busy" share={share} />}
        {next !== null && <WaitingLimit kind={kind} amount={amount} next={next} />}
      </Stack>
    </SettingRow>
  );
}

type WaitingLimitProps = Pick<Limit, "kind" | "amount"> & { next: NonNullable<Limit["next"]> };

function WaitingLimit({ kind, amount, next }: WaitingLimitProps) {
  const { today } = useTextOf("later").limits;
  const say = useLimitAmount(kind);
  const format = useFormat();
  const tellFailure = useTellFailure();
  const pressed = useRef<HTMLButtonElement>(null);
  const keep = useSubmit({
    mutationFn: (plain: string) => setLimit(kind, plain),
    onSuccess() {
      notify({ title: today.kept });
      // The pressed button disappears; the row's other button takes the focus.
      if (pressed.current?.matches(":focus")) pressed.current.closest("li")?.querySelector("button")?.focus();
    },
    onError: (error) => void tellFailure(error, today.keepFailed),
  });
  const from = format.moment(next.from);
  return (
    <Row gap={[0, 4]} align="center" justify="between">
      <Caption>
        {next.amount === null ? today.waitingNone(from) : today.waiting(from, say.full(next.amount))}
      </Caption>
      {amount !== null && (
        <LinkButton
          aria-disabled={keep.isPending || undefined}
          ref={pressed}
          onClick={() => keep.mutate(plainDecimal(amount))}
        >
          {today.keep(say.full(amount))}
        </LinkButton>
      )}
    </Row>
  );
}

function ZoneLine({ timeZone }: { timeZone: string }) {
  const { zone: words } = useTextOf("later").limits;
  const [isAsked, setAsked] = useState(false);
  return (
    <Row gap={[0, 4]} align="center" justify="between" onPointerEnter={preloadDialog} onFocus={preloadDialog}>
      <Caption pretty>{words.text(timeZone)}</Caption>
      <LinkButton onClick={() => setAsked(true)}>{words.change}</LinkButton>
      {isAsked && <ZoneDialog timeZone={timeZone} onClose={() => setAsked(false)} />}
    </Row>
  );
}

function ZoneDialog({ timeZone, onClose }: { timeZone: string; onClose: () => void }) {
  const { zone: words } = useTextOf("later").limits;
  const here = deviceZone();
  const zones = new Set(["UTC", timeZone, here, ...Intl.supportedValuesOf("timeZone")]);
  return (
    <AskDialog
      title={words.title}
      description={words.effect}
      fields={[
        {
          name: "timeZone",
          label: words.label,
          initial: timeZone,
          options: [...zones].toSorted().map((zone) => [zone, zone === here ? words.here(zone) : zone]),
        },
      ]}
      confirmLabel={words.submit}
      isDanger={false}
      send={(values) => setTimeZone(values.timeZone)}
      failed={words.failed}
      onDone={() => notify({ title: words.done })}
      onClose={onClose}
    />
  );
}

import type { Limit, LimitKind, Limits } from "@veritick/contract/schemas/limits.ts";
import { useRef, useState } from "react";
import type { Cap } from "@veritick/domain/limits.ts";
import { formatFixed, parseMinor } from "@veritick/domain/money.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useFormat } from "../../../lib/format.ts";
import { plainAmount, plainDecimal } from "../../../lib/amount.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Button, Choices, LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Dialog, preloadDialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Caption, Num, Quiet, Stack } from "../../../ui/primitives.tsx";
import { changeOf, isBelowDeposit, isSpent, readLimit, takenOf } from "./rules.ts";
import { setLimit } from "./limits-query.ts";
import { serverNowMs, useLive } from "../../../api/live/live.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import type { Language } from "../../../lib/preferences.ts";
import { Failure } from "../../../ui/states/banner.tsx";
import { AmountField } from "../../../ui/form/amount-input.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import styles from "./limits-page.module.css";

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

type LimitDialogProps = { limit: Limit; open: boolean; onClose: () => void };

const FIELDS = ["amount"] as const;

/** Sets one limit, and says before it is set whether it holds at once or waits. */
function LimitDialog({ limit, open, onClose }: LimitDialogProps) {
  const { common } = useText();
  const { form: words, today } = useLaterText().limits;
  const format = useFormat();
  const language = useLanguage();
  const [choice, setChoice] = useState<"amount" | "none">("amount");
  const { kind } = limit;
  const wantedOf = (amount: string) => (choice === "none" ? null : readLimit(plainAmount(amount, language)));

  const form = useForm(useFields(FIELDS, { amount: typedAmount(limit.amount, language) }), {
    check: ({ amount }) => ({ amount: wantedOf(amount) === undefined ? words.invalid : undefined }),
    send: ({ amount }) => setLimit(kind, choice === "none" ? null : plainAmount(amount, language)),
    failed: words.failed,
    onDone(limits) {
      const next = limits.limits.find((each) => each.kind === kind)?.next ?? null;
      notify({
        title: words.done,
        body: next === null ? words.doneNow : words.doneLater(format.moment(next.from)),
      });
      onClose();
    },
  });

  return (
    <Dialog open={open} onOpenChange={onClose} title={words.title[kind]} description={today.meaning[kind]}>
      <Stack as="form" gap={5} {...form.attributes}>
        <Segmented
          label={words.choice}
          value={choice}
          onChange={(next) => {
            setChoice(next);
            form.complain({});
          }}
          options={(["amount", "none"] as const).map((value) => ({ value, label: words.choices[value] }))}
        />
        {choice === "amount" && (
          <AmountField
            label={words.amount}
            hint={words.hint}
            error={form.errors.amount}
            data-autofocus
            name="amount"
            value={form.values.amount}
            suffix="USDMS"
            onValueChange={(next) => form.set("amount", next)}
          />
        )}
        <Failure words={form.failure} />
        <LimitOutcome limit={limit} wanted={wantedOf(form.values.amount)} />
        <Choices>
          <Button variant="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" pending={form.isPending} pendingLabel={words.pending}>
            {words.submit}
          </Button>
        </Choices>
      </Stack>
    </Dialog>
  );
}

/** The amount as a person of this language would have typed it. */
function typedAmount(amount: string | null, language: Language): string {
  if (amount === null) return "";
  const fixed = formatFixed(parseMinor(amount), 2);
  return language === "fr" ? fixed.replace(".", ",") : fixed;
}

/** What setting the limit would come to, said before it is; nothing while it is no amount. */
function LimitOutcome({ limit, wanted }: { limit: Limit; wanted: Cap | undefined }) {
  const { form, unit } = useLaterText().limits;
  const format = useFormat();
  const { price } = useLive();
  const [nowMs] = useState(() => serverNowMs(price.get()));
  return (
    <p className={styles["outcome"]} role="status">
      {wanted !== undefined && words(wanted)}
    </p>
  );

  function words(cap: Cap): string {
    const change = changeOf(limit, cap, nowMs);
    if (change.kind === "same") return limit.next === null ? form.same : form.sameDrops;
    if (change.kind === "now") {
      const parts = [
        form.tighter,
        isBelowDeposit(limit, cap) && form.belowDeposit,
        isSpent(limit, cap) && form.spent,
      ];
      return parts.filter((part) => part !== false).join(" ");
    }
    const from = format.moment(new Date(change.fromMs).toISOString());
    // Only what there is a limit to can be made looser.
    return form.looser(from, unit(format.money(limit.amount ?? "0")));
  }
}

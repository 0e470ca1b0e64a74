import type { Limit } from "@veritick/contract/schemas/limits.ts";
import type { Cap } from "@veritick/domain/limits.ts";
import { formatFixed, parseMinor } from "@veritick/domain/money.ts";
import { useRef, useState } from "react";
import type { SubmitEvent } from "react";
import { errorText } from "../../../api/api-error.ts";
import { serverNowMs, useLive } from "../../../api/live/live.ts";
import { plainAmount } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import type { Language } from "../../../lib/preferences.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Button, Choices } from "../../../ui/button.tsx";
import { AmountInput } from "../../../ui/form/amount-input.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Stack } from "../../../ui/primitives.tsx";
import { changeOf, isBelowDeposit, isSpent, readLimit } from "./rules.ts";
import styles from "./limits-page.module.css";
import { useSetLimit } from "./limits-query.ts";

type LimitDialogProps = { limit: Limit; open: boolean; onClose: () => void };

/** Sets one limit, and says before it is set whether it holds at once or waits. */
export function LimitDialog({ limit, open, onClose }: LimitDialogProps) {
  const text = useText();
  const { form, today } = useLaterText().limits;
  const format = useFormat();
  const language = useLanguage();
  const field = useRef<HTMLDivElement>(null);
  const [choice, setChoice] = useState<"amount" | "none">("amount");
  const [typed, setTyped] = useState(() => typedAmount(limit.amount, language));
  const [error, setError] = useState<string>();
  const { kind } = limit;
  const plain = plainAmount(typed, language);
  const wanted = choice === "none" ? null : readLimit(plain);

  const set = useSetLimit(kind, {
    onSet(limits) {
      const next = limits.limits.find((each) => each.kind === kind)?.next ?? null;
      notify({
        title: form.done,
        body: next === null ? form.doneNow : form.doneLater(format.moment(next.from)),
      });
      onClose();
    },
    onFailed: (failure) => complain(errorText(failure, text, form.failed)),
  });

  function complain(words: string) {
    setError(words);
    notify({ title: text.common.error, body: words, tone: "destructive" });
    field.current?.querySelector("input")?.focus();
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (wanted === undefined) complain(form.invalid);
    else set.mutate(wanted === null ? null : plain);
  }

  return (
    <Dialog open={open} onOpenChange={onClose} title={form.title[kind]} description={today.meaning[kind]}>
      <Stack as="form" gap={5} onSubmit={submit} noValidate>
        <Segmented
          label={form.choice}
          value={choice}
          onChange={(next) => {
            setChoice(next);
            setError(undefined);
          }}
          options={(["amount", "none"] as const).map((value) => ({ value, label: form.choices[value] }))}
        />
        {choice === "amount" && (
          <div ref={field}>
            <Field label={form.amount} hint={form.hint} error={error}>
              {(control) => (
                <AmountInput
                  {...control}
                  data-autofocus
                  name="amount"
                  value={typed}
                  suffix="USDMS"
                  onValueChange={(next) => {
                    setTyped(next);
                    setError(undefined);
                  }}
                />
              )}
            </Field>
          </div>
        )}
        <LimitOutcome limit={limit} wanted={wanted} />
        <Choices>
          <Button variant="quiet" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button type="submit" pending={set.isPending} pendingLabel={form.pending}>
            {form.submit}
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

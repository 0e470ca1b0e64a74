import type { Limit } from "@veritick/contract/schemas/limits.ts";
import type { Cap, LimitKind } from "@veritick/domain/limits.ts";
import { formatFixed, parseMinor } from "@veritick/domain/money.ts";
import type { AmountFault } from "@veritick/domain/money.ts";
import { plainAmount } from "@veritick/domain/typed-amounts.ts";
import { useState } from "react";
import { serverNowMs, useLive } from "../../../api/live/live.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import type { Language } from "../../../lib/preferences.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button, Choices } from "../../../ui/button.tsx";
import { useAmountFault } from "../../../ui/form/amount-fault.ts";
import { AmountField } from "../../../ui/form/text-input.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Caption, Stack } from "../../../ui/primitives.tsx";
import { Failure } from "../../../ui/states.tsx";
import { refreshLimits, setLimit } from "./limits-query.ts";
import { changeOf, isBelowDeposit, isSpent, readLimit, unitOf } from "./rules.ts";

/** Returns the words for an amount of a limit, with its unit for use outside of a table. */
export function useLimitAmount(kind: LimitKind) {
  const text = useTextOf("later").limits;
  const format = useFormat();
  const whole = (decimal: string) => Number(decimal.split(".")[0]);
  const unit = unitOf(kind);
  return {
    bare: (decimal: string) => (unit === "amount" ? format.money(decimal) : text.count(whole(decimal))),
    full(decimal: string) {
      if (unit === "amount") return text.unit(format.money(decimal));
      return unit === "minutes" ? text.minutes(whole(decimal)) : text.count(whole(decimal));
    },
  };
}

type LimitDialogProps = { limit: Limit; onClose: () => void };

const FIELDS = ["amount"] as const;

/** Sets one limit. Before that, it says whether the limit applies at once or later. */
export function LimitDialog({ limit, onClose }: LimitDialogProps) {
  const { common } = useText();
  const { form: words, kind: kinds } = useTextOf("later").limits;
  const format = useFormat();
  const language = useLanguage();
  const [choice, setChoice] = useState<"amount" | "none">("amount");
  const { kind } = limit;
  const unit = unitOf(kind);
  const sayFault = useAmountFault();
  const wantedOf = (amount: string) =>
    choice === "none" ? null : readLimit(kind, plainAmount(amount, language));

  function faultOf(wanted: ReturnType<typeof wantedOf>): string | undefined {
    if (typeof wanted !== "string") return undefined;
    return unit === "amount" ? sayFault(wanted, words.invalid[unit]) : words.invalid[unit];
  }

  const form = useForm(useFields(FIELDS, { amount: typedAmount(limit, language) }), {
    check: ({ amount }) => ({ amount: faultOf(wantedOf(amount)) }),
    send: ({ amount }) => setLimit(kind, choice === "none" ? null : plainAmount(amount, language)),
    failed: words.failed,
    onDone(limits) {
      const next = limits.limits.find((each) => each.kind === kind)?.next ?? null;
      notify({
        title: words.done,
        body: next === null ? words.doneNow : words.doneLater(format.moment(next.from)),
      });
    },
    onClose,
    // The limit may be set although its answer was lost.
    onRefused: () => refreshLimits(),
  });

  return (
    <Dialog open onOpenChange={onClose} title={kinds[kind].title} description={kinds[kind].meaning}>
      <Stack as="form" gap={5} {...form.attributes}>
        <Segmented
          label={kinds[kind].choice}
          value={choice}
          onChange={(next) => {
            setChoice(next);
            form.complain({});
          }}
          options={(["amount", "none"] as const).map((value) => ({
            value,
            label: words.choices[value === "none" ? "none" : unit],
          }))}
        />
        {choice === "amount" && (
          <AmountField
            label={words[unit]}
            hint={words.hint[unit]}
            error={form.errors.amount}
            data-autofocus
            name="amount"
            value={form.values.amount}
            suffix={unit === "amount" ? "USDMS" : undefined}
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

function typedAmount({ kind, amount }: Limit, language: Language): string {
  if (amount === null) return "";
  const fixed = formatFixed(parseMinor(amount), unitOf(kind) === "amount" ? 2 : 0);
  return language === "fr" ? fixed.replace(".", ",") : fixed;
}

/** Explains the effect of the limit before it is set. Empty while the text is no amount. */
function LimitOutcome({ limit, wanted }: { limit: Limit; wanted: Cap | AmountFault }) {
  const { form } = useTextOf("later").limits;
  const say = useLimitAmount(limit.kind);
  const format = useFormat();
  const { price } = useLive();
  const [nowMs] = useState(() => serverNowMs(price.get()));
  return (
    // It has room for two lines from the start, so that typing moves nothing.
    <Caption pretty role="status" style={{ minHeight: "2lh" }}>
      {typeof wanted !== "string" && words(wanted)}
    </Caption>
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
    // Only an existing limit can be loosened.
    return form.looser(from, say.full(limit.amount ?? "0"));
  }
}

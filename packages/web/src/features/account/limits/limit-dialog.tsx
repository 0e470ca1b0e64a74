import type { Limit } from "@veritick/contract/schemas/limits.ts";
import type { Cap } from "@veritick/domain/limits.ts";
import { formatFixed, parseMinor } from "@veritick/domain/money.ts";
import { useState } from "react";
import { serverNowMs, useLive } from "../../../api/live/live.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { plainAmount } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import type { Language } from "../../../lib/preferences.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Failure } from "../../../ui/states/banner.tsx";
import { Button, Choices } from "../../../ui/button.tsx";
import { AmountField } from "../../../ui/form/amount-input.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Stack } from "../../../ui/primitives.tsx";
import { changeOf, isBelowDeposit, isSpent, readLimit } from "./rules.ts";
import styles from "./limits-page.module.css";
import { setLimit } from "./limits-query.ts";

type LimitDialogProps = { limit: Limit; open: boolean; onClose: () => void };

const FIELDS = ["amount"] as const;

/** Sets one limit, and says before it is set whether it holds at once or waits. */
export function LimitDialog({ limit, open, onClose }: LimitDialogProps) {
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

import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { MIN_DEPOSIT } from "@veritick/domain/product.ts";
import { parseFormAmount } from "@veritick/domain/money.ts";
import { Suspense, useState } from "react";
import type { SubmitEvent } from "react";
import { plainAmount } from "../../lib/amount.ts";
import { ApiError, errorText } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { useIntent } from "../../lib/intent.ts";
import { useLanguage } from "../../lib/preferences.ts";
import { useGet } from "../../lib/query.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { AmountInput } from "../../ui/amount-input.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { dismissRefusal } from "../../ui/notice-store.ts";
import { useNotify } from "../../ui/notices.tsx";
import { HelpLinks, LimitsLink, refreshLimits } from "../limits/public.ts";
import { rememberDeposit } from "./deposits-query.ts";
import styles from "./deposit-form.module.css";
import { SandboxBanner } from "./sandbox-banner.tsx";

type DepositFormProps = {
  amount: string;
  onAmountChange: (typed: string) => void;
  onCreated: (deposit: Deposit) => void;
};

/** What somebody has decided for themselves; the way to it stands below. */
const LIMITED = ["paused", "deposit_limit", "deposit_limit_reached"];

export function DepositForm({ amount, onAmountChange, onCreated }: DepositFormProps) {
  const text = useText();
  const { form } = useLaterText().payments.deposit;
  const language = useLanguage();
  const notify = useNotify();
  const intent = useIntent();
  const [error, setError] = useState<string>();
  const [isLimited, setLimited] = useState(false);
  const installation = useGet("settings");

  const create = useSubmit({
    mutationFn: (body: { amount: string }) =>
      call("createDeposit", { body, idempotencyKey: intent.keyFor(body) }),
    onSettled: (_, failure) => intent.settle(failure),
    onSuccess(deposit) {
      rememberDeposit(deposit);
      dismissRefusal();
      onCreated(deposit);
    },
    onError(failure) {
      const words = errorText(failure, text, form.failed);
      const code = failure instanceof ApiError ? (failure.code ?? "") : "";
      if (code === "paused") refreshLimits();
      setLimited(LIMITED.includes(code));
      setError(words);
      notify({ title: text.common.error, body: words, tone: "destructive" });
    },
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const plain = plainAmount(amount, language);
    const parsed = parseFormAmount(plain);
    if (parsed === undefined || parsed < MIN_DEPOSIT) {
      setError(form.minimumMissed);
      setLimited(false);
      notify({ title: form.invalid, body: form.minimumMissed, tone: "destructive" });
      return;
    }
    create.mutate({ amount: plain });
  }

  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      {installation.data?.sandbox && <SandboxBanner />}
      <Field label={form.amount} hint={form.minimum} error={error}>
        {(control) => (
          <AmountInput
            {...control}
            data-autofocus
            name="amount"
            value={amount}
            suffix="USDMS"
            minimumCents={1500n}
            onValueChange={(typed) => {
              onAmountChange(typed);
              setError(undefined);
              setLimited(false);
            }}
          />
        )}
      </Field>
      {isLimited && (
        <Suspense fallback={null}>
          <p>
            <LimitsLink />
          </p>
        </Suspense>
      )}
      <Button type="submit" size="large" pending={create.isPending} pendingLabel={form.pending}>
        {form.submit}
      </Button>
      <div>
        <p className={styles["risk"]}>{text.common.risk}</p>
        <HelpLinks />
      </div>
    </form>
  );
}

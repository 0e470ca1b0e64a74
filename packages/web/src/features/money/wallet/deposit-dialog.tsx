import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { parseFormAmount } from "@veritick/domain/money.ts";
import { MIN_DEPOSIT } from "@veritick/domain/product.ts";
import { Suspense, useEffect, useState } from "react";
import type { SubmitEvent } from "react";
import { ApiError, errorText } from "../../../api/api-error.ts";
import { call } from "../../../api/client.ts";
import { useIntent } from "../../../api/intent.ts";
import { useGet } from "../../../api/query.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { plainAmount } from "../../../lib/amount.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { AmountInput } from "../../../ui/form/amount-input.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { dismissRefusal } from "../../../ui/overlay/notice-store.ts";
import { useNotify } from "../../../ui/overlay/notices.tsx";
import { Caption, Stack } from "../../../ui/primitives.tsx";
import { HelpLinks, LimitsLink, refreshLimits } from "../../account/public.ts";
import { DepositView, SandboxBanner } from "./deposit-view.tsx";
import { isOpen, rememberDeposit, useLiveDeposit } from "./payment-queries.ts";

const RESET_DELAY_MS = 300;

type DepositDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Asks for an amount, then shows where to pay it. Both are forgotten once the closed dialog is out of sight. */
export function DepositDialog({ open, onOpenChange }: DepositDialogProps) {
  const { deposit } = useLaterText().payments;
  const [amount, setAmount] = useState("");
  const [created, setCreated] = useState<Deposit>();

  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => {
      setAmount("");
      setCreated(undefined);
    }, RESET_DELAY_MS);
    return () => clearTimeout(timer);
  }, [open]);

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={created ? <DepositTitle known={created} /> : deposit.form.title}
      description={created ? undefined : deposit.form.description}
    >
      {created ? (
        <DepositView known={created} onDone={() => onOpenChange(false)} />
      ) : (
        <DepositForm amount={amount} onAmountChange={setAmount} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

/** Says that the payment is awaited only until it has come. */
export function DepositTitle({ known }: { known: Deposit }) {
  const { deposit } = useLaterText().payments;
  return isOpen(useLiveDeposit(known)) ? deposit.awaiting.title : deposit.form.title;
}

type DepositFormProps = {
  amount: string;
  onAmountChange: (typed: string) => void;
  onCreated: (deposit: Deposit) => void;
};

/** Refusals by limits that people set themselves. The form then links to the page of the limits. */
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
    <Stack as="form" gap={5} onSubmit={submit} noValidate>
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
        <Caption pretty>{text.common.risk}</Caption>
        <HelpLinks />
      </div>
    </Stack>
  );
}

type DepositDetailsProps = { known: Deposit; open: boolean; onOpenChange: (open: boolean) => void };

/** Opens a deposit from the history in the view that its creation led to. */
export function DepositDetails({ known, open, onOpenChange }: DepositDetailsProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={<DepositTitle known={known} />}>
      <DepositView known={known} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { parseFormAmount } from "@veritick/domain/money.ts";
import { MIN_DEPOSIT } from "@veritick/domain/product.ts";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/client.ts";
import { useIntent } from "../../../api/intent.ts";
import { useGet } from "../../../api/query.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import type { Fields } from "../../../api/use-form.ts";
import { plainAmount } from "../../../lib/amount.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Failure } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { AmountField } from "../../../ui/form/amount-input.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { dismissRefusal } from "../../../ui/overlay/notice-store.ts";
import { Caption, Stack } from "../../../ui/primitives.tsx";
import { LimitsLink, refreshLimits } from "../../account/public.ts";
import { HelpLinks } from "../../account/public-forms.ts";
import { DepositView, SandboxBanner } from "./deposit-view.tsx";
import { isOpen, rememberDeposit, useLiveDeposit } from "./payment-queries.ts";
import styles from "./wallet-dialogs.module.css";

const FIELDS = ["amount"] as const;
const QUICK_AMOUNTS = ["25", "50", "100", "250"];
const RESET_DELAY_MS = 300;

type DepositDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Asks for an amount, then shows where to pay it. Both are forgotten once the closed dialog is out of sight. */
export function DepositDialog({ open, onOpenChange }: DepositDialogProps) {
  const { deposit } = useLaterText().payments;
  const fields = useFields(FIELDS);
  const [created, setCreated] = useState<Deposit>();

  const forget = useEffectEvent(() => {
    fields.clear();
    setCreated(undefined);
  });

  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => forget(), RESET_DELAY_MS);
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
        <DepositForm fields={fields} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

/** Says that the payment is awaited only until it has come. */
export function DepositTitle({ known }: { known: Deposit }) {
  const { deposit } = useLaterText().payments;
  return isOpen(useLiveDeposit(known)) ? deposit.awaiting.title : deposit.form.title;
}

type DepositFormProps = { fields: Fields<"amount">; onCreated: (deposit: Deposit) => void };

/** Refusals by limits that people set themselves. The form then links to the page of the limits. */
const LIMITED = ["paused", "deposit_limit", "deposit_limit_reached"];

export function DepositForm({ fields, onCreated }: DepositFormProps) {
  const text = useText();
  const { form: words } = useLaterText().payments.deposit;
  const language = useLanguage();
  const intent = useIntent();
  const installation = useGet("settings");
  const [isLimited, setLimited] = useState(false);

  const form = useForm(fields, {
    check({ amount }) {
      setLimited(false);
      const parsed = parseFormAmount(plainAmount(amount, language));
      return { amount: parsed === undefined || parsed < MIN_DEPOSIT ? words.minimumMissed : undefined };
    },
    faultTitle: () => words.invalid,
    send({ amount }) {
      const body = { amount: plainAmount(amount, language) };
      return call("createDeposit", { body, idempotencyKey: intent.keyFor(body) });
    },
    failed: words.failed,
    onDone(deposit) {
      rememberDeposit(deposit);
      dismissRefusal();
      onCreated(deposit);
    },
    onRefused(error) {
      const code = error instanceof ApiError ? (error.code ?? "") : "";
      if (code === "paused") refreshLimits();
      setLimited(LIMITED.includes(code));
    },
    onSettled: (error) => intent.settle(error),
  });

  function change(typed: string) {
    form.set("amount", typed);
    setLimited(false);
  }

  return (
    <Stack as="form" gap={5} {...form.attributes}>
      {installation.data?.sandbox && <SandboxBanner />}
      <Stack gap={2}>
        <AmountField
          label={words.amount}
          hint={words.minimum}
          error={form.errors.amount}
          data-autofocus
          name="amount"
          value={form.values.amount}
          suffix="USDMS"
          minimumCents={1500n}
          onValueChange={change}
        />
        <div className={styles["quick"]} role="group" aria-label={text.trade.ticket.quickGroup}>
          {QUICK_AMOUNTS.map((amount) => (
            <button key={amount} type="button" aria-label={`${amount} USDMS`} onClick={() => change(amount)}>
              {amount}
            </button>
          ))}
        </div>
      </Stack>
      <Failure words={form.failure} />
      {isLimited && (
        <Suspense fallback={null}>
          <p>
            <LimitsLink />
          </p>
        </Suspense>
      )}
      <Button type="submit" size="large" pending={form.isPending} pendingLabel={words.pending}>
        {words.submit}
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

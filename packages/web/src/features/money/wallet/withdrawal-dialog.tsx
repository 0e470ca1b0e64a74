import { formatMinor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { WITHDRAWAL_FEE_PERCENT } from "@veritick/domain/product.ts";
import { useEffect, useState } from "react";
import type { SubmitEvent } from "react";
import { Link } from "wouter";
import { ApiError, errorText } from "../../../api/api-error.ts";
import { refreshCurrentUser, useCurrentUser } from "../../../api/current-user.ts";
import { useIntent } from "../../../api/intent.ts";
import type { Intent } from "../../../api/intent.ts";
import { useGet } from "../../../api/query.ts";
import { plainAmount } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useFields } from "../../../api/use-form.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { LongCode } from "../../../ui/copy-button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { AmountInput } from "../../../ui/form/amount-input.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { DigitsInput, TextInput } from "../../../ui/form/text-input.tsx";
import { TwoStepField } from "../../../ui/form/two-step-field.tsx";
import { TypingDialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Term, TermSign } from "../../../ui/overlay/term.tsx";
import { Num } from "../../../ui/primitives.tsx";
import { useWithdraw, useWithdrawalGuard } from "./use-withdraw.ts";
import { FIELD_OF, findFee, findProblem, WITHDRAWAL_FIELDS } from "./withdrawal-check.ts";
import type { WithdrawalOrder } from "./withdrawal-check.ts";
import styles from "./wallet-dialogs.module.css";

type WithdrawalDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/**
 * Asks before it closes and forgets the fields, unless they hold an amount alone, which is quick to type again. The
 * intent stays: the same withdrawal typed again after no answer counts as the same one.
 */
export function WithdrawalDialog({ open, onOpenChange }: WithdrawalDialogProps) {
  const { form } = useLaterText().payments.withdrawal;
  const intent = useIntent();
  const [holdsWork, setHoldsWork] = useState(false);

  function close() {
    setHoldsWork(false);
    onOpenChange(false);
  }

  return (
    <TypingDialog
      open={open}
      holdsWork={holdsWork}
      onClose={close}
      title={form.title}
      description={form.description}
    >
      <WithdrawalForm intent={intent} onHoldsWork={setHoldsWork} onDone={close} />
    </TypingDialog>
  );
}

type WithdrawalFormProps = {
  intent: Intent;
  /** Told whether the fields hold more than an amount and have not been sent. */
  onHoldsWork: (holdsWork: boolean) => void;
  onDone: () => void;
};

export function WithdrawalForm({ intent, onHoldsWork, onDone }: WithdrawalFormProps) {
  const text = useText();
  const { form, check } = useLaterText().payments.withdrawal;
  const format = useFormat();
  const language = useLanguage();
  const user = useCurrentUser();
  const guard = useWithdrawalGuard();
  const fields = useFields(WITHDRAWAL_FIELDS);
  const { form: formRef, values, errors, bind } = fields;
  const withdraw = useWithdraw(intent, {
    onCreated: () => notify({ title: form.created, body: form.createdBody }),
    onFailed: fail,
  });

  const amount = plainAmount(values.amount, language);
  const fee = findFee(amount);
  const order: WithdrawalOrder = {
    ...values,
    amount,
    address: values.address.trim(),
    twoStepCode: guard.needsTwoStep ? values.twoStepCode : "",
  };

  const { address, withdrawalCode, twoStepCode } = values;
  const holdsWork = !withdraw.isPending && `${address}${withdrawalCode}${twoStepCode}` !== "";
  useEffect(() => onHoldsWork(holdsWork), [onHoldsWork, holdsWork]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    // A retry may have taken the balance already. The server knows and repeats its first answer.
    const isRetry = intent.isPending({ amount, address: order.address });
    const balance = isRetry ? undefined : parseMinor(user?.balance ?? "0");
    const problem = findProblem(order, { balance, needsTwoStep: guard.needsTwoStep });
    if (problem === undefined) {
      withdraw.mutate(order, { onSuccess: onDone });
      return;
    }
    fields.complain({ [FIELD_OF[problem]]: check[problem] });
    notify({ title: check[`${problem}Title`], body: check[problem], tone: "destructive" });
  }

  function fail(error: Error) {
    const words = errorText(error, text, form.failed);
    notify({ title: text.common.error, body: words, tone: "destructive" });
    fields.blame(error, words);
    if (!(error instanceof ApiError)) return;
    if (error.code === "withdrawal_code_missing") void refreshCurrentUser();
    guard.learnFrom(error);
    // The field of the second step may appear only now.
    if (error.code === "two_step_required") requestAnimationFrame(() => fields.focus("twoStepCode"));
  }

  if (!user) return null;
  return (
    <form ref={formRef} className={styles["form"]} onSubmit={submit} noValidate>
      <WithdrawalObstacles hasCode={user.withdrawalCode !== null} heldUntil={guard.heldUntil} />
      <Field
        label={form.amount}
        hint={form.minimum}
        error={errors.amount}
        aside={<Num tone="caption">{form.available(format.money(user.balance))}</Num>}
      >
        {(control) => (
          <AmountInput
            {...control}
            data-autofocus
            name="amount"
            value={values.amount}
            suffix="USDMS"
            minimumCents={1500n}
            onValueChange={(typed) => fields.set("amount", typed)}
          />
        )}
      </Field>
      <Field
        label={form.address}
        sign={<TermSign term="trc20" label={form.aboutNetwork} />}
        hint={<AddressEcho address={order.address} />}
        error={errors.address}
      >
        {(control) => (
          <TextInput
            {...control}
            {...bind("address")}
            className={styles["address"]}
            placeholder="T…"
            minLength={34}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Banner tone="warn">{form.verify}</Banner>
      <Field
        label={form.code}
        sign={<TermSign term="withdrawalCode" label={form.aboutCode} />}
        hint={form.codeHint}
        error={errors.withdrawalCode}
      >
        {(control) => (
          <DigitsInput
            {...control}
            {...bind("withdrawalCode")}
            maxLength={5}
            showLabel={form.showCode}
            hideLabel={form.hideCode}
          />
        )}
      </Field>
      {guard.needsTwoStep && (
        <TwoStepField
          name="twoStepCode"
          value={values.twoStepCode}
          onValueChange={(typed) => fields.set("twoStepCode", typed)}
          error={errors.twoStepCode}
        />
      )}
      {fee !== undefined && <WithdrawalFee {...fee} />}
      <div className={styles["submit"]}>
        <Button type="submit" size="large" pending={withdraw.isPending} pendingLabel={form.pending}>
          <Num>{form.submit(format.exactAmount(formatMinor(fee?.net ?? ZERO)))}</Num>
        </Button>
      </div>
    </form>
  );
}

/** Repeats the whole address in groups to compare by eye, because the field may be too narrow for it. */
function AddressEcho({ address }: { address: string }) {
  return address.length >= 34 && address.length <= 64 ? (
    <span>
      <LongCode code={address} />
    </span>
  ) : null;
}

/** Shows the fee and the payout to the last digit. */
function WithdrawalFee({ amount, fee, net }: { amount: Minor; fee: Minor; net: Minor }) {
  const { form } = useLaterText().payments.withdrawal;
  const format = useFormat();
  return (
    <Facts dense>
      <Fact name={form.amount}>
        <Num>{format.exactAmount(formatMinor(amount))} USDMS</Num>
      </Fact>
      <Fact name={<Term term="fee">{form.fee(WITHDRAWAL_FEE_PERCENT)}</Term>}>
        <Num>{format.exactAmount(`-${formatMinor(fee)}`)} USDMS</Num>
      </Fact>
      <Fact name={<Term term="net">{form.net}</Term>}>
        <Num tone="strong">{format.exactAmount(formatMinor(net))} USDT</Num>
      </Fact>
    </Facts>
  );
}

/** Names the reasons for which the server would refuse, before anything is typed. */
function WithdrawalObstacles({ hasCode, heldUntil }: { hasCode: boolean; heldUntil: string | null }) {
  const { withdrawal, sandbox } = useLaterText().payments;
  const format = useFormat();
  const installation = useGet("settings");
  return (
    <>
      {!hasCode && (
        <Banner tone="warn" live>
          {withdrawal.noCode}{" "}
          <Link href="/profile" className={styles["toProfile"]}>
            {withdrawal.toProfile}
          </Link>
        </Banner>
      )}
      {heldUntil !== null && (
        <Banner tone="warn" live>
          {withdrawal.held(format.moment(heldUntil))}
        </Banner>
      )}
      {installation.data?.sandbox && <Banner tone="info">{sandbox.noPayout}</Banner>}
    </>
  );
}

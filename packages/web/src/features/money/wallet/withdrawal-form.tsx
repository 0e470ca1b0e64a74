import { plainAddress } from "@veritick/domain/addresses.ts";
import { formatMinor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { MIN_WITHDRAWAL, WITHDRAWAL_FEE_PERCENT } from "@veritick/domain/product.ts";
import { plainAmount } from "@veritick/domain/typed-amounts.ts";
import { plainCode } from "@veritick/domain/typed-text.ts";
import { useEffect, useRef } from "react";
import type { ComponentProps } from "react";
import { ApiError } from "../../../api/client.ts";
import { refreshCurrentUser, useCurrentUser } from "../../../api/current-user.ts";
import type { Intent } from "../../../api/use-submit.ts";
import { useFresh } from "../../../api/query.ts";
import { shownFee, typedAmount } from "../../../lib/amount.ts";
import { truncated, useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useTextOf, useText, useDeskText } from "../../../locales/text.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Banner, Failure } from "../../../ui/states.tsx";
import { Button } from "../../../ui/button.tsx";
import { LongCode } from "../../../ui/copy-button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { AmountField, DigitsInput, SelectInput, TextInput } from "../../../ui/form/text-input.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TwoStepField } from "../../../ui/form/two-step-field.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Term, TermSign } from "../../../ui/overlay/term.tsx";
import { Code, Num, Quiet, Row, Stack, Text } from "../../../ui/primitives.tsx";
import {
  FIELD_OF,
  WITHDRAWAL_FIELDS,
  findFee,
  findProblem,
  intentOf,
  sendWithdrawal,
  useWithdrawalGuard,
} from "./use-withdraw.ts";
import type { WithdrawalOrder } from "./use-withdraw.ts";
import { WithdrawalObstacles } from "./withdrawal-obstacles.tsx";
import styles from "./wallet-dialogs.module.css";

type WithdrawalFormProps = {
  intent: Intent;
  /** Called with whether the fields hold more than an amount and have not been sent. */
  onHoldsWork: (holdsWork: boolean) => void;
  onDone: () => void;
  guard: ReturnType<typeof useWithdrawalGuard>;
  /** False if the dialog itself focuses the amount as it opens. */
  startsAtAmount?: boolean;
};

export function WithdrawalForm(props: WithdrawalFormProps) {
  const { intent, onHoldsWork, onDone, guard, startsAtAmount = false } = props;
  const {
    form: words,
    check: known,
    live,
    byPasskey: byPasskeyWords,
  } = useTextOf("later").payments.withdrawal;
  const { common } = useText();
  const { trade } = useDeskText();
  const check = {
    ...known,
    unreadable: common.amountUnreadable(known.amount),
    unreadableTitle: known.amountTitle,
    decimals: trade.ticket.amountDecimals,
    decimalsTitle: known.amountTitle,
  };
  const format = useFormat();
  const language = useLanguage();
  const user = useCurrentUser();
  const isByPasskeyAlone = user?.withdrawalCode === null;
  const byPasskey = useRef(isByPasskeyAlone);

  const orderOf = (values: Record<keyof WithdrawalOrder, string>): WithdrawalOrder => ({
    ...values,
    amount: plainAmount(values.amount, language),
    address: plainAddress(values.address),
    twoStepCode: guard.needsTwoStep ? plainCode(values.twoStepCode) : "",
  });

  function problemOf(order: WithdrawalOrder) {
    // A retry may already have taken the balance. The server knows that and repeats its first answer.
    const isRetry = intent.isPending(intentOf(order));
    const balance = isRetry ? undefined : parseMinor(user?.balance ?? "0");
    return findProblem(order, { balance, needsTwoStep: guard.needsTwoStep, byPasskey: byPasskey.current });
  }

  const form = useForm(useFields(WITHDRAWAL_FIELDS), {
    check(values) {
      const problem = problemOf(orderOf(values));
      return problem === undefined ? {} : { [FIELD_OF[problem]]: check[problem] };
    },
    faultTitle: (values) => check[`${problemOf(orderOf(values))!}Title`],
    send: (values) => sendWithdrawal(orderOf(values), intent, byPasskey.current),
    failed: words.failed,
    ...(startsAtAmount && { startAt: "amount" as const }),
    onDone({ status }) {
      notify({ title: words.created, body: `${words.createdBody} ${live[status].title}.` });
    },
    onClose: onDone,
    onRefused(error) {
      if (!(error instanceof ApiError)) return;
      if (error.code === "withdrawal_code_missing") void refreshCurrentUser();
      guard.learnFrom(error);
      // The field of the second step may appear only now.
      if (error.code === "two_step_required" || error.code === "passkey_required")
        requestAnimationFrame(() => form.focus("twoStepCode"));
    },
  });
  const { values, errors, bind } = form;
  const order = orderOf(values);
  const fee = findFee(order.amount);

  const { address, withdrawalCode, twoStepCode } = values;
  const holdsWork = !form.isPending && `${address}${withdrawalCode}${twoStepCode}` !== "";
  useEffect(() => onHoldsWork(holdsWork), [onHoldsWork, holdsWork]);

  if (!user) return null;
  return (
    <Stack as="form" gap={5} className={styles["form"]} {...form.attributes}>
      <WithdrawalObstacles {...guard} />
      <AmountField
        label={words.amount}
        hint={words.minimum}
        error={errors.amount}
        aside={
          <Row as="span" gap={2} align="center">
            <Num tone="caption">{words.available(format.money(user.balance))}</Num>
            <Button
              variant="quiet"
              size="small"
              aria-label={trade.ticket.quickLabel.max}
              onClick={() => form.set("amount", typedAmount(truncated(user.balance, 2), language))}
            >
              {trade.ticket.quick.max}
            </Button>
          </Row>
        }
        data-autofocus
        name="amount"
        value={values.amount}
        suffix="USDMS"
        least={MIN_WITHDRAWAL}
        onValueChange={(typed) => form.set("amount", typed)}
      />
      {fee !== undefined && <WithdrawalFee {...fee} />}
      <Field
        label={words.address}
        sign={<TermSign term="trc20" label={words.aboutNetwork} />}
        hint={<AddressEcho address={order.address} />}
        error={errors.address}
      >
        {(control) =>
          guard.isSavedOnly ? (
            <SavedAddressSelect {...control} {...bind("address")} />
          ) : (
            <>
              <SavedAddresses chosen={order.address} onChoose={(chosen) => form.set("address", chosen)} />
              <TextInput
                {...control}
                {...bind("address")}
                onChange={({ target }) => form.set("address", plainAddress(target.value))}
                className={styles["address"]}
                placeholder="T…"
                minLength={34}
                autoComplete="off"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
              />
            </>
          )
        }
      </Field>
      <Banner tone="warn">{words.verify}</Banner>
      {isByPasskeyAlone ? (
        <Quiet>{byPasskeyWords}</Quiet>
      ) : (
        <>
          <Field
            label={words.code}
            sign={<TermSign term="withdrawalCode" label={words.aboutCode} />}
            hint={words.codeHint}
            error={errors.withdrawalCode}
          >
            {(control) => (
              <DigitsInput
                {...control}
                name="withdrawalCode"
                value={withdrawalCode}
                onValueChange={(digits) => form.set("withdrawalCode", digits)}
                showLabel={words.showCode}
                hideLabel={words.hideCode}
              />
            )}
          </Field>
          {guard.needsTwoStep && (
            <TwoStepField
              name="twoStepCode"
              value={values.twoStepCode}
              onValueChange={(typed) => form.set("twoStepCode", typed)}
              error={errors.twoStepCode}
              hasApp={guard.hasApp}
            />
          )}
        </>
      )}
      <Failure words={form.failure} />
      <div className={styles["submit"]}>
        <Button
          type="submit"
          size="large"
          pending={form.isPending}
          pendingLabel={words.pending}
          onClick={() => (byPasskey.current = isByPasskeyAlone)}
        >
          <Num>{words.submit(format.money(formatMinor(fee?.net ?? ZERO)))}</Num>
        </Button>
        {guard.hasPasskey && !isByPasskeyAlone && (
          <Button
            type="submit"
            variant="quiet"
            size="large"
            pending={form.isPending}
            onClick={() => (byPasskey.current = true)}
          >
            {common.passkey.use}
          </Button>
        )}
      </div>
    </Stack>
  );
}

const SHOWN_END = 5;

type SavedAddressesProps = { chosen: string; onChoose: (address: string) => void };

function SavedAddresses({ chosen, onChoose }: SavedAddressesProps) {
  const words = useTextOf("later").payments.addresses;
  const { data = [] } = useFresh("listWithdrawalAddresses");
  if (data.length === 0) return null;
  return (
    <Row gap={2} role="group" aria-label={words.title}>
      {data.map(({ id, name, address }) => (
        <Button
          key={id}
          variant="quiet"
          size="small"
          aria-pressed={address === chosen}
          onClick={() => onChoose(address)}
        >
          <Text as="span" anywhere>
            {name}
          </Text>{" "}
          <Quiet as="span">
            <Code>…{address.slice(-SHOWN_END)}</Code>
          </Quiet>
        </Button>
      ))}
    </Row>
  );
}

/** The saved addresses where withdrawals may go to no others. */
function SavedAddressSelect({ value, ...rest }: ComponentProps<"select"> & { value: string }) {
  const { only: words } = useTextOf("later").payments.addresses;
  const { data } = useFresh("listWithdrawalAddresses");
  if (data?.length === 0) return <Banner tone="warn">{words.none}</Banner>;
  return (
    <SelectInput {...rest} value={data?.some(({ address }) => address === value) ? value : ""}>
      <option value="">{words.choose}</option>
      {data?.map(({ id, name, address }) => (
        <option key={id} value={address}>
          {name} …{address.slice(-SHOWN_END)}
        </option>
      ))}
    </SelectInput>
  );
}

/** Repeats the whole address in groups for comparison, because the field may be too narrow for it. */
function AddressEcho({ address }: { address: string }) {
  return address.length >= 34 && address.length <= 64 ? (
    <span>
      <LongCode code={address} />
    </span>
  ) : null;
}

function WithdrawalFee({ amount, fee, net }: { amount: Minor; fee: Minor; net: Minor }) {
  const { form } = useTextOf("later").payments.withdrawal;
  const [whole, payout] = [formatMinor(amount), formatMinor(net)];
  const shown = shownFee({ amount: whole, netAmount: payout });
  return (
    <Facts look="dense">
      <Fact name={form.amount}>
        <Amount of={whole} unit="USDMS" />
      </Fact>
      <Fact name={<Term term="fee">{form.fee(WITHDRAWAL_FEE_PERCENT)}</Term>}>
        <Amount of={`-${formatMinor(fee)}`} shown={`-${shown}`} unit="USDMS" />
      </Fact>
      <Fact name={<Term term="net">{form.net}</Term>}>
        <Amount tone="strong" of={payout} unit="USDT" />
      </Fact>
    </Facts>
  );
}

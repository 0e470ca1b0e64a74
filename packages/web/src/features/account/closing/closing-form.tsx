import type { Closing } from "@veritick/contract/schemas/closing.ts";
import { parseMinor, readFormAmount, ZERO } from "@veritick/domain/money.ts";
import { plainAmount } from "@veritick/domain/typed-amounts.ts";
import { plainCode, readTwoStepCode, readWithdrawalCode } from "@veritick/domain/typed-text.ts";
import { useRef } from "react";
import { navigate } from "wouter/use-browser-location";
import { ApiError, call } from "../../../api/client.ts";
import { answerWithPasskey, usePasskeys } from "../../../api/passkey.ts";
import { keyOf, queryClient } from "../../../api/query.ts";
import { endWith } from "../../../api/sign-in.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { AmountField, DigitsInput } from "../../../ui/form/text-input.tsx";
import { CurrentPassword } from "../step-up/step-up-form.tsx";
import { Check } from "../../../ui/form/choices.tsx";
import { TwoStepField } from "../../../ui/form/two-step-field.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Caption, Grid, Stack } from "../../../ui/primitives.tsx";
import { Banner, Failure } from "../../../ui/states.tsx";

const FIELDS = ["expected", "waived", "password", "withdrawalCode", "code"] as const;
const YES = "yes";

/** The last step: the balance, typed out, and a proof of identity. */
export function ClosingForm({ email, closing }: { email: string; closing: Closing }) {
  const { common } = useText();
  const { form: words, scheduled } = useTextOf("later").closing;
  const { code: codeWords } = useTextOf("later").profile;
  const format = useFormat();
  const language = useLanguage();
  const { balance, expectedDeposits, method, needsWithdrawalCode, atOnce } = closing;
  const isOwed = parseMinor(balance) > 0n;
  const hasPasskey = usePasskeys() && (method === "passkey" || method === "code_or_passkey");
  const byPasskey = useRef(false);

  const isBalance = (typed: string) =>
    readFormAmount(plainAmount(typed, language), ZERO, 8) === parseMinor(balance);

  const form = useForm(useFields(FIELDS), {
    check: ({ expected, waived, password, withdrawalCode, code }) => ({
      expected: expectedDeposits > 0 && expected !== YES ? words.expectedMissing : undefined,
      waived: isOwed && !isBalance(waived) ? words.waiveWrong(format.exactAmount(balance)) : undefined,
      password: !byPasskey.current && password === "" ? words.passwordRequired : undefined,
      withdrawalCode:
        byPasskey.current || !needsWithdrawalCode || readWithdrawalCode(withdrawalCode) !== undefined
          ? undefined
          : codeWords.invalid,
      code:
        byPasskey.current || method === "password" || readTwoStepCode(code) !== undefined
          ? undefined
          : common.twoStep.invalid,
    }),
    async send({ expected, password, withdrawalCode, code }) {
      // The form has just checked that the typed amount is the balance.
      const waived = { waived: balance };
      const proof = byPasskey.current
        ? { passkey: await answerWithPasskey(await call("askPasskey", { body: { closing: waived } })) }
        : {
            password,
            ...(needsWithdrawalCode && { withdrawalCode }),
            ...(method !== "password" && { code: plainCode(code) }),
          };
      return endWith(
        () => call("closeAccount", { body: { ...waived, nothingSent: expected === YES, ...proof } }),
        ({ scheduledFor }) => scheduledFor === null,
      );
    },
    failed: words.failed,
    onDone({ scheduledFor }) {
      if (scheduledFor !== null) {
        form.clear();
        notify({ title: scheduled.done, body: scheduled.doneBody(format.moment(scheduledFor)) });
        return;
      }
      navigate("/");
      notify({ title: words.done, body: words.doneBody });
    },
    onRefused(error) {
      if (error instanceof ApiError) void queryClient.invalidateQueries({ queryKey: keyOf("getClosing") });
    },
  });
  const { values, errors } = form;

  return (
    <Card title={words.title}>
      <Stack as="form" gap={5} {...form.attributes}>
        {expectedDeposits > 0 && (
          <Stack gap={2}>
            <Check
              name="expected"
              checked={values.expected === YES}
              onChange={(checked) => form.set("expected", checked ? YES : "")}
            >
              {words.expected(expectedDeposits)}
            </Check>
            <Caption pretty>{words.expectedHint}</Caption>
            <Failure words={errors.expected} />
          </Stack>
        )}
        {isOwed && (
          <AmountField
            label={words.waive}
            hint={words.waiveHint(format.exactAmount(balance))}
            error={errors.waived}
            name="waived"
            value={values.waived}
            suffix="USDMS"
            onValueChange={(typed) => form.set("waived", typed)}
          />
        )}
        <CurrentPassword
          email={email}
          label={words.password}
          error={errors.password}
          {...form.bind("password")}
        />
        {needsWithdrawalCode && (
          <Grid gap={4} min={240}>
            <Field label={words.withdrawalCode} error={errors.withdrawalCode}>
              {(control) => (
                <DigitsInput
                  {...control}
                  name="withdrawalCode"
                  value={values.withdrawalCode}
                  onValueChange={(digits) => form.set("withdrawalCode", digits)}
                  showLabel={codeWords.show}
                  hideLabel={codeWords.hide}
                />
              )}
            </Field>
          </Grid>
        )}
        {method !== "password" && (
          <TwoStepField
            name="code"
            value={values.code}
            onValueChange={(typed) => form.set("code", typed)}
            error={errors.code}
            hasApp={method !== "passkey"}
          />
        )}
        {!atOnce && <Banner tone="info">{words.later}</Banner>}
        <Failure words={form.failure} />
        <Actions>
          <Button
            type="submit"
            variant="danger"
            pending={form.isPending}
            pendingLabel={words.pending}
            onClick={() => (byPasskey.current = false)}
          >
            {atOnce ? words.submit : words.schedule}
          </Button>
          {hasPasskey && (
            <Button
              type="submit"
              variant="quiet"
              pending={form.isPending}
              onClick={() => (byPasskey.current = true)}
            >
              {common.passkey.use}
            </Button>
          )}
        </Actions>
      </Stack>
    </Card>
  );
}

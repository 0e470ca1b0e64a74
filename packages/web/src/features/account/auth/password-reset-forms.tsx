import { useEffect, useRef } from "react";
import type { SubmitEvent } from "react";
import { ApiError, errorText } from "../../../api/api-error.ts";
import { call } from "../../../api/client.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { forgetResetLink, isResetToken } from "../../../lib/links.ts";
import { useFields } from "../../../api/use-fields.ts";
import type { Fields } from "../../../api/use-fields.ts";
import { useText } from "../../../locales/text.ts";
import { Failure } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { PasswordInput, TextInput } from "../../../ui/form/text-input.tsx";
import { dismissRefusal } from "../../../ui/overlay/notice-store.ts";
import { useNotify } from "../../../ui/overlay/notices.tsx";
import { Stack } from "../../../ui/primitives.tsx";
import { emailError, passwordErrors } from "./auth-form.tsx";
import type { AuthField } from "./auth-form.tsx";
import styles from "./auth-page.module.css";

/** Asks for a link that sets a new password. The answer does not reveal whether the account exists. */
export function ForgotForm({ fields }: { fields: Fields<AuthField> }) {
  const text = useText();
  const { forgot } = text.auth;
  const notify = useNotify();
  const { form, values } = fields;

  const ask = useSubmit({
    mutationFn: (email: string) => call("forgotPassword", { body: { email } }),
    onSuccess: dismissRefusal,
    onError(error) {
      const words = errorText(error, text, forgot.failed);
      fields.blame(error, words);
      notify({ title: text.common.error, body: words, tone: "destructive" });
    },
  });

  useEffect(() => form.current?.querySelector<HTMLInputElement>("[name=email]")?.focus(), [form]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const fault = fields.complain({ email: emailError(values.email, text.auth) });
    if (fault !== undefined) notify({ title: text.common.error, body: fault, tone: "destructive" });
    else ask.mutate(values.email.trim());
  }

  if (ask.isSuccess) return <Sent email={ask.variables} />;
  return (
    <Stack as="form" gap={5} ref={form} onSubmit={submit} noValidate>
      <p className={styles["intro"]}>{forgot.intro}</p>
      {ask.error && !fields.hasErrors && <Failure words={errorText(ask.error, text, forgot.failed)} />}
      <Field label={text.auth.email} error={fields.errors.email}>
        {(control) => (
          <TextInput
            {...control}
            {...fields.bind("email")}
            type="email"
            autoComplete="username"
            inputMode="email"
            required
          />
        )}
      </Field>
      <Button type="submit" size="large" pending={ask.isPending} pendingLabel={forgot.pending}>
        {forgot.submit}
      </Button>
    </Stack>
  );
}

function Sent({ email }: { email: string }) {
  const { forgot } = useText().auth;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={styles["sent"]}>
      <p>{forgot.sent(email)}</p>
      <p className={styles["intro"]}>{forgot.sentHint}</p>
    </div>
  );
}

const FIELDS = ["newPassword", "confirm"] as const;

type ResetFormProps = {
  token: string;
  /** Undefined where the installation sends no links. */
  onAskAgain: (() => void) | undefined;
};

/** Sets a new password with the token of a link. It signs nobody in: people sign in with the new password next. */
export function ResetForm({ token, onAskAgain }: ResetFormProps) {
  const text = useText();
  const { reset } = text.auth;
  const notify = useNotify();
  const fields = useFields(FIELDS);
  const { form, values, errors, bind } = fields;

  const change = useSubmit({
    mutationFn: () => call("resetPassword", { body: { token, newPassword: values.newPassword } }),
    async onSuccess() {
      // This ended every session of the account. Another account may still be signed in here.
      await refreshCurrentUser();
      forgetResetLink();
      notify({ title: reset.done, body: reset.doneBody });
    },
    onError(error) {
      const words = errorText(error, text, reset.failed);
      fields.blame(error, words);
      notify({ title: text.common.error, body: words, tone: "destructive" });
    },
  });

  useEffect(() => form.current?.querySelector<HTMLInputElement>("[name=newPassword]")?.focus(), [form]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const found = passwordErrors(
      { password: values.newPassword, confirm: values.confirm },
      { passwordTooShort: reset.tooShort, mismatch: text.auth.mismatch },
    );
    const fault = fields.complain({ newPassword: found.password, confirm: found.confirm });
    if (fault !== undefined) notify({ title: text.common.error, body: fault, tone: "destructive" });
    else change.mutate();
  }

  const isRefused = change.error instanceof ApiError && change.error.code === "reset_link_invalid";
  if (isRefused || !isResetToken(token)) return <InvalidLink onAskAgain={onAskAgain} />;
  return (
    <Stack as="form" gap={5} ref={form} onSubmit={submit} noValidate>
      {change.error && !fields.hasErrors && <Failure words={errorText(change.error, text, reset.failed)} />}
      <Field label={reset.password} hint={text.auth.passwordHint} error={errors.newPassword}>
        {(control) => (
          <PasswordInput
            {...control}
            {...bind("newPassword")}
            autoComplete="new-password"
            minLength={6}
            required
          />
        )}
      </Field>
      <Field label={text.auth.confirm} error={errors.confirm}>
        {(control) => (
          <PasswordInput {...control} {...bind("confirm")} autoComplete="new-password" required />
        )}
      </Field>
      <Button type="submit" size="large" pending={change.isPending} pendingLabel={reset.pending}>
        {reset.submit}
      </Button>
    </Stack>
  );
}

function InvalidLink({ onAskAgain }: Pick<ResetFormProps, "onAskAgain">) {
  const { reset } = useText().auth;
  return (
    <Stack gap={5}>
      <Failure words={reset.invalid} />
      {onAskAgain && (
        <Button size="large" onClick={onAskAgain}>
          {reset.askAgain}
        </Button>
      )}
    </Stack>
  );
}

import { useEffect, useRef } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/client.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { forgetResetLink, isResetToken } from "../../../lib/links.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import type { Fields } from "../../../api/use-form.ts";
import { useText } from "../../../locales/text.ts";
import { Failure } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { PasswordInput, TextInput } from "../../../ui/form/text-input.tsx";
import { dismissRefusal, notify } from "../../../ui/overlay/notice-store.ts";
import { Stack } from "../../../ui/primitives.tsx";
import { PasswordHint } from "../password-hint.tsx";
import { emailError, passwordErrors } from "./auth-form.tsx";
import type { AuthField } from "./auth-form.tsx";
import styles from "./auth-page.module.css";

/** Asks for a link that sets a new password. The answer does not reveal whether the account exists. */
export function ForgotForm({ fields }: { fields: Fields<AuthField> }) {
  const text = useText();
  const { forgot } = text.auth;
  const form = useForm(fields, {
    check: ({ email }) => ({ email: emailError(email, text.auth) }),
    send: ({ email }) => call("forgotPassword", { body: { email: email.trim() } }),
    failed: forgot.failed,
    startAt: "email",
    onDone: dismissRefusal,
  });

  if (form.isDone) return <Sent email={form.values.email.trim()} />;
  return (
    <Stack as="form" gap={5} {...form.attributes}>
      <p className={styles["intro"]}>{forgot.intro}</p>
      <Failure words={form.failure} />
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
      <Button type="submit" size="large" pending={form.isPending} pendingLabel={forgot.pending}>
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
  const form = useForm(useFields(FIELDS), {
    check({ newPassword, confirm }) {
      const words = { passwordTooShort: reset.tooShort, mismatch: text.auth.mismatch };
      const found = passwordErrors({ password: newPassword, confirm }, words);
      return { newPassword: found.password, confirm: found.confirm };
    },
    send: ({ newPassword }) => call("resetPassword", { body: { token, newPassword } }),
    failed: reset.failed,
    startAt: "newPassword",
    async onDone() {
      // This ended every session of the account. Another account may still be signed in here.
      await refreshCurrentUser();
      forgetResetLink();
      notify({ title: reset.done, body: reset.doneBody });
    },
  });
  const { errors, bind, error } = form;

  const isRefused = error instanceof ApiError && error.code === "reset_link_invalid";
  if (isRefused || !isResetToken(token)) return <InvalidLink onAskAgain={onAskAgain} />;
  return (
    <Stack as="form" gap={5} {...form.attributes}>
      <Failure words={form.failure} />
      <Field
        label={reset.password}
        hint={<PasswordHint password={form.values.newPassword}>{text.auth.passwordHint}</PasswordHint>}
        error={errors.newPassword}
      >
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
      <Button type="submit" size="large" pending={form.isPending} pendingLabel={reset.pending}>
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

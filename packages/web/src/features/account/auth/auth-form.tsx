import { useEffect, useState } from "react";
import type { SubmitEvent } from "react";
import { useLocation } from "wouter";
import { ApiError, errorText } from "../../../api/api-error.ts";
import { call } from "../../../api/client.ts";
import { beginSession } from "../../../api/sign-in.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { pathAfterSignIn } from "../../../lib/links.ts";
import { isTwoStepCode, TwoStepField } from "../../../ui/form/two-step-field.tsx";
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
import styles from "./auth-page.module.css";

type AuthMode = "login" | "register";
export type AuthField = "email" | "password" | "confirm";
type AuthValues = Record<AuthField, string>;
type AuthErrors = Partial<Record<AuthField, string>>;

type AuthFormProps = {
  mode: AuthMode;
  fields: Fields<AuthField>;
  /** Called when the password is right and the account needs a second step. */
  onSecondStep: () => void;
};

export function AuthForm({ mode, fields, onSecondStep }: AuthFormProps) {
  const text = useText();
  const notify = useNotify();
  const [, navigate] = useLocation();
  const [shownMode, setShownMode] = useState(mode);
  const { values, errors, bind } = fields;
  const words = text.auth[mode];

  const enter = useSubmit({
    mutationFn: () => {
      const body = { email: values.email.trim(), password: values.password };
      return mode === "login" ? call("login", { body }) : call("register", { body });
    },
    onSuccess(user) {
      beginSession(user);
      dismissRefusal();
      navigate(pathAfterSignIn(history.state), { replace: true });
    },
    onError(error) {
      if (error instanceof ApiError && error.code === "two_step_required") {
        dismissRefusal();
        onSecondStep();
      } else fields.blame(error, errorText(error, text, words.failed));
    },
  });

  if (mode !== shownMode) {
    setShownMode(mode);
    enter.reset();
  }

  // Everybody comes here to type, so the first field has the focus at once.
  const { form } = fields;
  useEffect(() => form.current?.querySelector<HTMLInputElement>("[name=email]")?.focus(), [form]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const first = fields.complain(authErrors(mode, values, text.auth));
    if (first !== undefined) notify({ title: text.common.error, body: first, tone: "destructive" });
    else enter.mutate();
  }

  return (
    <Stack as="form" gap={5} ref={form} onSubmit={submit} noValidate>
      {enter.error && !fields.hasErrors && <Failure words={errorText(enter.error, text, words.failed)} />}
      <Field label={text.auth.email} error={errors.email}>
        {(control) => (
          <TextInput
            {...control}
            {...bind("email")}
            type="email"
            autoComplete="username"
            inputMode="email"
            required
          />
        )}
      </Field>
      <Field
        label={text.auth.password}
        error={errors.password}
        hint={mode === "register" ? text.auth.passwordHint : undefined}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...bind("password")}
            autoComplete={mode === "login" ? "current-password" : "new-password"}
            minLength={6}
            required
          />
        )}
      </Field>
      {mode === "register" && (
        <Field label={text.auth.confirm} error={errors.confirm}>
          {(control) => (
            <PasswordInput {...control} {...bind("confirm")} autoComplete="new-password" required />
          )}
        </Field>
      )}
      <Button type="submit" size="large" pending={enter.isPending} pendingLabel={words.pending}>
        {words.submit}
      </Button>
    </Stack>
  );
}

const SECOND_STEP_FIELDS = ["twoStepCode"] as const;

/** Asks for the code after the e-mail and the password were right. */
export function SecondStepForm({ email, password }: { email: string; password: string }) {
  const text = useText();
  const notify = useNotify();
  const [, navigate] = useLocation();
  const fields = useFields(SECOND_STEP_FIELDS);
  const { form, values } = fields;

  const enter = useSubmit({
    mutationFn: () =>
      call("login", { body: { email: email.trim(), password, twoStepCode: values.twoStepCode } }),
    onSuccess(user) {
      beginSession(user);
      dismissRefusal();
      navigate(pathAfterSignIn(history.state), { replace: true });
    },
    onError(error) {
      const words = errorText(error, text, text.auth.login.failed);
      fields.blame(error, words);
      notify({ title: text.common.error, body: words, tone: "destructive" });
      // People type a refused code anew rather than correct it.
      form.current?.querySelector<HTMLInputElement>("[name=twoStepCode]")?.select();
    },
  });

  useEffect(() => form.current?.querySelector<HTMLInputElement>("[name=twoStepCode]")?.focus(), [form]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const isCode = isTwoStepCode(values.twoStepCode);
    const fault = fields.complain(isCode ? {} : { twoStepCode: text.common.twoStep.invalid });
    if (fault !== undefined) notify({ title: text.common.error, body: fault, tone: "destructive" });
    else enter.mutate();
  }

  return (
    <Stack as="form" gap={5} ref={form} onSubmit={submit} noValidate>
      <p className={styles["intro"]}>{text.auth.secondStep.intro(email.trim())}</p>
      {enter.error && !fields.hasErrors && (
        <Failure words={errorText(enter.error, text, text.auth.login.failed)} />
      )}
      <TwoStepField
        name="twoStepCode"
        value={values.twoStepCode}
        onValueChange={(typed) => fields.set("twoStepCode", typed)}
        error={fields.errors.twoStepCode}
      />
      <Button type="submit" size="large" pending={enter.isPending} pendingLabel={text.auth.login.pending}>
        {text.auth.login.submit}
      </Button>
    </Stack>
  );
}

type EmailWords = { readonly emailInvalid: string };
type PasswordWords = { readonly passwordTooShort: string; readonly mismatch: string };

const PASSWORD_MIN = 6;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Finds an obvious fault of an e-mail before it is sent. The server decides. */
export function emailError(email: string, words: EmailWords): string | undefined {
  return EMAIL.test(email.trim()) ? undefined : words.emailInvalid;
}

/** Finds the faults of the form, in the order of its fields. */
export function authErrors(
  mode: AuthMode,
  values: AuthValues,
  words: EmailWords & PasswordWords,
): AuthErrors {
  const errors: AuthErrors = {};
  const email = emailError(values.email, words);
  if (email !== undefined) errors.email = email;
  return { ...errors, ...passwordErrors(values, words, mode === "register") };
}

/** Finds the faults of a new password and, where people type it twice, of the second one. */
export function passwordErrors(
  { password, confirm }: Pick<AuthValues, "password" | "confirm">,
  words: PasswordWords,
  isConfirmed = true,
): AuthErrors {
  const errors: AuthErrors = {};
  if (password.length < PASSWORD_MIN) errors.password = words.passwordTooShort;
  if (isConfirmed && confirm !== password) errors.confirm = words.mismatch;
  return errors;
}

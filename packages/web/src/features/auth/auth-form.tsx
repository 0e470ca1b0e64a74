import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { SubmitEvent } from "react";
import { useLocation } from "wouter";
import { ApiError, errorText } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { login, register } from "../../lib/calls.ts";
import { beginSession } from "../../lib/sign-in.ts";
import { useText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { authErrors } from "./auth-errors.ts";
import type { AuthErrors, AuthField, AuthMode, AuthValues } from "./auth-errors.ts";
import styles from "./auth-form.module.css";

export type { AuthMode };

const FIELDS = ["email", "password", "confirm"] as const;

export function AuthForm({ mode }: { mode: AuthMode }) {
  const text = useText();
  const notify = useNotify();
  const [, navigate] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<AuthValues>({ email: "", password: "", confirm: "" });
  const [errors, setErrors] = useState<AuthErrors>({});
  const [shownMode, setShownMode] = useState(mode);

  const enter = useMutation({
    mutationFn: () => {
      const body = { email: values.email.trim(), password: values.password };
      return mode === "login" ? call(login, { body }) : call(register, { body });
    },
    onSuccess(user) {
      beginSession(user);
      navigate("/");
    },
    onError(error) {
      const words = errorText(error, text, text.auth[mode].failed);
      const field = FIELDS.find((name) => error instanceof ApiError && error.field === name);
      if (field) complain({ [field]: words });
    },
  });

  if (mode !== shownMode) {
    setShownMode(mode);
    setValues({ ...values, confirm: "" });
    setErrors({});
    enter.reset();
  }

  // The page has one purpose, so that typing may begin at once.
  useEffect(() => form.current?.querySelector<HTMLInputElement>("[name=email]")?.focus(), []);

  function complain(found: AuthErrors) {
    setErrors(found);
    const first = FIELDS.find((name) => found[name] !== undefined);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    return first;
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const found = authErrors(mode, values, text.auth);
    const first = complain(found);
    if (first) notify({ title: text.common.error, body: found[first], tone: "destructive" });
    else enter.mutate();
  }

  const bind = (name: AuthField) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
  });

  const failure = enter.error && !FIELDS.some((name) => errors[name] !== undefined) ? enter.error : undefined;
  const words = text.auth[mode];

  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      {failure && (
        <div role="alert">
          <Banner tone="bad">{errorText(failure, text, words.failed)}</Banner>
        </div>
      )}
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
    </form>
  );
}

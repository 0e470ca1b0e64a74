import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { SubmitEvent } from "react";
import { ApiError, errorText } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { changePassword } from "../../lib/calls.ts";
import { useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import styles from "./password-card.module.css";

const PASSWORD_MIN = 6;
const FIELDS = ["currentPassword", "newPassword"] as const;
type Values = Record<(typeof FIELDS)[number], string>;
type Errors = Partial<Values>;

const EMPTY: Values = { currentPassword: "", newPassword: "" };

export function PasswordCard({ email }: { email: string }) {
  const text = useText();
  const { password } = text.profile;
  const notify = useNotify();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});

  const change = useMutation({
    mutationFn: () => call(changePassword, { body: values }),
    onSuccess() {
      setValues(EMPTY);
      notify({ title: password.changed, body: password.changedBody });
    },
    onError(error) {
      const words = errorText(error, text, password.failed);
      const field = FIELDS.find((name) => error instanceof ApiError && error.field === name);
      complain(field ? { [field]: words } : {}, words);
    },
  });

  function complain(found: Errors, words: string) {
    setErrors(found);
    notify({ title: text.common.error, body: words, tone: "destructive" });
    const first = FIELDS.find((name) => found[name] !== undefined);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const found: Errors = {};
    if (values.currentPassword === "") found.currentPassword = password.currentRequired;
    if (values.newPassword.length < PASSWORD_MIN) found.newPassword = password.tooShort;
    const first = FIELDS.find((name) => found[name] !== undefined);
    if (first) complain(found, found[first]!);
    else change.mutate();
  }

  const bind = (name: keyof Values) => ({
    name,
    value: values[name],
    required: true,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
  });

  return (
    <Card title={password.title}>
      <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
        {/* Password managers file the new password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field label={password.current} error={errors.currentPassword}>
          {(control) => (
            <PasswordInput {...control} {...bind("currentPassword")} autoComplete="current-password" />
          )}
        </Field>
        <Field label={password.new} hint={password.newHint} error={errors.newPassword}>
          {(control) => <PasswordInput {...control} {...bind("newPassword")} autoComplete="new-password" />}
        </Field>
        <Button type="submit" pending={change.isPending} pendingLabel={password.pending}>
          {password.submit}
        </Button>
      </form>
    </Card>
  );
}

import { useEffect, useRef } from "react";
import type { SubmitEvent } from "react";
import { errorText } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import type { Fields } from "../../lib/use-fields.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Field } from "../../ui/field.tsx";
import { dismissRefusal } from "../../ui/notice-store.ts";
import { useNotify } from "../../ui/notices.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { emailError } from "./auth-errors.ts";
import type { AuthField } from "./auth-errors.ts";
import styles from "./auth-form.module.css";

/** Asks for a link that sets a new password. What it says afterwards does not tell whether there is an account. */
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
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
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
    </form>
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

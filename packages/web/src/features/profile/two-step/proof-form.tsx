import { useEffect } from "react";
import type { SubmitEvent } from "react";
import { ApiError, errorText } from "../../../lib/api-error.ts";
import { isTwoStepCode } from "../../../lib/two-step-code.ts";
import { useFields } from "../../../lib/use-fields.ts";
import type { FieldErrors } from "../../../lib/use-fields.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { dismissRefusal } from "../../../ui/notice-store.ts";
import { useNotify } from "../../../ui/notices.tsx";
import { TwoStepField } from "../../../ui/two-step-field.tsx";
import { refreshSecurity } from "../security-query.ts";
import { CurrentPassword } from "../current-password.tsx";
import styles from "./two-step-dialog.module.css";

const FIELDS = ["password", "code"] as const;

type ProofFormProps<T> = {
  intro: string;
  email: string;
  /** True where the second step is asked for beside the password. */
  asksCode?: boolean;
  isDanger?: boolean;
  submitLabel: string;
  send: (proof: { password: string; code: string }) => Promise<T>;
  onDone: (answer: T) => void | Promise<void>;
};

/** Whoever changes two-step sign-in proves first that it is theirs. */
export function ProofForm<T>(props: ProofFormProps<T>) {
  const { intro, email, asksCode = false, isDanger = false, submitLabel, send, onDone } = props;
  const text = useText();
  const { twoStep } = useLaterText().profile;
  const notify = useNotify();
  const fields = useFields(FIELDS);
  const { form, values, errors } = fields;

  const prove = useSubmit({
    mutationFn: () => send(values),
    onSuccess(answer) {
      dismissRefusal();
      return onDone(answer);
    },
    onError(error) {
      const words = errorText(error, text, twoStep.failed);
      fields.blame(error, words);
      notify({ title: text.common.error, body: words, tone: "destructive" });
      // It was switched on or off elsewhere meanwhile.
      if (error instanceof ApiError && error.status === 409) void refreshSecurity();
    },
  });

  useEffect(() => form.current?.querySelector<HTMLInputElement>("[name=password]")?.focus(), [form]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const found: FieldErrors<(typeof FIELDS)[number]> = {};
    if (values.password === "") found.password = twoStep.passwordRequired;
    if (asksCode && !isTwoStepCode(values.code)) found.code = text.common.twoStep.invalid;
    const fault = fields.complain(found);
    if (fault !== undefined) notify({ title: text.common.error, body: fault, tone: "destructive" });
    else prove.mutate();
  }

  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <p className={styles["text"]}>{intro}</p>
      {prove.error && !fields.hasErrors && <Failure words={errorText(prove.error, text, twoStep.failed)} />}
      <CurrentPassword
        email={email}
        label={twoStep.password}
        error={errors.password}
        {...fields.bind("password")}
        data-autofocus
      />
      {asksCode && (
        <TwoStepField
          name="code"
          value={values.code}
          onValueChange={(typed) => fields.set("code", typed)}
          error={errors.code}
        />
      )}
      <Button
        type="submit"
        size="large"
        variant={isDanger ? "danger" : "primary"}
        pending={prove.isPending}
        pendingLabel={twoStep.checking}
      >
        {submitLabel}
      </Button>
    </form>
  );
}

import { useEffect, useRef } from "react";
import type { SubmitEvent } from "react";
import { ApiError, errorText } from "../../../../api/api-error.ts";
import { call } from "../../../../api/client.ts";
import { useSubmit } from "../../../../api/use-submit.ts";
import { inFours } from "../../../../lib/format.ts";
import { isAppCode, isTwoStepCode, TwoStepField } from "../../../../ui/form/two-step-field.tsx";
import { useFields } from "../../../../api/use-fields.ts";
import type { FieldErrors } from "../../../../api/use-fields.ts";
import { useLaterText, useText } from "../../../../locales/text.ts";
import { Failure } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { dismissRefusal } from "../../../../ui/overlay/notice-store.ts";
import { useNotify } from "../../../../ui/overlay/notices.tsx";
import { Caption, Stack } from "../../../../ui/primitives.tsx";
import { QrCode } from "../../../../ui/qr-code.tsx";
import { CurrentPassword } from "../current-password.tsx";
import { refreshSecurity } from "../security-query.ts";
import styles from "./two-step-dialog.module.css";

const PROOF_FIELDS = ["password", "code"] as const;

type ProofFormProps<T> = {
  intro: string;
  email: string;
  /** True to ask for the second step beside the password. */
  asksCode?: boolean;
  isDanger?: boolean;
  submitLabel: string;
  send: (proof: { password: string; code: string }) => Promise<T>;
  onDone: (answer: T) => void | Promise<void>;
};

/** Asks people to prove who they are before they change two-step sign-in. */
export function ProofForm<T>(props: ProofFormProps<T>) {
  const { intro, email, asksCode = false, isDanger = false, submitLabel, send, onDone } = props;
  const text = useText();
  const { twoStep } = useLaterText().profile;
  const notify = useNotify();
  const fields = useFields(PROOF_FIELDS);
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
      // Somebody switched it on or off elsewhere meanwhile.
      if (error instanceof ApiError && error.status === 409) void refreshSecurity();
    },
  });

  useEffect(() => form.current?.querySelector<HTMLInputElement>("[name=password]")?.focus(), [form]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const found: FieldErrors<(typeof PROOF_FIELDS)[number]> = {};
    if (values.password === "") found.password = twoStep.passwordRequired;
    if (asksCode && !isTwoStepCode(values.code)) found.code = text.common.twoStep.invalid;
    const fault = fields.complain(found);
    if (fault !== undefined) notify({ title: text.common.error, body: fault, tone: "destructive" });
    else prove.mutate();
  }

  return (
    <Stack as="form" gap={5} ref={form} onSubmit={submit} noValidate>
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
    </Stack>
  );
}

const SCAN_FIELDS = ["code"] as const;

type ScanFormProps = { secret: string; uri: string; onDone: (recoveryCodes: readonly string[]) => void };

/** Shows the secret for the app and asks for a first code, which proves that the app has it. */
export function ScanForm({ secret, uri, onDone }: ScanFormProps) {
  const text = useText();
  const { twoStep } = useLaterText().profile;
  const { setUp } = twoStep;
  const notify = useNotify();
  const fields = useFields(SCAN_FIELDS);
  const { form, values } = fields;
  const intro = useRef<HTMLParagraphElement>(null);

  const confirm = useSubmit({
    mutationFn: () => call("confirmTwoStep", { body: values }),
    onSuccess({ recoveryCodes }) {
      dismissRefusal();
      onDone(recoveryCodes);
    },
    onError(error) {
      const words = errorText(error, text, twoStep.failed);
      fields.blame(error, words);
      notify({ title: text.common.error, body: words, tone: "destructive" });
      form.current?.querySelector<HTMLInputElement>("[name=code]")?.select();
    },
  });

  // The field must not get the focus: a phone's keyboard would cover the code to scan.
  useEffect(() => intro.current?.focus(), []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const fault = fields.complain(isAppCode(values.code) ? {} : { code: setUp.invalid });
    if (fault !== undefined) notify({ title: text.common.error, body: fault, tone: "destructive" });
    else confirm.mutate();
  }

  return (
    <Stack as="form" gap={5} ref={form} onSubmit={submit} noValidate>
      <p ref={intro} tabIndex={-1} className={styles["text"]}>
        {setUp.scan}
      </p>
      <div className={styles["scan"]}>
        <div className={styles["qr"]}>
          <QrCode value={uri} label={setUp.qr} />
        </div>
        <div className={styles["secret"]}>
          <Caption>{setUp.secret}</Caption>
          <p className={styles["groups"]} translate="no">
            {inFours(secret).map((group, index) => (
              <span key={index}>{group}</span>
            ))}
          </p>
          <CopyButton label={setUp.copySecret} value={secret} wide />
        </div>
      </div>
      <p className={styles["text"]}>{setUp.first}</p>
      {confirm.error && !fields.hasErrors && (
        <Failure words={errorText(confirm.error, text, twoStep.failed)} />
      )}
      <TwoStepField
        name="code"
        value={values.code}
        onValueChange={(typed) => fields.set("code", typed)}
        error={fields.errors.code}
        allowRecovery={false}
      />
      <Button type="submit" size="large" pending={confirm.isPending} pendingLabel={twoStep.checking}>
        {setUp.submit}
      </Button>
    </Stack>
  );
}

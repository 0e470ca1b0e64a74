import { useEffect, useRef } from "react";
import type { SubmitEvent } from "react";
import { errorText } from "../../../lib/api-error.ts";
import { call } from "../../../lib/api.ts";
import { inFours } from "../../../lib/format.ts";
import { isAppCode } from "../../../lib/two-step-code.ts";
import { useFields } from "../../../lib/use-fields.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { dismissRefusal } from "../../../ui/notice-store.ts";
import { useNotify } from "../../../ui/notices.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { TwoStepField } from "../../../ui/two-step-field.tsx";
import styles from "./two-step-dialog.module.css";

const FIELDS = ["code"] as const;

type ScanFormProps = { secret: string; uri: string; onDone: (recoveryCodes: readonly string[]) => void };

/** The secret for the app, and the first code as the proof that the app has it. */
export function ScanForm({ secret, uri, onDone }: ScanFormProps) {
  const text = useText();
  const { twoStep } = useLaterText().profile;
  const { setUp } = twoStep;
  const notify = useNotify();
  const fields = useFields(FIELDS);
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

  // Not the field: a keyboard that comes up would cover what is to be scanned.
  useEffect(() => intro.current?.focus(), []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const fault = fields.complain(isAppCode(values.code) ? {} : { code: setUp.invalid });
    if (fault !== undefined) notify({ title: text.common.error, body: fault, tone: "destructive" });
    else confirm.mutate();
  }

  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <p ref={intro} tabIndex={-1} className={styles["text"]}>
        {setUp.scan}
      </p>
      <div className={styles["scan"]}>
        <div className={styles["qr"]}>
          <QrCode value={uri} label={setUp.qr} />
        </div>
        <div className={styles["secret"]}>
          <p className={styles["note"]}>{setUp.secret}</p>
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
    </form>
  );
}

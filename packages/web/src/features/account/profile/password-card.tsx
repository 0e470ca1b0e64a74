import type { SubmitEvent } from "react";
import { errorText } from "../../../api/api-error.ts";
import { call } from "../../../api/client.ts";
import { useFields } from "../../../api/use-fields.ts";
import type { FieldErrors } from "../../../api/use-fields.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { PasswordInput } from "../../../ui/form/text-input.tsx";
import { useNotify } from "../../../ui/overlay/notices.tsx";
import styles from "./profile-page.module.css";
import { refreshSecurity } from "./security-query.ts";
import { CurrentPassword } from "./current-password.tsx";

const PASSWORD_MIN = 6;
const FIELDS = ["currentPassword", "newPassword"] as const;

export function PasswordCard({ email, holdHours }: { email: string; holdHours: number }) {
  const text = useText();
  const { password } = useLaterText().profile;
  const notify = useNotify();
  const fields = useFields(FIELDS);
  const { form, values, errors, bind } = fields;

  const change = useSubmit({
    mutationFn: () => call("changePassword", { body: values }),
    onSuccess() {
      fields.clear();
      void refreshSecurity();
      notify({ title: password.changed, body: password.changedBody });
    },
    onError(error) {
      const words = errorText(error, text, password.failed);
      fields.blame(error, words);
      notify({ title: text.common.error, body: words, tone: "destructive" });
    },
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const found: FieldErrors<(typeof FIELDS)[number]> = {};
    if (values.currentPassword === "") found.currentPassword = password.currentRequired;
    if (values.newPassword.length < PASSWORD_MIN) found.newPassword = password.tooShort;
    const fault = fields.complain(found);
    if (fault !== undefined) notify({ title: text.common.error, body: fault, tone: "destructive" });
    else change.mutate();
  }

  return (
    <Card title={password.title}>
      <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
        <CurrentPassword
          email={email}
          label={password.current}
          error={errors.currentPassword}
          {...bind("currentPassword")}
        />
        <Field
          label={password.new}
          hint={holdHours > 0 ? `${password.newHint} ${password.holdHint(holdHours)}` : password.newHint}
          error={errors.newPassword}
        >
          {(control) => (
            <PasswordInput {...control} {...bind("newPassword")} autoComplete="new-password" required />
          )}
        </Field>
        <Button type="submit" pending={change.isPending} pendingLabel={password.pending}>
          {password.submit}
        </Button>
      </form>
    </Card>
  );
}

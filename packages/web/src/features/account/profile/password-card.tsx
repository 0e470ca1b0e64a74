import { call } from "../../../api/client.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useLaterText } from "../../../locales/text.ts";
import { Failure } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { PasswordInput } from "../../../ui/form/text-input.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import styles from "./profile-page.module.css";
import { refreshSecurity } from "./security-query.ts";
import { PasswordHint } from "../password-hint.tsx";
import { CurrentPassword } from "./current-password.tsx";

const PASSWORD_MIN = 6;
const FIELDS = ["currentPassword", "newPassword"] as const;

export function PasswordCard({ email, holdHours }: { email: string; holdHours: number }) {
  const { password } = useLaterText().profile;
  const form = useForm(useFields(FIELDS), {
    check: ({ currentPassword, newPassword }) => ({
      currentPassword: currentPassword === "" ? password.currentRequired : undefined,
      newPassword: newPassword.length < PASSWORD_MIN ? password.tooShort : undefined,
    }),
    send: (body) => call("changePassword", { body }),
    failed: password.failed,
    onDone() {
      form.clear();
      void refreshSecurity();
      notify({ title: password.changed, body: password.changedBody });
    },
  });
  const { errors, bind } = form;
  return (
    <Card title={password.title}>
      <form className={styles["form"]} {...form.attributes}>
        <Failure words={form.failure} />
        <CurrentPassword
          email={email}
          label={password.current}
          error={errors.currentPassword}
          {...bind("currentPassword")}
        />
        <Field
          label={password.new}
          hint={
            <PasswordHint password={form.values.newPassword} email={email}>
              {holdHours > 0 ? `${password.newHint} ${password.holdHint(holdHours)}` : password.newHint}
            </PasswordHint>
          }
          error={errors.newPassword}
        >
          {(control) => (
            <PasswordInput {...control} {...bind("newPassword")} autoComplete="new-password" required />
          )}
        </Field>
        <Button type="submit" pending={form.isPending} pendingLabel={password.pending}>
          {password.submit}
        </Button>
      </form>
    </Card>
  );
}

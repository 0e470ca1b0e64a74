import { useEffect } from "react";
import type { SubmitEvent } from "react";
import { useLocation } from "wouter";
import { errorText } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { pathAfterSignIn } from "../../lib/return-path.ts";
import { beginSession } from "../../lib/sign-in.ts";
import { isTwoStepCode } from "../../lib/two-step-code.ts";
import { useFields } from "../../lib/use-fields.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { dismissRefusal } from "../../ui/notice-store.ts";
import { useNotify } from "../../ui/notices.tsx";
import { TwoStepField } from "../../ui/two-step-field.tsx";
import styles from "./auth-form.module.css";

const FIELDS = ["twoStepCode"] as const;

/** The second half of a login: the code, for the e-mail and password that were right. */
export function SecondStepForm({ email, password }: { email: string; password: string }) {
  const text = useText();
  const notify = useNotify();
  const [, navigate] = useLocation();
  const fields = useFields(FIELDS);
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
      // A refused code is typed anew, not mended.
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
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
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
    </form>
  );
}

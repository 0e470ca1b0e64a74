import { readWithdrawalCode } from "@veritick/domain/typed-text.ts";
import { useEffect, useRef, useState } from "react";
import type { SubmitEvent } from "react";
import { ApiError, call } from "../../../api/client.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { DigitsInput } from "../../../ui/form/text-input.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Caption, Figure, Grid, Num, Stack } from "../../../ui/primitives.tsx";
import { Banner, Failure } from "../../../ui/states.tsx";
import { withProof } from "../step-up/step-up.ts";
import { refreshSecurity } from "./security-query.ts";

const FIELDS = ["code"] as const;

/**
 * Creates the withdrawal code. Takes the digits masked, and shows them before they count: nobody can show or change them
 * later, and a typing error would only be noticed at a withdrawal. `StepUpPlace` must be on the page.
 */
export function NewCodeForm({ holdHours, startsAtCode }: { holdHours: number; startsAtCode?: boolean }) {
  const { code, password } = useTextOf("later").profile;
  const [isConfirming, setConfirming] = useState(false);
  const form = useForm(useFields(FIELDS), {
    check: (values) => ({ code: readWithdrawalCode(values.code) === undefined ? code.invalid : undefined }),
    send: (body) => withProof(() => call("createWithdrawalCode", { body })),
    failed: code.failed,
    ...(startsAtCode === true && { startAt: "code" as const }),
    onDone() {
      void refreshSecurity();
      notify({ title: code.done, body: code.doneBody });
      return refreshCurrentUser();
    },
    onRefused(error) {
      if (!(error instanceof ApiError)) return;
      if (error.field === "code") setConfirming(false);
      // Another tab created it first.
      if (error.code === "withdrawal_code_exists") void refreshCurrentUser();
    },
  });
  const digits = readWithdrawalCode(form.values.code);

  const shown = useRef<HTMLDivElement>(null);
  const wasConfirming = useRef(false);
  const { focus } = form;
  useEffect(() => {
    if (isConfirming === wasConfirming.current) return;
    wasConfirming.current = isConfirming;
    if (isConfirming) shown.current?.focus();
    else focus("code");
  }, [isConfirming, focus]);

  function onSubmit(event: SubmitEvent) {
    if (isConfirming || digits === undefined) return form.attributes.onSubmit(event);
    event.preventDefault();
    event.stopPropagation();
    setConfirming(true);
  }

  return (
    <Stack as="form" gap={5} {...form.attributes} onSubmit={onSubmit}>
      <Failure words={form.failure} />
      <Banner tone="warn">
        {code.warning} {holdHours > 0 && password.holdHint(holdHours)}
      </Banner>
      {isConfirming && digits !== undefined ? (
        <div ref={shown} tabIndex={-1}>
          <Caption>{code.check}</Caption>
          <Figure>
            <Num>{[...digits].join(" ")}</Num>
          </Figure>
        </div>
      ) : (
        <Grid gap={4} min={240}>
          <Field label={code.label} hint={code.hint} error={form.errors.code}>
            {(control) => (
              <DigitsInput
                {...control}
                name="code"
                value={form.values.code}
                onValueChange={(typed) => form.set("code", typed)}
                showLabel={code.show}
                hideLabel={code.hide}
                required
              />
            )}
          </Field>
        </Grid>
      )}
      <Actions>
        {isConfirming ? (
          <>
            <Button type="submit" pending={form.isPending} pendingLabel={code.pending}>
              {code.submit}
            </Button>
            <Button variant="quiet" onClick={() => setConfirming(false)}>
              {code.correct}
            </Button>
          </>
        ) : (
          <Button type="submit">{code.next}</Button>
        )}
      </Actions>
    </Stack>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { StepUpState } from "@veritick/contract/schemas/security.ts";
import { useEffect } from "react";
import type { SubmitEvent } from "react";
import { ApiError, errorText } from "../../../api/api-error.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { isTwoStepCode, TwoStepField } from "../../../ui/form/two-step-field.tsx";
import { useFields } from "../../../api/use-fields.ts";
import { useAdminText, useText } from "../../../locales/text.ts";
import { CurrentPassword } from "../../account/public.ts";
import { adminCall, adminKeyOf } from "../admin-queries.ts";
import { Banner, Failure } from "../../../ui/banner.tsx";
import { Button, Choices, LinkButton } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Stack } from "../../../ui/primitives.tsx";
import { cancelProof, takeProof, useIsProofWanted } from "./step-up.ts";

/** By what this person proves who they are, asked for each time: it may have been switched meanwhile. */
function StepUpForm({ email }: { email: string }) {
  const text = useText();
  const { stepUp } = useAdminText();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: adminKeyOf("getStepUp"),
    queryFn: ({ signal }) => adminCall("getStepUp", { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (data !== undefined) {
    return (
      <ProofForm key={data.method} method={data.method} email={email} onOtherWay={() => void refetch()} />
    );
  }
  if (error === null || isFetching) {
    return (
      <div role="status" aria-label={text.common.loading}>
        <Skeleton width="100%" height={150} />
      </div>
    );
  }
  return (
    <Banner tone="warn" action={<LinkButton onClick={() => void refetch()}>{text.common.retry}</LinkButton>}>
      {errorText(error, text, stepUp.failed)}
    </Banner>
  );
}

const FIELDS = ["password", "code"] as const;

/** Refusals that say that the proof is another one now. */
const OTHER_WAY = new Set(["two_step_required", "current_password_required"]);

type ProofFormProps = { method: StepUpState["method"]; email: string; onOtherWay: () => void };

function ProofForm({ method, email, onOtherWay }: ProofFormProps) {
  const text = useText();
  const { stepUp } = useAdminText();
  const fields = useFields(FIELDS);
  const { form, values, errors } = fields;

  const findInput = () => form.current?.querySelector<HTMLInputElement>(`[name=${method}]`);

  const prove = useSubmit({
    mutationFn: () => adminCall("proveStepUp", { body: { [method]: values[method] } }),
    onSuccess: takeProof,
    onError(error) {
      if (error instanceof ApiError && OTHER_WAY.has(error.code ?? "")) onOtherWay();
      const isWrong = fields.blame(error, errorText(error, text, stepUp.failed));
      // The next try replaces what was wrong instead of being added to it.
      if (isWrong) findInput()?.select();
    },
  });

  useEffect(() => form.current?.querySelector<HTMLInputElement>(`[name=${method}]`)?.focus(), [form, method]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (method === "password" && values.password === "")
      fields.complain({ password: stepUp.passwordRequired });
    else if (method === "code" && !isTwoStepCode(values.code))
      fields.complain({ code: text.common.twoStep.invalid });
    else prove.mutate();
  }

  return (
    <Stack as="form" gap={4} ref={form} onSubmit={submit} noValidate>
      {prove.error && !fields.hasErrors && <Failure words={errorText(prove.error, text, stepUp.failed)} />}
      {method === "password" ? (
        <CurrentPassword
          email={email}
          label={stepUp.password}
          error={errors.password}
          {...fields.bind("password")}
          data-autofocus
        />
      ) : (
        <TwoStepField
          name="code"
          value={values.code}
          onValueChange={(typed) => fields.set("code", typed)}
          error={errors.code}
        />
      )}
      <Choices>
        <Button variant="quiet" onClick={cancelProof}>
          {text.common.cancel}
        </Button>
        <Button type="submit" pending={prove.isPending} pendingLabel={stepUp.checking}>
          {stepUp.submit}
        </Button>
      </Choices>
    </Stack>
  );
}

/** Where a person proves who they are, above whatever is open, once a call needs it. */
export function StepUpPlace({ email }: { email: string }) {
  const { stepUp } = useAdminText();
  const isWanted = useIsProofWanted();
  // Whoever leaves the page does not go on with what waits.
  useEffect(() => cancelProof, []);
  return (
    isWanted && (
      <Dialog open onOpenChange={cancelProof} title={stepUp.title} description={stepUp.why}>
        <StepUpForm email={email} />
      </Dialog>
    )
  );
}

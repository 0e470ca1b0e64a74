import { useQuery } from "@tanstack/react-query";
import type { StepUpState } from "@veritick/contract/schemas/security.ts";
import { plainCode, readTwoStepCode } from "@veritick/domain/typed-text.ts";
import { useEffect, useEffectEvent } from "react";
import type { ComponentProps } from "react";
import { ApiError, call, errorText } from "../../../api/client.ts";
import { canUsePasskeys } from "../../../api/passkey.ts";
import { getOptions } from "../../../api/query.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button, Choices } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { PasswordInput } from "../../../ui/form/text-input.tsx";
import { TwoStepField } from "../../../ui/form/two-step-field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Skeleton, Stack } from "../../../ui/primitives.tsx";
import { Failure, Loaded } from "../../../ui/states.tsx";
import { PasskeyForm } from "./passkey-form.tsx";
import { cancelProof, takeProof, useIsProofWanted } from "./step-up.ts";

/** Asks for the user's proof of identity. Loads the method each time, because it may have changed meanwhile. */
function StepUpForm({ email }: { email: string }) {
  const text = useText();
  const { stepUp } = useTextOf("later");
  const query = useQuery({
    ...getOptions("getOwnStepUp"),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Loaded
      query={query}
      look="banner"
      failed={errorText(query.error, text, stepUp.failed)}
      loading={
        <div role="status" aria-label={text.common.loading}>
          <Skeleton width="100%" height={150} />
        </div>
      }
    >
      {({ method }) => (
        <ProofForm key={method} method={method} email={email} onOtherWay={() => void query.refetch()} />
      )}
    </Loaded>
  );
}

const FIELDS = ["password", "code"] as const;

const OTHER_WAY = new Set(["two_step_required", "passkey_required", "current_password_required"]);

type ProofFormProps = { method: StepUpState["method"]; email: string; onOtherWay: () => void };

function ProofForm({ method, email, onOtherWay }: ProofFormProps) {
  const text = useText();
  const { stepUp } = useTextOf("later");
  const cancel = useCancelProof();
  const field = method === "password" ? "password" : "code";
  const isPasskeyFirst = method === "passkey" && canUsePasskeys();
  const form = useForm(useFields(FIELDS), {
    check: ({ password, code }) =>
      method === "password"
        ? { password: password === "" ? stepUp.passwordRequired : undefined }
        : { code: readTwoStepCode(code) === undefined ? text.common.twoStep.invalid : undefined },
    send: ({ password, code }) =>
      call("proveOwnStepUp", { body: method === "password" ? { password } : { code: plainCode(code) } }),
    failed: stepUp.failed,
    isQuiet: true,
    ...(isPasskeyFirst ? {} : { startAt: field }),
    retype: field,
    onDone: takeProof,
    onRefused(error) {
      if (error instanceof ApiError && OTHER_WAY.has(error.code ?? "")) onOtherWay();
    },
  });
  const { values, errors } = form;

  return (
    <Stack gap={4}>
      {(method === "passkey" || method === "code_or_passkey") && (
        <PasskeyForm
          isMain={method === "passkey"}
          ask={() => call("askPasskey", { body: {} })}
          send={(passkey) => call("proveOwnStepUp", { body: { passkey } })}
          onDone={takeProof}
        />
      )}
      <Stack as="form" gap={4} {...form.attributes}>
        <Failure words={form.failure} />
        {method === "password" ? (
          <CurrentPassword
            email={email}
            label={stepUp.password}
            error={errors.password}
            {...form.bind("password")}
            data-autofocus
          />
        ) : (
          <TwoStepField
            name="code"
            value={values.code}
            onValueChange={(typed) => form.set("code", typed)}
            error={errors.code}
            hasApp={method !== "passkey"}
          />
        )}
        <Choices>
          <Button variant="quiet" onClick={cancel}>
            {text.common.cancel}
          </Button>
          <Button
            type="submit"
            variant={isPasskeyFirst ? "quiet" : "primary"}
            pending={form.isPending}
            pendingLabel={stepUp.checking}
          >
            {stepUp.submit}
          </Button>
        </Choices>
      </Stack>
    </Stack>
  );
}

function useCancelProof() {
  const { stepUp } = useTextOf("later");
  return () => cancelProof({ title: stepUp.cancelled, body: stepUp.cancelledBody });
}

/** The dialog in which the user proves their identity when a call requires it, above all other dialogs. */
export function StepUpPlace({ email }: { email: string }) {
  const { stepUp } = useTextOf("later");
  const isWanted = useIsProofWanted();
  const cancel = useCancelProof();
  // Leaving the page cancels the waiting calls.
  const leave = useEffectEvent(cancel);
  useEffect(() => () => leave(), []);
  return (
    isWanted && (
      <Dialog open onOpenChange={cancel} title={stepUp.title} description={stepUp.why}>
        <StepUpForm email={email} />
      </Dialog>
    )
  );
}

type CurrentPasswordProps = Omit<ComponentProps<typeof PasswordInput>, "autoComplete" | "required"> & {
  email: string;
  label: string;
  error: string | undefined;
};

/** Asks signed-in users for their password, in a form that password managers can fill in. */
export function CurrentPassword({ email, label, error, ...input }: CurrentPasswordProps) {
  return (
    <>
      <UsernameForManagers email={email} />
      <Field label={label} error={error}>
        {(control) => <PasswordInput {...control} {...input} autoComplete="current-password" required />}
      </Field>
    </>
  );
}

/** Password managers store a password under this name. They ignore inputs of the type "hidden", so this one is text. */
function UsernameForManagers({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}

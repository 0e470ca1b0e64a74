import { plainEmail } from "@veritick/domain/emails.ts";
import {
  normalizePassword,
  plainCode,
  plainInvitation,
  readTwoStepCode,
} from "@veritick/domain/typed-text.ts";
import { useState } from "react";
import { useLocation } from "wouter";
import { ApiError, call } from "../../../api/client.ts";
import { canUsePasskeys } from "../../../api/passkey.ts";
import { useGet } from "../../../api/query.ts";
import { beginSession } from "../../../api/sign-in.ts";
import { pathAfterSignIn } from "../../../lib/links.ts";
import { TermsStatement } from "../legal/legal-links.tsx";
import { PasskeyForm } from "../step-up/passkey-form.tsx";
import { TwoStepField } from "../../../ui/form/two-step-field.tsx";
import { useFields, useForm } from "../../../api/use-form.ts";
import type { Fields } from "../../../api/use-form.ts";
import { useText, useTextOf } from "../../../locales/text.ts";
import { Failure } from "../../../ui/states.tsx";
import { Button } from "../../../ui/button.tsx";
import { PasswordInput, TextInput } from "../../../ui/form/text-input.tsx";
import { Check } from "../../../ui/form/choices.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { dismissRefusal } from "../../../ui/overlay/notice-store.ts";
import { Quiet, Stack } from "../../../ui/primitives.tsx";
import { emailError } from "../email-error.ts";
import type { EmailWords } from "../email-error.ts";
import { NewPasswordField, PASSWORD_MIN } from "../new-password-field.tsx";
import type { Bound } from "../new-password-field.tsx";

type AuthMode = "login" | "register";
export type AuthField = "email" | "password" | "confirm" | "invitation" | "acceptedTerms";
type AuthValues = Record<"email" | "password" | "confirm", string>;
type AuthErrors = Partial<Record<AuthField, string>>;

type AuthFormProps = {
  mode: AuthMode;
  fields: Fields<AuthField>;
  /** True if only people with an invitation can register. */
  asksInvitation: boolean;
  /**
   * Called when the password is right and the account needs a second step. `hasApp` is false if that step is a passkey or a
   * recovery code.
   */
  onSecondStep: (hasApp: boolean) => void;
};

export function AuthForm({ mode, fields, asksInvitation, onSecondStep }: AuthFormProps) {
  const auth = useTextOf("auth");
  const [, navigate] = useLocation();
  const [shownMode, setShownMode] = useState(mode);
  const { errors, bind } = fields;
  const words = auth[mode];
  const settings = useGet("settings").data;
  const termsVersion = mode === "register" ? (settings?.termsVersion ?? undefined) : undefined;

  const form = useForm(fields, {
    check: (values) => ({
      ...authErrors(mode, values, auth),
      ...(asksInvitation &&
        plainInvitation(values.invitation) === "" && { invitation: auth.invitation.missing }),
      ...(termsVersion !== undefined &&
        values.acceptedTerms !== termsVersion && { acceptedTerms: auth.terms.required }),
    }),
    send({ email, password, invitation, acceptedTerms }) {
      const body = { email: plainEmail(email), password };
      if (mode === "login") return call("login", { body });
      return call("register", {
        body: {
          ...body,
          ...(asksInvitation && { invitation: plainInvitation(invitation) }),
          ...(termsVersion !== undefined && { acceptedTerms }),
        },
      });
    },
    failed: words.failed,
    isQuiet: true,
    // Everybody comes to this page to type, so the first field has the focus.
    startAt: "email",
    onDone(user) {
      beginSession(user);
      dismissRefusal();
      navigate(pathAfterSignIn(history.state), { replace: true });
    },
    onRefused(error) {
      const code = (error instanceof ApiError && error.code) || "";
      if (!SECOND_STEP.has(code)) return false;
      dismissRefusal();
      onSecondStep(code === "two_step_required");
      return true;
    },
  });

  if (mode !== shownMode) {
    setShownMode(mode);
    form.reset();
  }

  return (
    <Stack as="form" gap={5} {...form.attributes}>
      <Failure words={form.failure} />
      <EmailField error={errors.email} {...bind("email")} />
      {mode === "register" ? (
        <NewPasswordField
          label={auth.password}
          email={fields.values.email}
          error={errors.password}
          {...bind("password")}
        />
      ) : (
        <Field label={auth.password} error={errors.password}>
          {(control) => (
            <PasswordInput {...control} {...bind("password")} autoComplete="current-password" required />
          )}
        </Field>
      )}
      {mode === "register" && <ConfirmField error={errors.confirm} {...bind("confirm")} />}
      {asksInvitation && <InvitationField error={errors.invitation} {...bind("invitation")} />}
      {termsVersion !== undefined && (
        <Check
          name="acceptedTerms"
          checked={fields.values.acceptedTerms === termsVersion}
          onChange={(accepts) => fields.set("acceptedTerms", accepts ? termsVersion : "")}
          error={errors.acceptedTerms}
        >
          <TermsStatement />
        </Check>
      )}
      <Button type="submit" size="large" pending={form.isPending} pendingLabel={words.pending}>
        {words.submit}
      </Button>
    </Stack>
  );
}

export function EmailField({ error, ...bound }: Bound) {
  const auth = useTextOf("auth");
  return (
    <Field label={auth.email} error={error}>
      {(control) => (
        <TextInput {...control} {...bound} type="email" autoComplete="username" inputMode="email" required />
      )}
    </Field>
  );
}

export function ConfirmField({ error, ...bound }: Bound) {
  const auth = useTextOf("auth");
  return (
    <Field label={auth.confirm} error={error}>
      {(control) => <PasswordInput {...control} {...bound} autoComplete="new-password" required />}
    </Field>
  );
}

function InvitationField({ error, ...bound }: Bound) {
  const { invitation } = useTextOf("auth");
  return (
    <Field label={invitation.label} hint={invitation.hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          {...bound}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
      )}
    </Field>
  );
}

const SECOND_STEP = new Set(["two_step_required", "passkey_required"]);

/** Signs in with a passkey, or confirms the second step with one after e-mail and password were right. */
export function PasskeySignIn({
  after,
  isMain = false,
}: {
  after?: { email: string; password: string };
  isMain?: boolean;
}) {
  const [, navigate] = useLocation();
  return (
    <PasskeyForm
      size="large"
      isMain={isMain}
      ask={() => call("beginPasskeySignIn")}
      send={(passkey) =>
        after === undefined
          ? call("passkeySignIn", { body: { passkey } })
          : call("login", { body: { email: plainEmail(after.email), password: after.password, passkey } })
      }
      onDone={(user) => {
        beginSession(user);
        dismissRefusal();
        navigate(pathAfterSignIn(history.state), { replace: true });
      }}
    />
  );
}

const SECOND_STEP_FIELDS = ["twoStepCode"] as const;

type SecondStepProps = { email: string; password: string; hasApp: boolean };

/** Asks for a code or a passkey after e-mail and password were right. It begins with the method that the account has. */
export function SecondStep({ email, password, hasApp }: SecondStepProps) {
  const text = useText();
  const auth = useTextOf("auth");
  const [, navigate] = useLocation();
  const isPasskeyFirst = !hasApp && canUsePasskeys();
  const form = useForm(useFields(SECOND_STEP_FIELDS), {
    check: ({ twoStepCode }) => ({
      twoStepCode: readTwoStepCode(twoStepCode) === undefined ? text.common.twoStep.invalid : undefined,
    }),
    send: ({ twoStepCode }) =>
      call("login", { body: { email: plainEmail(email), password, twoStepCode: plainCode(twoStepCode) } }),
    failed: auth.login.failed,
    onDone(user) {
      beginSession(user);
      dismissRefusal();
      navigate(pathAfterSignIn(history.state), { replace: true });
    },
    ...(isPasskeyFirst ? {} : { startAt: "twoStepCode" as const }),
    retype: "twoStepCode",
  });
  const passkey = <PasskeySignIn after={{ email, password }} isMain={isPasskeyFirst} />;

  return (
    <Stack gap={6}>
      <Quiet anywhere>{auth.secondStep.intro(plainEmail(email))}</Quiet>
      {isPasskeyFirst && passkey}
      <Stack as="form" gap={5} {...form.attributes}>
        <Failure words={form.failure} />
        <TwoStepField
          name="twoStepCode"
          value={form.values.twoStepCode}
          onValueChange={(typed) => form.set("twoStepCode", typed)}
          error={form.errors.twoStepCode}
          hasApp={hasApp}
        />
        <Button
          type="submit"
          variant={isPasskeyFirst ? "quiet" : "primary"}
          size="large"
          pending={form.isPending}
          pendingLabel={auth.login.pending}
        >
          {auth.login.submit}
        </Button>
      </Stack>
      {!isPasskeyFirst && passkey}
    </Stack>
  );
}

type PasswordWords = { readonly passwordTooShort: string; readonly mismatch: string };

/** Returns the faults of the form, in the order of its fields. */
export function authErrors(
  mode: AuthMode,
  values: AuthValues,
  words: EmailWords & PasswordWords,
): AuthErrors {
  const errors: AuthErrors = {};
  const email = emailError(values.email, words);
  if (email !== undefined) errors.email = email;
  return { ...errors, ...passwordErrors(values, words, mode === "register") };
}

/** Returns the faults of a new password and, if the form asks for it twice, of the second one. */
export function passwordErrors(
  typed: Pick<AuthValues, "password" | "confirm">,
  words: PasswordWords,
  isConfirmed = true,
): AuthErrors {
  const errors: AuthErrors = {};
  const [password, confirm] = [normalizePassword(typed.password), normalizePassword(typed.confirm)];
  if (password.length < PASSWORD_MIN) errors.password = words.passwordTooShort;
  if (isConfirmed && confirm !== password) errors.confirm = words.mismatch;
  return errors;
}

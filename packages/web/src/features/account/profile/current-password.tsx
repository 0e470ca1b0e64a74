import type { ComponentProps } from "react";
import { Field } from "../../../ui/form/field.tsx";
import { PasswordInput } from "../../../ui/form/text-input.tsx";

type CurrentPasswordProps = Omit<ComponentProps<typeof PasswordInput>, "autoComplete" | "required"> & {
  email: string;
  label: string;
  error: string | undefined;
};

/** Asks people who are signed in for their password, in a form that password managers can fill in. */
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

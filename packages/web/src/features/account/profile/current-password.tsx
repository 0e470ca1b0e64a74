import type { ComponentProps } from "react";
import { Field } from "../../../ui/form/field.tsx";
import { PasswordInput } from "../../../ui/form/text-input.tsx";

type CurrentPasswordProps = Omit<ComponentProps<typeof PasswordInput>, "autoComplete" | "required"> & {
  email: string;
  label: string;
  error: string | undefined;
};

/** The password that somebody who is signed in proves themselves by, as password managers know it. */
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

/** Password managers file a password under this name; nobody sees it. They pass over inputs of the type "hidden". */
function UsernameForManagers({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}

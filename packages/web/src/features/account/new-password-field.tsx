import { normalizePassword } from "@veritick/domain/typed-text.ts";
import { useDeferredValue, useEffect, useState } from "react";
import type { Fields } from "../../api/use-form.ts";
import { useText, useTextOf } from "../../locales/text.ts";
import { Field } from "../../ui/form/field.tsx";
import { PasswordInput } from "../../ui/form/text-input.tsx";
import { Stack } from "../../ui/primitives.tsx";
import { Bar } from "../../ui/progress.tsx";
import type { measurePassword } from "./measure-password.ts";

/** What a form gives its fields. */
export type Bound = Omit<ReturnType<Fields<"email">["bind"]>, "name"> & {
  name: string;
  error: string | undefined;
};

type NewPasswordFieldProps = Bound & { label: string; hint?: string; email?: string };

export const PASSWORD_MIN = 6;

/**
 * A field for a new password, which should not resemble `email`. While it is typed, its strength stands below. This is only
 * advice: the server decides what it refuses.
 */
export function NewPasswordField({ label, hint, email = "", error, ...bound }: NewPasswordFieldProps) {
  const auth = useTextOf("auth");
  const words = hint ?? auth.passwordHint;
  const score = useScore(bound.value, email);
  const shown =
    score === undefined ? (
      words
    ) : (
      <Stack as="span" gap={1} style={{ flex: 1 }}>
        {words}
        <Bar mood={score <= 1 ? "bad" : score === 4 ? "good" : "busy"} share={(score + 1) / 5} />
        {auth.strength[score]}
      </Stack>
    );
  return (
    <Field label={label} hint={shown} error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          {...bound}
          autoComplete="new-password"
          minLength={PASSWORD_MIN}
          required
        />
      )}
    </Field>
  );
}

function useScore(password: string, email: string): number | undefined {
  const { common } = useText();
  const typed = useDeferredValue(password);
  const measure = useMeasure(password !== "");
  return measure === undefined || typed === ""
    ? undefined
    : measure(normalizePassword(typed), [email, common.product]);
}

/** Loads the meter once somebody types. Without it the hint stays as it is. */
function useMeasure(isWanted: boolean): typeof measurePassword | undefined {
  const [measure, setMeasure] = useState<typeof measurePassword>();
  useEffect(() => {
    if (!isWanted || measure !== undefined) return;
    void import("./measure-password.ts").then(
      (loaded) => setMeasure(() => loaded.measurePassword),
      (error: unknown) => console.warn(error),
    );
  }, [isWanted, measure]);
  return measure;
}

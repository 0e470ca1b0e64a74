import { useRef, useState } from "react";
import type { ChangeEvent } from "react";
import { ApiError } from "./api-error.ts";

export type FieldErrors<N extends string> = Partial<Record<N, string | undefined>>;
export type Fields<N extends string> = ReturnType<typeof useFields<N>>;

/** The text fields of a form: what is typed, what is wrong with it, and the focus on the first fault. */
export function useFields<N extends string>(names: readonly N[]) {
  const form = useRef<HTMLFormElement>(null);
  const empty = () => Object.fromEntries(names.map((name) => [name, ""])) as Record<N, string>;
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<FieldErrors<N>>({});

  function focus(name: N) {
    form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  }

  function set(name: N, value: string) {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  }

  /** Shows what is wrong at its fields and goes to the first of them, whose words it answers. */
  function complain(found: FieldErrors<N>): string | undefined {
    setErrors(found);
    const first = names.find((name) => found[name] !== undefined);
    if (first === undefined) return undefined;
    focus(first);
    return found[first];
  }

  /** Shows `words` at the field that a refusal names. False where it names none of these. */
  function blame(error: unknown, words: string): boolean {
    const field = names.find((name) => error instanceof ApiError && error.field === name);
    complain(field === undefined ? {} : ({ [field]: words } as FieldErrors<N>));
    return field !== undefined;
  }

  return {
    form,
    values,
    errors,
    hasErrors: names.some((name) => errors[name] !== undefined),
    set,
    focus,
    complain,
    blame,
    clear() {
      setValues(empty());
      setErrors({});
    },
    bind: (name: N) => ({
      name,
      value: values[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.value),
    }),
  };
}

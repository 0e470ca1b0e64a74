import type { KeyboardEvent } from "react";
import { centsOf, plainAmount, steppedAmount, typedAmount } from "../../lib/amount.ts";
import { useLanguage } from "../../lib/preferences.ts";
import { Field } from "./field.tsx";
import type { FieldControl, FieldProps } from "./field.tsx";
import { TextInput } from "./text-input.tsx";
import type { TextInputProps } from "./text-input.tsx";

type AmountFieldProps = Omit<FieldProps, "children"> & Omit<AmountInputProps, keyof FieldControl>;

/** A field that takes an amount. */
export function AmountField({ label, hint, error, aside, ...input }: AmountFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <AmountInput {...input} {...control} />}
    </Field>
  );
}

type AmountInputProps = Omit<TextInputProps, "value" | "onChange" | "type" | "inputMode"> & {
  /** What was typed, exactly; `plainAmount` turns it into what the server takes. */
  value: string;
  onValueChange: (typed: string) => void;
  /** The least amount the arrow keys step to, in cents. */
  minimumCents?: bigint;
};

/**
 * An amount in text form. It is no number input: those drop what they cannot read and follow the browser's
 * language instead of the page's. The arrow keys step by 0.01.
 */
function AmountInput({ value, onValueChange, minimumCents = 1n, onKeyDown, ...rest }: AmountInputProps) {
  const language = useLanguage();

  function step(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    if (event.defaultPrevented || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    const direction = event.key === "ArrowUp" ? 1 : -1;
    const plain = plainAmount(value, language);
    // What is no amount stays as it was typed, to be mended.
    if (plain !== "" && centsOf(plain) === undefined) return;
    const stepped = steppedAmount(plain, direction, minimumCents);
    onValueChange(typedAmount(stepped, language));
  }

  return (
    <TextInput
      autoComplete="off"
      {...rest}
      type="text"
      inputMode="decimal"
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onKeyDown={step}
    />
  );
}

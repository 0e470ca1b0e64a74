import { useState } from "react";
import styles from "./date-field.module.css";
import { Field } from "./field.tsx";
import { TextInput } from "./text-input.tsx";

type DateFieldProps = {
  label: string;
  /** `2026-01-31`, or empty. */
  value: string;
  min?: string;
  max?: string;
  error?: string | undefined;
  /** While a date is typed its year begins with zeros: only what is whole is told. */
  isWhole: (typed: string) => boolean;
  onChange: (day: string) => void;
};

/** A day in the browser's own date field. */
export function DateField({ label, value, min, max, error, isWhole, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  // It was changed from outside, for instance cleared.
  if (value !== told) {
    setTold(value);
    setTyped(value);
  }

  function change(next: string) {
    setTyped(next);
    if (next !== "" && !isWhole(next)) return;
    setTold(next);
    onChange(next);
  }

  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          className={styles["date"]}
          value={typed}
          min={min === "" ? undefined : min}
          max={max === "" ? undefined : max}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}

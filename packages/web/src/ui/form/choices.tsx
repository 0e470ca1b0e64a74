import { useId } from "react";
import type { ReactNode } from "react";
import { FieldNote } from "./field.tsx";
import { Caption, Row, Stack } from "../primitives.tsx";
import styles from "./choices.module.css";

type CheckChipsProps<T extends string> = {
  label: string;
  options: readonly { value: T; label: string }[];
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
};

/** Any number of a few options, all in view. Native checkboxes provide keys and semantics. */
export function CheckChips<T extends string>({ label, options, chosen, onChange }: CheckChipsProps<T>) {
  const toggled = (value: T) =>
    options
      .map((option) => option.value)
      .filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each)));

  return (
    <fieldset className={styles["group"]}>
      <legend className={styles["legend"]}>{label}</legend>
      <Row gap={2}>
        {options.map((option) => (
          <label key={option.value} className={styles["chip"]}>
            <input
              type="checkbox"
              className={styles["box"]}
              checked={chosen.includes(option.value)}
              onChange={() => onChange(toggled(option.value))}
            />
            {option.label}
          </label>
        ))}
      </Row>
    </fieldset>
  );
}

type CheckGroupProps<T extends string> = Omit<CheckChipsProps<T>, "options"> & {
  options: readonly { value: T; label: string; detail: ReactNode }[];
  hint?: string;
};

/** Any number of a few options, each on a line of its own with its meaning. */
export function CheckGroup<T extends string>({ label, options, chosen, onChange, hint }: CheckGroupProps<T>) {
  const values = options.map(({ value }) => value);
  return (
    <fieldset className={styles["group"]}>
      <legend className={styles["legend"]}>{label}</legend>
      <Stack gap={2}>
        {options.map(({ value, label: name, detail }) => (
          <Check
            key={value}
            checked={chosen.includes(value)}
            onChange={(on) =>
              onChange(values.filter((each) => (each === value ? on : chosen.includes(each))))
            }
          >
            <Stack as="span" gap={1}>
              {name}
              <Caption as="span">{detail}</Caption>
            </Stack>
          </Check>
        ))}
        {hint !== undefined && <Caption>{hint}</Caption>}
      </Stack>
    </fieldset>
  );
}

type SegmentedOption<T> = { value: T; label: ReactNode; detail?: ReactNode };

type SegmentedProps<T> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly SegmentedOption<T>[];
  /** Gives a long label more room than a short one, where room is scarce. */
  hasUnevenLabels?: boolean;
  disabled?: boolean;
};

/** One of a few options, all in view. Native radio buttons provide keys and semantics. */
export function Segmented<T extends string | number>({
  label,
  value,
  onChange,
  options,
  hasUnevenLabels = false,
  disabled,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    // The name stays where a small ticket leaves out the legend.
    <fieldset className={styles["group"]} aria-label={label} disabled={disabled}>
      <legend className={styles["legend"]}>{label}</legend>
      <div className={styles["options"]} data-uneven={hasUnevenLabels || undefined}>
        {options.map((option) => (
          <label key={option.value} className={styles["option"]}>
            <input
              type="radio"
              name={name}
              className={styles["box"]}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles["label"]}>{option.label}</span>
            {option.detail !== undefined && <span className={styles["detail"]}>{option.detail}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type CheckProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  name?: string;
  error?: string | undefined;
  children: ReactNode;
};

export function Check({ checked, onChange, name, error, children }: CheckProps) {
  const noteId = useId();
  return (
    <div>
      <label className={styles["check"]}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : noteId}
          onChange={(event) => onChange(event.target.checked)}
        />
        {children}
      </label>
      {error !== undefined && <FieldNote id={noteId} error={error} />}
    </div>
  );
}

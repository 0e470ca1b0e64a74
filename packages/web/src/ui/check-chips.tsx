import choice from "./choice.module.css";
import styles from "./check-chips.module.css";
import { Row } from "./primitives.tsx";

type CheckChipsProps<T extends string> = {
  label: string;
  options: readonly { value: T; label: string }[];
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
};

/** Any number out of a few, all in view. Native checkboxes give them their keys and their meaning. */
export function CheckChips<T extends string>({ label, options, chosen, onChange }: CheckChipsProps<T>) {
  const toggled = (value: T) =>
    options
      .map((option) => option.value)
      .filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each)));

  return (
    <fieldset className={choice["group"]}>
      <legend className={choice["legend"]}>{label}</legend>
      <Row gap={2}>
        {options.map((option) => (
          <label key={option.value} className={styles["chip"]}>
            <input
              type="checkbox"
              className={choice["box"]}
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

import { useId } from "react";
import type { ReactNode } from "react";
import choice from "./choice.module.css";
import styles from "./segmented.module.css";

export type SegmentedOption<T> = { value: T; label: ReactNode; detail?: ReactNode };

type SegmentedProps<T> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly SegmentedOption<T>[];
  disabled?: boolean;
};

/** One choice out of a few, all in view. Native radio buttons give it its keys and its meaning. */
export function Segmented<T extends string | number>({
  label,
  value,
  onChange,
  options,
  disabled,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className={choice["group"]} disabled={disabled}>
      <legend className={choice["legend"]}>{label}</legend>
      <div className={styles["options"]}>
        {options.map((option) => (
          <label key={option.value} className={styles["option"]}>
            <input
              type="radio"
              name={name}
              className={choice["box"]}
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

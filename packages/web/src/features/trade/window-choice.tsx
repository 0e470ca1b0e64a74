import { useId } from "react";
import { useText } from "../../locales/text.ts";
import styles from "./window-choice.module.css";

export const WINDOW_MINUTES = [5, 15] as const;
export type WindowMinutes = (typeof WINDOW_MINUTES)[number];

type WindowChoiceProps = { value: WindowMinutes; onChange: (value: WindowMinutes) => void };

/** How many minutes the chart shows: small, because it sits in the head of the panel. */
export function WindowChoice({ value, onChange }: WindowChoiceProps) {
  const text = useText().trade.price;
  const name = useId();
  return (
    <div className={styles["choice"]} role="radiogroup" aria-label={text.window}>
      {WINDOW_MINUTES.map((minutes) => (
        <label key={minutes} className={styles["option"]}>
          <input
            type="radio"
            name={name}
            className={styles["radio"]}
            checked={minutes === value}
            onChange={() => onChange(minutes)}
          />
          {text.windowMinutes(minutes)}
        </label>
      ))}
    </div>
  );
}

import { useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import { useText } from "../../locales/text.ts";
import { IconButton } from "../button.tsx";
import { Field } from "./field.tsx";
import { ChevronDownIcon, EyeIcon, EyeOffIcon } from "../icons.tsx";
import { classNames } from "../primitives.tsx";
import styles from "./field.module.css";

export type TextInputProps = ComponentProps<"input"> & {
  /** Shown inside the box after the text: a unit, or a small button. */
  suffix?: ReactNode;
};

export function TextInput({ suffix, className, ...rest }: TextInputProps) {
  return (
    <span className={classNames(styles["box"], className)}>
      <input {...rest} className={styles["input"]} />
      {suffix !== undefined && <span className={styles["suffix"]}>{suffix}</span>}
    </span>
  );
}

/** A few lines of text. It grows with what is typed where the browser can do that. */
export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} className={classNames(styles["area"], className)} />;
}

/** One out of many: the browser's own list in a dress like that of the other fields. */
export function SelectInput({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={classNames(styles["selectInputBox"], className)}>
      <select {...rest} className={styles["select"]}>
        {children}
      </select>
      <ChevronDownIcon size={18} />
    </span>
  );
}

/** A password that its owner may look at while typing. */
export function PasswordInput(props: Omit<TextInputProps, "type" | "suffix">) {
  const text = useText();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      suffix={
        <IconButton
          label={shown ? text.common.hidePassword : text.common.showPassword}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      }
    />
  );
}

type DigitsInputProps = Omit<TextInputProps, "type" | "inputMode" | "autoComplete" | "suffix"> & {
  showLabel: string;
  hideLabel: string;
};

/**
 * A secret number, masked until its owner wants to look. It is no password field: a password manager would put the
 * password there, or keep the number in the password's place.
 */
export function DigitsInput({ showLabel, hideLabel, className, ...rest }: DigitsInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...rest}
      className={classNames(!shown && styles["masked"], className)}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      suffix={
        <IconButton label={shown ? hideLabel : showLabel} onClick={() => setShown(!shown)}>
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      }
    />
  );
}

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

import { compactDigits } from "@veritick/domain/typed-text.ts";
import { useState } from "react";
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { CENT, steppedAmount } from "../../lib/amount.ts";
import type { Amount } from "../../lib/amount.ts";
import { useLanguage } from "../../lib/preferences.ts";
import { useText } from "../../locales/text.ts";
import { IconButton } from "../button.tsx";
import { ChevronDownIcon, EyeIcon, EyeOffIcon } from "../more-icons.tsx";
import { classNames } from "../primitives.tsx";
import styles from "./field.module.css";
import { Field } from "./field.tsx";
import type { FieldControl, FieldProps } from "./field.tsx";

type TextInputProps = ComponentProps<"input"> & {
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

/** A few lines of text. The field grows with its text if the browser supports that. */
export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} className={classNames(styles["area"], className)} />;
}

/** One of many options: the browser's own list, styled like the other fields. */
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

/** A password field that can show its text. */
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

type DigitsInputProps = Omit<
  TextInputProps,
  "value" | "onChange" | "type" | "inputMode" | "autoComplete" | "suffix"
> & {
  value: string;
  onValueChange: (digits: string) => void;
  showLabel: string;
  hideLabel: string;
};

const CODE_LENGTH = 5;

/**
 * A withdrawal code, masked until the user shows it. It takes five digits and nothing else. A sixth changes nothing: nobody
 * would see which digit went. It is not a password field: a password manager would fill in the password, or save the code as the password.
 */
export function DigitsInput(props: DigitsInputProps) {
  const { showLabel, hideLabel, className, value, onValueChange, ...rest } = props;
  const [shown, setShown] = useState(false);

  function change(typed: string) {
    const digits = compactDigits(typed).replaceAll(/\D/g, "");
    onValueChange(digits.length > CODE_LENGTH ? value : digits);
  }

  return (
    <TextInput
      {...rest}
      value={value}
      className={classNames(!shown && styles["masked"], className)}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => change(target.value)}
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
  /** A day such as `2026-01-31`, or "". */
  value: string;
  min?: string;
  max?: string;
  error?: string | undefined;
  /**
   * Tells whether a typed date is complete. Its year begins with zeros while it is typed, so only complete dates are
   * reported.
   */
  isWhole: (typed: string) => boolean;
  onChange: (day: string) => void;
};

/** A day in the browser's own date field. */
export function DateField({ label, value, min, max, error, isWhole, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  // The value was changed from outside, for instance cleared.
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
          data-empty={typed === "" || undefined}
          value={typed}
          min={min === "" ? undefined : min}
          max={max === "" ? undefined : max}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}

type AmountFieldProps = Omit<FieldProps, "children"> & Omit<AmountInputProps, keyof FieldControl>;

export function AmountField({ label, hint, error, aside, ...input }: AmountFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <AmountInput {...input} {...control} />}
    </Field>
  );
}

type AmountInputProps = Omit<TextInputProps, "value" | "onChange" | "type" | "inputMode"> & {
  /** The typed text, unchanged; `plainAmount` converts it into the server's form. */
  value: string;
  onValueChange: (typed: string) => void;
  /** The least amount the arrow keys step to, in 1e-8 USDMS. */
  least?: Amount;
};

/**
 * An input for an amount as text. It is not a number input: those discard text that they cannot read, and follow the
 * browser's language instead of the page's. The arrow keys step by 0.01.
 */
function AmountInput({ value, onValueChange, least = CENT, onKeyDown, ...rest }: AmountInputProps) {
  const language = useLanguage();

  function step(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    if (event.defaultPrevented || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    const direction = event.key === "ArrowUp" ? 1 : -1;
    const stepped = steppedAmount(value, language, direction, least);
    if (stepped !== undefined) onValueChange(stepped);
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

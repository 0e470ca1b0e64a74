import { useState } from "react";
import { classNames } from "./primitives.tsx";
import styles from "./digits-input.module.css";
import { IconButton } from "./icon-button.tsx";
import { EyeIcon, EyeOffIcon } from "./icons.tsx";
import { TextInput } from "./text-input.tsx";
import type { TextInputProps } from "./text-input.tsx";

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

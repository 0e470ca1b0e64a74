import { useState } from "react";
import { useText } from "../../locales/text.ts";
import { LinkButton } from "../button.tsx";
import { Field } from "./field.tsx";
import { TextInput } from "./text-input.tsx";
import styles from "./field.module.css";

type TwoStepFieldProps = {
  name: string;
  value: string;
  onValueChange: (typed: string) => void;
  error?: string | undefined;
  /** False if only a code of the app is accepted. */
  allowRecovery?: boolean;
  /** False if the account has no app, so that only a recovery code is accepted. */
  hasApp?: boolean;
  autoFocus?: boolean;
};

/**
 * The code of the second step. Phones show a digit keypad, which cannot type a recovery code. A button switches to letters.
 */
export function TwoStepField(props: TwoStepFieldProps) {
  const { name, value, onValueChange, error, allowRecovery = true, hasApp = true, autoFocus = false } = props;
  const { twoStep } = useText().common;
  const [isRecovery, setRecovery] = useState(!hasApp);

  return (
    <div className={styles["place"]}>
      <Field
        label={isRecovery ? twoStep.recoveryCode : twoStep.code}
        hint={isRecovery ? twoStep.recoveryHint : allowRecovery ? twoStep.hint : twoStep.appHint}
        error={error}
      >
        {(control) => (
          <TextInput
            {...control}
            key={String(isRecovery)}
            name={name}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            {...(isRecovery
              ? { autoComplete: "off", autoCapitalize: "none" }
              : { autoComplete: "one-time-code", inputMode: "numeric" as const })}
            spellCheck={false}
            required
            data-autofocus={autoFocus || undefined}
          />
        )}
      </Field>
      {allowRecovery && hasApp && (
        <LinkButton
          className={styles["switch"]}
          onClick={(event) => {
            const place = event.currentTarget.parentElement;
            setRecovery(!isRecovery);
            onValueChange("");
            // The other field exists once React has drawn it.
            requestAnimationFrame(() => place?.querySelector("input")?.focus());
          }}
        >
          {isRecovery ? twoStep.useApp : twoStep.useRecovery}
        </LinkButton>
      )}
    </div>
  );
}

import { useState } from "react";
import { useText } from "../locales/text.ts";
import { IconButton } from "./icon-button.tsx";
import { EyeIcon, EyeOffIcon } from "./icons.tsx";
import { TextInput } from "./text-input.tsx";
import type { TextInputProps } from "./text-input.tsx";

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

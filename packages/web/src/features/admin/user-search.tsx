import { useRef } from "react";
import { useAdminText } from "../../locales/text.ts";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import styles from "./user-search.module.css";

/** The longest e-mail address there can be. */
const LONGEST = 254;

type UserSearchProps = { typed: string; onType: (typed: string) => void; onSearch: () => void };

export function UserSearch({ typed, onType, onSearch }: UserSearchProps) {
  const { users: words } = useAdminText();
  const form = useRef<HTMLFormElement>(null);

  function clear() {
    onType("");
    form.current?.querySelector("input")?.focus();
  }

  return (
    <form
      ref={form}
      role="search"
      className={styles["search"]}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      <Field label={words.search}>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            name="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={LONGEST}
            value={typed}
            suffix={
              typed !== "" && (
                <IconButton label={words.clear} onClick={clear}>
                  <CloseIcon size={18} />
                </IconButton>
              )
            }
            onChange={(event) => onType(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") onType("");
            }}
          />
        )}
      </Field>
    </form>
  );
}

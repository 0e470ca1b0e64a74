import { useState } from "react";
import { useLocation } from "wouter";
import { useFairnessText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import styles from "./past-card.module.css";

/** To an hour of long ago, by its number. */
export function GoToEpoch() {
  const { past } = useFairnessText().pages;
  const [, navigate] = useLocation();
  const [text, setText] = useState("");
  return (
    <form
      className={styles["goTo"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== "") navigate(`/fairness/epochs/${text}`);
      }}
    >
      <Field label={past.goTo}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value.replace(/\D/g, "").slice(0, 12))}
          />
        )}
      </Field>
      <Button type="submit" variant="quiet">
        {past.go}
      </Button>
    </form>
  );
}

import { useState } from "react";
import { useLocation } from "wouter";
import { useFairnessText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
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
      <TextInput
        aria-label={past.goTo}
        placeholder={past.goTo}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value.replace(/\D/g, "").slice(0, 12))}
      />
      <Button type="submit" variant="quiet">
        {past.go}
      </Button>
    </form>
  );
}

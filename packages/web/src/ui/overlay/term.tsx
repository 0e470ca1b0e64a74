import type { ReactNode } from "react";
import type { LaterMessages } from "../../locales/messages.ts";
import { InfoIcon } from "../icons.tsx";
import styles from "./term.module.css";

export type TermName = keyof LaterMessages["terms"];

/**
 * A word of the field that explains itself: after a moment under the pointer, at once under the keyboard, by a tap.
 * `tips.ts` brings the words, so that a page with terms costs no more than one without. It is a button, so never put
 * it in another control, nor in a label.
 */
export function Term({ term, children }: { term: TermName; children: ReactNode }) {
  return (
    <button type="button" className={styles["term"]} data-term={term}>
      {children}
    </button>
  );
}

/** The same as a sign beside the label of a field, which must hold no button. `label` says what it explains. */
export function TermSign({ term, label }: { term: TermName; label: string }) {
  return (
    <button type="button" className={styles["sign"]} data-term={term} aria-label={label}>
      <InfoIcon size={16} />
    </button>
  );
}

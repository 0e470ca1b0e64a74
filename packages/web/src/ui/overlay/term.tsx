import type { ReactNode } from "react";
import type { LaterMessages } from "../../locales/messages.ts";
import { InfoIcon } from "../icons.tsx";
import styles from "./term.module.css";

export type TermName = keyof LaterMessages["terms"];

/**
 * A term that explains itself: after a moment under the pointer, at once under the keyboard, or by a tap. `tips.ts` loads
 * the words, so that terms add nothing to a page's cost. It is a button, so never put it in another control or in a label.
 */
export function Term({ term, children }: { term: TermName; children: ReactNode }) {
  return (
    <button type="button" className={styles["term"]} data-term={term}>
      {children}
    </button>
  );
}

/** A sign with the same function beside the label of a field, which must contain no button. `label` names the term. */
export function TermSign({ term, label }: { term: TermName; label: string }) {
  return (
    <button type="button" className={styles["sign"]} data-term={term} aria-label={label}>
      <InfoIcon size={16} />
    </button>
  );
}

import { CheckIcon, CloseIcon } from "../../ui/icons.tsx";
import { MinusIcon } from "../../ui/minus-icon.tsx";
import styles from "./verdict.module.css";

const SIGNS = { right: CheckIcon, wrong: CloseIcon, missing: MinusIcon } as const;

type VerdictProps = { outcome: keyof typeof SIGNS; title: string; hint: string };

/** What all the checks together come to, in a word and a sentence. */
export function Verdict({ outcome, title, hint }: VerdictProps) {
  const Sign = SIGNS[outcome];
  return (
    <div className={styles["verdict"]} data-outcome={outcome} role="status">
      <span className={styles["sign"]}>
        <Sign size={24} />
      </span>
      <div>
        <p className={styles["title"]}>{title}</p>
        <p className={styles["hint"]}>{hint}</p>
      </div>
    </div>
  );
}

import { CheckIcon, CloseIcon } from "../../ui/icons.tsx";
import styles from "./verdict.module.css";

/** What all the checks together come to, in a word and a sentence. */
export function Verdict({ isRight, title, hint }: { isRight: boolean; title: string; hint: string }) {
  return (
    <div className={styles["verdict"]} data-right={isRight || undefined} role="status">
      <span className={styles["sign"]}>{isRight ? <CheckIcon size={24} /> : <CloseIcon size={24} />}</span>
      <div>
        <p className={styles["title"]}>{title}</p>
        <p className={styles["hint"]}>{hint}</p>
      </div>
    </div>
  );
}

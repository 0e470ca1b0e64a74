import { CheckIcon, CloseIcon } from "../icons.tsx";
import styles from "./progress.module.css";
import { Spinner } from "./loading.tsx";
import { Caption, Strong } from "../primitives.tsx";

type ProgressProps = {
  /** `over`: it ended, and neither well nor badly. */
  mood: "busy" | "good" | "bad" | "over";
  /** From 0 to 1. */
  share: number;
  title: string;
  body: string;
};

/** How far something has come, in words and as a bar; announced when it changes. */
export function Progress({ mood, share, title, body }: ProgressProps) {
  return (
    <div className={styles["progress"]} data-mood={mood}>
      <span className={styles["sign"]}>
        {mood === "good" && <CheckIcon />}
        {(mood === "bad" || mood === "over") && <CloseIcon />}
        {mood === "busy" && <Spinner size={20} />}
      </span>
      <div role="status">
        <Strong as="p">{title}</Strong>
        <Caption>{body}</Caption>
      </div>
      <span className={styles["bar"]} aria-hidden="true">
        <span className={styles["filled"]} style={{ transform: `scaleX(${share})` }} />
      </span>
    </div>
  );
}

import { CheckIcon, CloseIcon } from "../icons.tsx";
import styles from "./progress.module.css";
import { Spinner } from "./loading.tsx";
import { Caption, Num, Strong } from "../primitives.tsx";

type ProgressProps = {
  /** `over`: it ended, and neither well nor badly. */
  mood: "busy" | "good" | "bad" | "over";
  /** From 0 to 1. */
  share: number;
  title: string;
  body: string;
  /** It changes so often that announcing each change would drown everything else: who wants to know asks the bar. */
  isCounting?: boolean;
};

/** How far something has come, in words and as a bar; announced when it changes. */
export function Progress({ mood, share, title, body, isCounting = false }: ProgressProps) {
  const bar = isCounting
    ? ({
        role: "progressbar",
        "aria-label": title,
        "aria-valuenow": Math.round(share * 100),
        "aria-valuetext": body,
      } as const)
    : { "aria-hidden": true };
  return (
    <div className={styles["progress"]} data-mood={mood}>
      <span className={styles["sign"]}>
        {mood === "good" && <CheckIcon />}
        {(mood === "bad" || mood === "over") && <CloseIcon />}
        {mood === "busy" && <Spinner size={20} />}
      </span>
      <div>
        <div role="status">
          <Strong as="p">{title}</Strong>
          {!isCounting && <Caption>{body}</Caption>}
        </div>
        {isCounting && (
          <Caption>
            <Num className={styles["counted"]}>{body}</Num>
          </Caption>
        )}
      </div>
      <span className={styles["bar"]} {...bar}>
        <span className={styles["filled"]} style={{ transform: `scaleX(${share})` }} />
      </span>
    </div>
  );
}

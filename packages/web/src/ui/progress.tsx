import type { ComponentProps } from "react";
import { CheckIcon, CloseIcon } from "./icons.tsx";
import { Caption, Num, Spinner, Strong } from "./primitives.tsx";
import styles from "./progress.module.css";

type BarProps = {
  /** `over`: it ended, and neither well nor badly. */
  mood: "busy" | "good" | "bad" | "over";
  /** From 0 to 1. */
  share: number;
};

type ProgressProps = BarProps & {
  title: string;
  body: string;
  /** It changes so often that announcing each change would drown everything else: who wants to know asks the bar. */
  isCounting?: boolean;
};

/** A thin bar, as full as `share`. Words beside it say the same, unless it is given some of its own. */
export function Bar({ mood, share, ...told }: BarProps & ComponentProps<"span">) {
  return (
    <span
      aria-hidden={told.role === undefined || undefined}
      {...told}
      className={styles["bar"]}
      data-mood={mood}
    >
      <span className={styles["filled"]} style={{ transform: `scaleX(${share})` }} />
    </span>
  );
}

/** How far something has come, in words and as a bar; announced when it changes. */
export function Progress({ mood, share, title, body, isCounting = false }: ProgressProps) {
  const told = isCounting && {
    role: "progressbar",
    "aria-label": title,
    "aria-valuenow": Math.round(share * 100),
    "aria-valuetext": body,
  };
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
      <Bar mood={mood} share={share} {...told} />
    </div>
  );
}

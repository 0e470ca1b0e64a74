import type { ComponentProps } from "react";
import { CheckIcon, CloseIcon } from "./icons.tsx";
import { Caption, Num, Row, Spinner, Stack, Strong } from "./primitives.tsx";
import styles from "./progress.module.css";

type BarProps = {
  /** `over`: it ended, neither well nor badly. */
  mood: "busy" | "good" | "bad" | "over";
  /** From 0 to 1. */
  share: number;
};

type ProgressProps = BarProps & {
  title: string;
  body: string;
  /**
   * True if it changes so often that announcing each change would drown out everything else. Screen readers then read it
   * only when asked.
   */
  isCounting?: boolean;
};

/** A thin bar, filled to `share`. Words beside it say the same, unless it has a role and words of its own. */
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

/** The progress of something, in words and as a bar. Screen readers announce changes. */
export function Progress({ mood, share, title, body, isCounting = false }: ProgressProps) {
  const told = isCounting && {
    role: "progressbar",
    "aria-label": title,
    "aria-valuenow": Math.round(share * 100),
    "aria-valuetext": body,
  };
  return (
    <Stack gap={3} data-mood={mood}>
      <Row gap={3} align="center" nowrap>
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
            <Caption loose>
              <Num>{body}</Num>
            </Caption>
          )}
        </div>
      </Row>
      <Bar mood={mood} share={share} {...told} />
    </Stack>
  );
}

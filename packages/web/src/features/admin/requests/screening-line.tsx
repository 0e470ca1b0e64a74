import type { Screening } from "@veritick/contract/schemas/screening.ts";
import { isCleared, isHeld } from "@veritick/domain/screening.ts";
import { Link } from "wouter";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Badge, Time } from "../../../ui/primitives.tsx";
import type { BadgeTone } from "../../../ui/primitives.tsx";
import styles from "./requests.module.css";

const TONES: Record<NonNullable<Screening>["state"], BadgeTone> = {
  asking: "neutral",
  allow: "good",
  hold: "warn",
  refuse: "bad",
  unreachable: "warn",
  overridden: "warn",
};

/** Whether the screening keeps something from being approved. */
export const isHeldBack = (screening: Screening): boolean =>
  screening !== null && !isCleared(screening.state);

/** What the screening service said of a deposit or withdrawal; nothing where it was never asked. */
export function ScreeningLine({ screening, isOver }: { screening: Screening; isOver: boolean }) {
  const { screening: words, attention } = useAdminText();
  const format = useFormat();
  if (screening === null) return null;
  const { state, reference, reason, at, askAgainAt } = screening;
  return (
    <div className={styles["screening"]}>
      <span className={styles["name"]}>{words.label}</span>
      <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      <span className={styles["said"]}>
        <Time dateTime={at}>{format.moment(at)}</Time>
        {reference !== null && <span translate="no"> · {words.reference(reference)}</span>}
        {askAgainAt !== null && ` · ${words.askAgain(format.moment(askAgainAt))}`}
        {reason !== null && ` · ${reason}`}
      </span>
      {isHeld(state) && !isOver && (
        <Link href="/admin/attention" className={styles["look"]}>
          {attention.look}
        </Link>
      )}
    </div>
  );
}

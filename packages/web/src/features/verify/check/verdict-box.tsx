import { useEffect, useState } from "react";
import { countdown, useFormat } from "../../../lib/format.ts";
import { useExactTime } from "../../../lib/use-exact-time.ts";
import { useFairnessText } from "../../../locales/text.ts";
import { CheckIcon, ClockIcon, CloseIcon } from "../../../ui/icons.tsx";
import { MinusIcon } from "../../../ui/minus-icon.tsx";
import { completeTick } from "./use-check.ts";
import type { Result } from "./use-check.ts";
import styles from "./result-cards.module.css";

const SIGNS = { right: CheckIcon, wrong: CloseIcon, later: ClockIcon, missing: MinusIcon } as const;
const DAY_TICKS = 86_400;

/** What all steps come to, and from when on it can be said of the rest. */
export function VerdictBox({ result }: { result: Result }) {
  const { verdict: words } = useFairnessText().verify;
  const { verdict, check, evidence } = result;
  const moment = useMoment(evidence.now);
  const Sign = SIGNS[verdict];
  const from = completeTick(check.steps);
  return (
    <div className={styles["verdict"]} data-verdict={verdict}>
      <span className={styles["sign"]}>
        <Sign size={28} />
      </span>
      <div>
        <div role="status">
          <p className={styles["title"]}>{words[verdict].title}</p>
          <p className={styles["hint"]}>
            {verdict === "later" ? from !== undefined && words.later.hint(moment(from)) : words[verdict].hint}
          </p>
        </div>
        {verdict === "later" && result.next !== undefined && evidence.source === "published" && (
          <Left result={result} until={from ?? result.next} />
        )}
      </div>
    </div>
  );
}

/** A tick as a time of day, with its date where that is another. */
export function useMoment(now: number): (tick: number) => string {
  const format = useFormat();
  const { inFull } = useExactTime();
  return (tick) => (Math.abs(tick - now) < DAY_TICKS / 2 ? format.clock(tick) : inFull(tick));
}

/** How long until then; it goes by the page's own time from when the server told its own. */
function Left({ result: { evidence, loadedAtMs }, until }: { result: Result; until: number }) {
  const { later } = useFairnessText().verify.verdict;
  const { now } = evidence;
  const [atMs, setAtMs] = useState(() => performance.now());
  const seconds = until - now - Math.max(atMs - loadedAtMs, 0) / 1000;
  useEffect(() => {
    const timer = setInterval(() => setAtMs(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={styles["left"]} role="timer" aria-label={later.leftHidden}>
      {later.left(countdown(seconds))}
    </p>
  );
}

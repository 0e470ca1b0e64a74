import { useLive, useStore } from "../../api/live/live.ts";
import { useText } from "../../locales/text.ts";
import styles from "./connection-state.module.css";

/** The state of the live connection in one word. It is announced when it changes. */
export function ConnectionState() {
  const { liveness } = useLive();
  const state = useStore(liveness, (value) => value);
  const text = useText().trade.live;
  return (
    <span className={styles["state"]} data-state={state} role="status">
      <span className={styles["dot"]} aria-hidden="true" />
      {text[state]}
    </span>
  );
}

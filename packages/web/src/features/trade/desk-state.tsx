import { Suspense, useState } from "react";
import { useDesk } from "../../api/desk/desk.ts";
import { useLive, useStore } from "../../api/live/live.ts";
import { useText } from "../../locales/text.ts";
import styles from "./desk/desk-frame.module.css";

/** Shows the state of the live connection in one word, and announces changes. */
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

/** Shows the top-up once the balance is empty. It stays after that, because the dialog that it opened may still be open. */
export function TopUpPlace({ isEmpty }: { isEmpty: boolean }) {
  const { TopUp } = useDesk();
  const [wasEmpty, setWasEmpty] = useState(isEmpty);
  if (isEmpty && !wasEmpty) setWasEmpty(true);
  return (
    wasEmpty && (
      <Suspense fallback={null}>
        <TopUp isEmpty={isEmpty} />
      </Suspense>
    )
  );
}

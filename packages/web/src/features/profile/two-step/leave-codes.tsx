import { useEffect, useRef } from "react";
import { useLaterText } from "../../../locales/text.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import styles from "./two-step-dialog.module.css";

/** Asked instead of closing, before codes are lost that are shown only once. */
export function LeaveCodes({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const words = useLaterText().profile.twoStep.codes;
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div className={styles["form"]}>
      <div role="alert">
        <Banner tone="warn">{words.leaveText}</Banner>
      </div>
      <div className={styles["choices"]}>
        <Button ref={stay} onClick={onStay}>
          {words.stay}
        </Button>
        <Button variant="danger" onClick={onLeave}>
          {words.leave}
        </Button>
      </div>
    </div>
  );
}

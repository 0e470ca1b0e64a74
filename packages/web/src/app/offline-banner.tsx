import { useSyncExternalStore } from "react";
import { useMissingCode } from "../lib/missing-code.ts";
import { useText } from "../locales/text.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import styles from "./offline-banner.module.css";

function subscribe(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

export function OfflineBanner() {
  const text = useText();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <div className={styles["place"]}>
      <Banner tone="warn" live>
        {text.common.offline}
      </Banner>
    </div>
  );
}

/** Says that a part of the page did not come and lets the person choose when to reload. */
export function MissingCodeBanner() {
  const { crash, missingCode } = useText().common;
  const missing = useMissingCode();
  if (missing === undefined) return null;
  return (
    <div className={`${styles["place"]} ${styles["missing"]}`}>
      <Banner tone="warn" live action={<Button onClick={() => location.reload()}>{crash.reload}</Button>}>
        {missing === "new-version" ? missingCode.newVersion : missingCode.noAnswer}
      </Banner>
    </div>
  );
}

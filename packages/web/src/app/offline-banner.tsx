import { useSyncExternalStore } from "react";
import { useText } from "../locales/text.ts";
import { Banner } from "../ui/banner.tsx";
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

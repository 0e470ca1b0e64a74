import { useMissingCode } from "../lib/lazy-part.ts";
import { useIsOnline } from "../lib/browser.ts";
import { useText } from "../locales/text.ts";
import { Banner } from "../ui/states/banner.tsx";
import { Button } from "../ui/button.tsx";
import styles from "./offline-banner.module.css";

/** Lies over the page, which keeps its place: a press that was on its way still hits what it was meant for. */
export function OfflineBanner() {
  const text = useText();
  if (useIsOnline()) return null;
  return (
    <div className={styles["offline"]}>
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
  const isOnline = useIsOnline();
  // Offline says enough, and what is missing is asked for again when that is over.
  if (missing === undefined || !isOnline) return null;
  return (
    <div className={`${styles["place"]} ${styles["missing"]}`}>
      <Banner tone="warn" live action={<Button onClick={() => location.reload()}>{crash.reload}</Button>}>
        {missing === "new-version" ? missingCode.newVersion : missingCode.noAnswer}
      </Banner>
    </div>
  );
}

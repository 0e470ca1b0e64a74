import { useLaterText, useText } from "../../../locales/text.ts";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import styles from "./profile-page.module.css";

/** Says that something could not be loaded and offers to try again. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const { common } = useText();
  const { profile } = useLaterText();
  return (
    <Banner
      tone="warn"
      action={
        <LinkButton className={styles["retry"]} onClick={onRetry}>
          {common.retry}
        </LinkButton>
      }
    >
      {profile.loadFailed}
    </Banner>
  );
}

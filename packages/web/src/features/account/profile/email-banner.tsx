import { Link } from "wouter";
import { useTextOf } from "../../../locales/text.ts";
import { InfoIcon } from "../../../ui/icons.tsx";
import styles from "./security-banner.module.css";
import { useSendConfirmation } from "./send-confirmation.ts";

/** Asks in one line to confirm the address. */
export function EmailBanner({ email }: { email: string }) {
  const { banner } = useTextOf("later").email;
  const sending = useSendConfirmation(email);
  return (
    <section className={styles["line"]} aria-label={banner.label}>
      <div className={styles["inner"]}>
        <InfoIcon size={16} />
        <p>
          <strong>{banner.title}</strong> <span className={styles["question"]}>{banner.where(email)}</span>
        </p>
        <button type="button" aria-disabled={sending.isPending || undefined} onClick={() => sending.mutate()}>
          {banner.sendAgain}
        </button>
        <Link href="/profile">{banner.change}</Link>
      </div>
    </section>
  );
}

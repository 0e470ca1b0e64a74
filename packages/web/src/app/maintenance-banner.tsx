import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import { useLaterText } from "../locales/text.ts";
import { Banner } from "../ui/states/banner.tsx";
import styles from "./maintenance-banner.module.css";

/** Says to everybody who is signed in that nothing can be opened, and what an administrator adds to it. */
export function MaintenanceBanner({ maintenance }: { maintenance: NonNullable<Maintenance> }) {
  const { maintenance: words } = useLaterText();
  return (
    <section className={styles["place"]} aria-label={words.label}>
      <Banner tone="warn" live>
        <strong>{words.title}</strong> {words.body}
        {maintenance.withdrawalsStopped && ` ${words.withdrawalsStopped}`}
        {maintenance.message !== null && <p className={styles["message"]}>{maintenance.message}</p>}
      </Banner>
    </section>
  );
}

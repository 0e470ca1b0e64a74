import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import { useEffect, useState } from "react";
import { useTextOf } from "../locales/text.ts";
import { Note } from "../ui/primitives.tsx";
import { Banner } from "../ui/states.tsx";
import { useLive, useStore } from "../api/live/live.ts";
import { useGet } from "../api/query.ts";
import styles from "./app.module.css";

/** Tells everyone who is signed in that no position can be opened, and shows the administrator's message. */
export function MaintenanceBanner({ maintenance }: { maintenance: NonNullable<Maintenance> }) {
  const { maintenance: words } = useTextOf("later");
  return (
    <section data-screen-only className={styles["banner"]} aria-label={words.label}>
      <Banner tone="warn" live>
        <strong>{words.title}</strong> {words.body}
        {maintenance.withdrawalsStopped && ` ${words.withdrawalsStopped}`}
        {maintenance.message !== null && <Note>{maintenance.message}</Note>}
      </Banner>
    </section>
  );
}

/** How long the beacon must hold prices back before the banner appears. A banner that comes and goes would disturb. */
const SAID_AFTER_MS = 2_000;

/** Tells everyone who is signed in that the beacon holds prices back, and with what effect. */
export function BeaconBanner() {
  const { price } = useLive();
  const state = useStore(price, ({ beacon }) => beacon);
  const { beaconState: words } = useTextOf("later");
  const kind = useGet("fairness").data?.beacon.kind;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SAID_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (state === "live" || !isLong) return null;
  return (
    <section data-screen-only className={styles["banner"]} aria-label={words.label}>
      <Banner tone="warn" live>
        {state === "late" && kind === "local" ? words.lateOwn : words[state]}
      </Banner>
    </section>
  );
}

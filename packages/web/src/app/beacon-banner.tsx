import { useEffect, useState } from "react";
import { useLive, useStore } from "../api/live/live.ts";
import { useGet } from "../api/query.ts";
import { useLaterText } from "../locales/text.ts";
import { Banner } from "../ui/states/banner.tsx";
import styles from "./maintenance-banner.module.css";

/** So long prices are kept back before it is said: what comes and goes would only disturb. */
const SAID_AFTER_MS = 2_000;

/** Says to everybody who is signed in what it means that the beacon keeps prices back. */
export function BeaconBanner() {
  const { price } = useLive();
  const state = useStore(price, ({ beacon }) => beacon);
  const { beaconState: words } = useLaterText();
  const kind = useGet("fairness").data?.beacon.kind;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SAID_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (state === "live" || !isLong) return null;
  return (
    <section className={styles["place"]} aria-label={words.label}>
      <Banner tone="warn" live>
        {state === "late" && kind === "local" ? words.lateOwn : words[state]}
      </Banner>
    </section>
  );
}

import type { Pause } from "@veritick/contract/schemas/limits.ts";
import { Link } from "wouter";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { buttonClass } from "../../ui/button.tsx";
import styles from "./pause-banner.module.css";

/** Says until when nothing can be opened or deposited. */
export function PauseBanner({ pause }: { pause: Pause }) {
  const { paused, title } = useLaterText().limits;
  const format = useFormat();
  return (
    <section className={styles["place"]} aria-label={paused.label}>
      <Banner tone="info" live>
        <div className={styles["content"]}>
          <div className={styles["words"]}>
            <p className={styles["title"]}>{paused.title}</p>
            <p>
              {paused.until(format.moment(pause.until))} {paused.rest}
            </p>
          </div>
          <Link href="/limits" className={buttonClass("quiet")}>
            {title}
          </Link>
        </div>
      </Banner>
    </section>
  );
}

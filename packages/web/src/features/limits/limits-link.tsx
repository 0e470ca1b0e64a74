import { Link } from "wouter";
import { useLaterText } from "../../locales/text.ts";
import styles from "./limits-link.module.css";

/** The way to the limits, beside what they refuse. */
export function LimitsLink() {
  const { link } = useLaterText().limits;
  return (
    <Link href="/limits" className={styles["link"]}>
      {link}
    </Link>
  );
}

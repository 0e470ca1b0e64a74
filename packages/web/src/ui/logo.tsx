import styles from "./logo.module.css";

/** The mark: a tick drawn as a price that dips, turns and rises to its dashed barrier. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path d="M3.5 8.5h5M12 8.5h5" className={styles["barrier"]} />
      <path d="M5 17l3.5-1.8L13.5 25l8.8-13.4" className={styles["price"]} />
      <circle cx="24.8" cy="8.5" r="3.6" className={styles["touch"]} />
    </svg>
  );
}

export function Logo({ name }: { name: string }) {
  return (
    <span className={styles["logo"]}>
      <LogoMark />
      {name}
    </span>
  );
}

import styles from "./states.module.css";

/** Turns while something is pending. With a label it is announced; without one the text beside it says enough. */
export function Spinner({ label, size = 18 }: { label?: string; size?: number }) {
  return (
    <span className={styles["spinner"]} role={label === undefined ? undefined : "status"}>
      <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
        <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {label !== undefined && <span className={styles["label"]}>{label}</span>}
    </span>
  );
}

type Length = number | string;

/** Holds the place of something that is loading. */
export function Skeleton({ width, height }: { width: Length; height: Length }) {
  return <span className={styles["skeleton"]} style={{ width, height }} aria-hidden="true" />;
}

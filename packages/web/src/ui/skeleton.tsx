import styles from "./skeleton.module.css";

type Length = number | string;

/** Holds the place of something that is loading. */
export function Skeleton({ width, height }: { width: Length; height: Length }) {
  return <span className={styles["skeleton"]} style={{ width, height }} aria-hidden="true" />;
}

import { MARK } from "./logo-mark.ts";
import styles from "./logo.module.css";

const { barrier, price, touch } = MARK;

export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox={`0 0 ${MARK.size} ${MARK.size}`} fill="none" aria-hidden="true">
      <path d={barrier.path} strokeWidth={barrier.width} className={styles["barrier"]} />
      <path d={price.path} strokeWidth={price.width} className={styles["price"]} />
      <circle cx={touch.x} cy={touch.y} r={touch.radius} className={styles["touch"]} />
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

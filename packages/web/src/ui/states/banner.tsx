import type { ReactNode } from "react";
import styles from "./states.module.css";
import { AlertIcon, InfoIcon } from "../icons.tsx";
import { classNames } from "../primitives.tsx";

type BannerTone = "info" | "warn" | "bad";

type BannerProps = { tone: BannerTone; action?: ReactNode; live?: boolean; children: ReactNode };

/** A notice that stays in place. `live` announces it when it appears by itself. */
export function Banner({ tone, action, live = false, children }: BannerProps) {
  return (
    <div className={classNames(styles["banner"], styles[tone])} role={live ? "status" : undefined}>
      {tone === "info" ? <InfoIcon size={18} /> : <AlertIcon size={18} />}
      <div className={styles["text"]}>{children}</div>
      {action}
    </div>
  );
}

/** Says at once why a form was refused, where no field is to blame. Shows nothing where it was not. */
export function Failure({ words }: { words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <div role="alert">
      <Banner tone="bad">{words}</Banner>
    </div>
  );
}

import { inFours } from "../lib/format.ts";
import { classNames } from "./primitives.tsx";
import { CopyButton } from "./copy-button.tsx";
import styles from "./long-code.module.css";

type LongCodeProps = { code: string; className?: string | undefined; copyLabel?: string };

/** An address or a hash in groups of four for the eye; what is copied has no blanks in it. */
export function LongCode({ code, className, copyLabel }: LongCodeProps) {
  return (
    <>
      <span className={classNames(styles["code"], className)} translate="no">
        {inFours(code).map((group, index) => (
          <span key={index} className={styles["group"]}>
            {group}
          </span>
        ))}
      </span>
      {copyLabel !== undefined && <CopyButton label={copyLabel} value={code} />}
    </>
  );
}

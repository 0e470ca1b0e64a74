import { Fragment } from "react";
import styles from "./command-line.module.css";
import { CopyButton } from "./copy-button.tsx";

type CommandLineProps = {
  /** The program and each of its options with its value. A long command breaks between them first. */
  parts: readonly string[];
  copyLabel: string;
};

/** A command to be typed elsewhere, with the button that copies it. */
export function CommandLine({ parts, copyLabel }: CommandLineProps) {
  return (
    <div className={styles["line"]}>
      <code translate="no">
        {parts.map((part) => (
          <Fragment key={part}>
            <span>{part}</span>{" "}
          </Fragment>
        ))}
      </code>
      <CopyButton label={copyLabel} value={parts.join(" ")} />
    </div>
  );
}

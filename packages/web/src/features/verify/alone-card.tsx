import { Fragment } from "react";
import { useFairnessText } from "../../locales/text.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import styles from "./alone-card.module.css";

const PROGRAM = "veritick-verify.mjs";

/** How to check a receipt by a program that this page has no part in. */
export function AloneCard({ fileName }: { fileName: string }) {
  const { alone } = useFairnessText().verify;
  const parts = [`node ${PROGRAM}`, `--position ${quoted(fileName)}`, `--url ${location.origin}`];
  return (
    <Card title={alone.title}>
      <p className={styles["body"]}>{alone.body}</p>
      <p>
        <a href={`/${PROGRAM}`} download className={buttonClass("quiet")}>
          <DownloadIcon size={18} />
          {alone.download}
        </a>
      </p>
      <div className={styles["command"]}>
        <p>{alone.command}</p>
        <div className={styles["line"]}>
          <code translate="no">
            {parts.map((part) => (
              <Fragment key={part}>
                <span>{part}</span>{" "}
              </Fragment>
            ))}
          </code>
          <CopyButton label={alone.copy} value={parts.join(" ")} />
        </div>
      </div>
    </Card>
  );
}

/** A file's name may hold what a shell would take for something else. */
const quoted = (name: string) =>
  /^[\w.@+][\w.@+-]*$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;

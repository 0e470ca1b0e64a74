import { Fragment, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { inFours } from "../lib/format.ts";
import { useText } from "../locales/text.ts";
import { Button } from "./button.tsx";
import { CheckIcon } from "./icons.tsx";
import { CopyIcon } from "./more-icons.tsx";
import { VisuallyHidden, classNames } from "./primitives.tsx";
import styles from "./copy-button.module.css";

const CONFIRMATION_MS = 2000;

/** Copies `value` and says so. With `wide`, the label stands beside the icon. */
export function CopyButton({ label, value, wide = false }: { label: string; value: string; wide?: boolean }) {
  const text = useText();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <Button
      variant="quiet"
      className={classNames(styles["copy"], wide ? styles["wide"] : styles["narrow"])}
      aria-label={label}
      data-tip={wide ? undefined : label}
      onClick={async () => setCopied(await copy(value))}
    >
      {copied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
      {wide && <span aria-hidden="true">{copied ? text.common.copied : text.common.copy}</span>}
      <VisuallyHidden role="status">{copied && text.common.copied}</VisuallyHidden>
    </Button>
  );
}

/** Copies a text. The clipboard interface is missing on plain http; selecting a hidden field works everywhere. */
async function copy(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = value;
    (document.querySelector("[role=dialog]") ?? document.body).append(field);
    const before = document.activeElement;
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (before instanceof HTMLElement) before.focus();
    return done;
  }
}

type LongCodeProps = { code: string; className?: string | undefined; copyLabel?: string };

/** An address or a hash in visible groups of four. A copy has no spaces in it. */
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

/** A long code, or its replacement, on a line with its copy button. */
export function CodeLine({ as: Element = "div", children }: { as?: "div" | "dd"; children: ReactNode }) {
  return <Element className={styles["line"]}>{children}</Element>;
}

type CommandLineProps = {
  /** The program, and each option with its value. A long command wraps between them first. */
  parts: readonly string[];
  copyLabel: string;
};

/** A command to run elsewhere, with its copy button. */
export function CommandLine({ parts, copyLabel }: CommandLineProps) {
  return (
    <div className={styles["command"]}>
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

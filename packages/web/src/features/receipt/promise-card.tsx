import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { Link } from "wouter";
import { useLaterText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { LongCode } from "../../ui/long-code.tsx";
import styles from "./promise-card.module.css";

type PromiseCardProps = { promise: PositionReceipt["promise"]; className?: string | undefined };

/** What was signed when the position was opened, to be shown to anyone. */
export function PromiseCard({ promise, className }: PromiseCardProps) {
  const { promise: text } = useLaterText().receipt;
  return (
    <Card title={text.title} className={className}>
      {promise === null ? (
        <p className={styles["intro"]}>{text.unsigned}</p>
      ) : (
        <>
          <p className={styles["intro"]}>{text.intro}</p>
          <div className={styles["columns"]}>
            <div>
              <div className={styles["head"]}>
                <h3>{text.text}</h3>
                <CopyButton label={text.copyText} value={promise.text} />
              </div>
              <pre className={styles["text"]} translate="no">
                {promise.text}
              </pre>
            </div>
            <div className={styles["codes"]}>
              <Code name={text.signature} copyLabel={text.copySignature} code={promise.signature} />
              <div>
                <Code name={text.key} copyLabel={text.copyKey} code={promise.publicKey} />
                <Link href="/fairness#keys" className={styles["compare"]}>
                  {text.compareKey}
                </Link>
              </div>
            </div>
          </div>
        </>
      )}
    </Card>
  );
}

function Code({ name, copyLabel, code }: { name: string; copyLabel: string; code: string }) {
  return (
    <div>
      <h3 className={styles["name"]}>{name}</h3>
      <div className={styles["code"]}>
        <span>
          <LongCode code={code} />
        </span>
        <CopyButton label={copyLabel} value={code} />
      </div>
    </div>
  );
}

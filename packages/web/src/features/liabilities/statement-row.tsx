import { useFairnessText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { LongCode } from "../../ui/long-code.tsx";
import { Num } from "../../ui/num.tsx";
import { ExactSum } from "./exact-sum.tsx";
import styles from "./statement-row.module.css";
import { Taken } from "./taken.tsx";
import type { CheckedStatement } from "./use-statements.ts";

/** One statement, what was checked of it, and on demand all of it as it was signed. */
export function StatementRow({ stated, check }: CheckedStatement) {
  const { list: text } = useFairnessText().liabilities;
  const { taken, total, signature, text: signed } = stated;
  const number = String(stated.number);
  const root = check.statement?.root;
  return (
    <li className={styles["item"]}>
      <div className={styles["row"]}>
        <span data-column="number">
          <span className={styles["name"]}>{text.number} </span>
          <Num>{number}</Num>
        </span>
        <span data-column="taken">
          <Taken instant={taken} />
        </span>
        <span data-column="total">
          <span className={styles["name"]}>{text.total} </span>
          <ExactSum sum={total} />
        </span>
        <span data-column="root" className={styles["root"]}>
          {root !== undefined && (
            <>
              <span className={styles["name"]}>{text.root} </span>
              <span className={styles["hash"]} translate="no">
                {root.slice(0, 12)}…
              </span>
              <CopyButton label={text.copyRoot(number)} value={root} />
            </>
          )}
        </span>
        <span data-column="checks" className={styles["checks"]}>
          <Badge tone={check.isSigned ? "good" : "bad"}>
            {check.isSigned ? text.signed : text.notSigned}
          </Badge>
          {!check.isRepeated && <Badge tone="bad">{text.altered}</Badge>}
          <ChainBadge isChained={check.isChained} />
        </span>
      </div>
      <Disclosure summary={text.text}>
        <pre className={styles["text"]} translate="no">
          {signed}
        </pre>
        <Code name={text.fingerprint} code={check.hash} copyLabel={text.copyFingerprint(number)} />
        <Code name={text.signature} code={signature} copyLabel={text.copySignature(number)} />
      </Disclosure>
    </li>
  );
}

/** The oldest one here is chained to one that is not here. */
function ChainBadge({ isChained }: { isChained: boolean | undefined }) {
  const { list: text } = useFairnessText().liabilities;
  if (isChained === undefined) return <Badge tone="neutral">{text.open}</Badge>;
  return <Badge tone={isChained ? "good" : "bad"}>{isChained ? text.chained : text.broken}</Badge>;
}

function Code({ name, code, copyLabel }: { name: string; code: string; copyLabel: string }) {
  return (
    <div className={styles["code"]}>
      <span className={styles["codeName"]}>{name}</span>
      <div className={styles["codeLine"]}>
        <LongCode code={code} copyLabel={copyLabel} />
      </div>
    </div>
  );
}

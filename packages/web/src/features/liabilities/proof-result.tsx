import type { LiabilityStep } from "@veritick/domain/verify/verify-liability.ts";
import { Link } from "wouter";
import { useFormat } from "../../lib/format.ts";
import { useFairnessText } from "../../locales/text.ts";
import { CheckItem, CheckList } from "../../ui/check-list.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { ExactSum } from "./exact-sum.tsx";
import { ProofFileCard } from "./proof-file-card.tsx";
import styles from "./proof-result.module.css";
import { Taken } from "./taken.tsx";
import type { CheckedProof } from "./use-proof.ts";
import { Verdict } from "./verdict.tsx";
import { WayPicture } from "./way-picture.tsx";

/** The steps that say whether the way leads to what was signed. */
const REACHES: ReadonlySet<string> = new Set(["root", "total"]);

/** What came of checking a proof, step by step, and how to check it elsewhere. */
export function ProofResult({ proof: { file, check } }: { proof: CheckedProof }) {
  const { result: text } = useFairnessText().liabilities;
  const format = useFormat();
  const { steps, evidence, way } = check;
  const outcome = (["wrong", "missing"] as const).find((each) => steps.some((step) => step.outcome === each));
  const verdict = outcome ?? "right";
  const isWhole = evidence !== undefined && verdict !== "wrong";
  const isReached = steps.every(({ name, outcome }) => outcome === "right" || !REACHES.has(name));
  return (
    <div className={styles["result"]}>
      <Verdict
        outcome={verdict}
        title={text[verdict].title}
        hint={
          verdict === "right"
            ? text.right.hint(format.money(evidence!.leaf.balance), format.money(evidence!.statement.total))
            : text[verdict].hint
        }
      />
      <div className={styles["columns"]}>
        <div className={styles["column"]}>
          {isWhole && (
            <>
              <div className={styles["facts"]}>
                <Facts dense>
                  <Fact name={text.taken}>
                    <Taken instant={evidence.statement.taken} />
                  </Fact>
                  <Fact name={text.email}>
                    <span className={styles["email"]} translate="no">
                      {evidence.leaf.email}
                    </span>
                  </Fact>
                  <Fact name={text.balance}>
                    <ExactSum sum={evidence.leaf.balance} />
                  </Fact>
                  <Fact name={text.total}>
                    <ExactSum sum={evidence.statement.total} />
                  </Fact>
                </Facts>
              </div>
              <p className={styles["compare"]}>
                {text.compare}{" "}
                <Link href="/statement" className={styles["link"]}>
                  {text.toStatement}
                </Link>
              </p>
            </>
          )}
          <div>
            <h3 className={styles["title"]}>{text.steps}</h3>
            <CheckList label={text.steps}>
              {steps.map((step) => (
                <Step key={step.name} step={step} />
              ))}
            </CheckList>
          </div>
        </div>
        {evidence && way && <WayPicture evidence={evidence} way={way} isRight={isReached} />}
      </div>
      <ProofFileCard file={file} />
    </div>
  );
}

/** Where two values differ, both can be seen. */
function Step({ step: { name, outcome, expected, found } }: { step: LiabilityStep }) {
  const { result, steps } = useFairnessText().liabilities;
  return (
    <CheckItem outcome={outcome} spoken={result.outcome[outcome]} words={steps[name][outcome]}>
      {outcome === "wrong" && expected !== undefined && found !== undefined && (
        <Disclosure summary={result.compared} isDense>
          <dl className={styles["values"]} translate="no">
            <dt>{result.expected}</dt>
            <dd>{expected}</dd>
            <dt>{result.found}</dt>
            <dd>{found}</dd>
          </dl>
        </Disclosure>
      )}
    </CheckItem>
  );
}

import type { LiabilityStep } from "@veritick/domain/verify/verify-liability.ts";
import { Link } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useFormat } from "../../../lib/format.ts";
import { saveFile } from "../../../lib/browser.ts";
import { useFairnessText } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { CheckItem, CheckList } from "../../../ui/check-list.tsx";
import { CommandLine } from "../../../ui/copy-button.tsx";
import { Disclosure, Fact, Facts } from "../../../ui/card.tsx";
import { CheckIcon, CloseIcon, DownloadIcon, MinusIcon } from "../../../ui/icons.tsx";
import { Caption } from "../../../ui/primitives.tsx";
import { ExactSum, Taken } from "./figures.tsx";
import { proofFileName } from "./use-proof.ts";
import type { CheckedProof, ProofFile } from "./use-proof.ts";
import styles from "./proof-result.module.css";
import { WayPicture } from "./way-picture.tsx";

/** The steps that compare the end of the way with the signed statement. */
const REACHES: ReadonlySet<string> = new Set(["root", "total"]);

/** Shows the result of a proof step by step, and how to check it elsewhere. */
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
              <Caption>
                {text.compare}{" "}
                <Link href="/statement" className={styles["toStatement"]}>
                  {text.toStatement}
                </Link>
              </Caption>
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

/** A wrong step can show the two values that differ. */
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

const PROGRAM = "veritick-verify.mjs";

/** Offers the proof as a file, and the command that checks it. The command holds the user's own e-mail, not the file's. */
function ProofFileCard({ file }: { file: ProofFile }) {
  const { file: text } = useFairnessText().liabilities;
  const email = useCurrentUser()?.email ?? "";
  const name = proofFileName(file.proof.statement.number);
  const parts = [
    `node ${PROGRAM}`,
    `--liabilities ${name}`,
    `--email ${quoted(email)}`,
    `--balance ${file.proof.leaf.balance}`,
    `--url ${location.origin}`,
  ];
  return (
    <div className={styles["file"]}>
      <h3 className={styles["title"]}>{text.title}</h3>
      <p className={styles["fileText"]}>{text.intro}</p>
      <div className={styles["fileActions"]}>
        <Button variant="quiet" onClick={() => saveFile(name, `${JSON.stringify(file, undefined, 2)}\n`)}>
          <DownloadIcon size={18} />
          {text.download}
        </Button>
        <a href={`/${PROGRAM}`} download className={buttonClass("quiet")}>
          <DownloadIcon size={18} />
          {text.program}
        </a>
      </div>
      <p className={styles["fileText"]}>{text.command}</p>
      <CommandLine parts={parts} copyLabel={text.copy} />
      <p className={styles["fileText"]}>{text.secret}</p>
    </div>
  );
}

/** Quotes an e-mail for a shell, which gives some characters a meaning of their own. */
const quoted = (text: string) =>
  /^[\w.+@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

const SIGNS = { right: CheckIcon, wrong: CloseIcon, missing: MinusIcon } as const;

type VerdictProps = { outcome: keyof typeof SIGNS; title: string; hint: string };

/** The verdict over all checks, in a title and a sentence. */
function Verdict({ outcome, title, hint }: VerdictProps) {
  const Sign = SIGNS[outcome];
  return (
    <div className={styles["verdict"]} data-outcome={outcome} role="status">
      <span className={styles["sign"]}>
        <Sign size={24} />
      </span>
      <div>
        <p className={styles["verdictTitle"]}>{title}</p>
        <p className={styles["verdictHint"]}>{hint}</p>
      </div>
    </div>
  );
}

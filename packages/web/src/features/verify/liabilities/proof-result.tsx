import { verifyLiability } from "@veritick/domain/verify/verify-liability.ts";
import type { LiabilityCheck, LiabilityStep } from "@veritick/domain/verify/verify-liability.ts";
import { Link } from "wouter";
import { useQuery } from "@tanstack/react-query";
import type { Fairness, LiabilityProof } from "@veritick/contract/schemas/fairness.ts";
import { parseStatement } from "@veritick/domain/signed/liability-statement.ts";
import { PROOF_FORMAT } from "@veritick/domain/verify/liability-evidence.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useFormat } from "../../../lib/format.ts";
import { saveFile } from "../../../lib/browser.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { CheckItem, CheckList } from "../../../ui/check-list.tsx";
import { CommandLine } from "../../../ui/copy-button.tsx";
import { Disclosure, Fact, Facts } from "../../../ui/card.tsx";
import { CheckIcon, CloseIcon, DownloadIcon, MinusIcon } from "../../../ui/icons.tsx";
import { Caption } from "../../../ui/primitives.tsx";
import { ExactSum, Taken } from "./figures.tsx";
import { MerklePath } from "./merkle-path.tsx";
import { ApiError, call } from "../../../api/client.ts";
import { keyOf } from "../../../api/query.ts";
import { loadIsSigned } from "./use-statements.ts";
import type { CheckedStatement } from "./use-statements.ts";
import styles from "./proof.module.css";

/** The steps that compare the end of the path with the signed statement. */
const REACHES: ReadonlySet<string> = new Set(["root", "total"]);

/** Shows the result of a proof step by step, and how to check it elsewhere. */
export function ProofResult({ proof: { file, check } }: { proof: CheckedProof }) {
  const { result: text } = useTextOf("fairness").liabilities;
  const format = useFormat();
  const { steps, evidence, path } = check;
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
                <Facts look="dense">
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
        {evidence && path && <MerklePath evidence={evidence} path={path} isRight={isReached} />}
      </div>
      <ProofFileCard file={file} />
    </div>
  );
}

/** One step. A wrong one can show the two values that differ. */
function Step({ step: { name, outcome, expected, found } }: { step: LiabilityStep }) {
  const { result, steps } = useTextOf("fairness").liabilities;
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
  const { file: text } = useTextOf("fairness").liabilities;
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

/** Quotes an e-mail address for a shell, in which some characters have a special meaning. */
const quoted = (text: string) =>
  /^[\w.+@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

const SIGNS = { right: CheckIcon, wrong: CloseIcon, missing: MinusIcon } as const;

type VerdictProps = { outcome: keyof typeof SIGNS; title: string; hint: string };

/** The verdict over all checks, as a title and a sentence. */
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

type CheckedProof = { readonly file: ProofFile; readonly check: LiabilityCheck };

/**
 * Loads and checks the proof that a statement contains the user's balance, anew each time. The check compares it with the
 * user's e-mail and with the public list.
 *
 * @param number the number of the statement; undefined to load nothing
 */
export function useProof(number: number | undefined, checked: readonly CheckedStatement[]) {
  const user = useCurrentUser();
  /** Returns the statement's text in the public list. Loads its page if that is not loaded yet. */
  async function textOf(wanted: number, signal: AbortSignal): Promise<string | undefined> {
    const known = checked.find(({ stated }) => stated.number === wanted);
    if (known !== undefined || wanted < 1) return known?.stated.text;
    const page = await call("listLiabilities", { query: { before: String(wanted + 1) }, signal });
    return page.find(({ number: each }) => each === wanted)?.text;
  }

  async function fetchProof(wanted: number, signal: AbortSignal): Promise<CheckedProof> {
    const [proof, { keys, genesis }, isSigned, listed, previous] = await Promise.all([
      call("getLiabilityProof", { params: { number: wanted }, signal }),
      call("fairness", { signal }),
      loadIsSigned(),
      textOf(wanted, signal),
      textOf(wanted - 1, signal),
    ]);
    const epochs = await loadRow(proof, signal);
    const file = proofFile(proof, keys);
    const known = {
      email: user?.email ?? "",
      user: user?.id,
      published: { listed, previous, genesis, epochs },
    };
    return { file, check: verifyLiability(file, known, isSigned) };
  }

  return useQuery({
    queryKey: [...keyOf("getLiabilityProof", { number: number ?? 0 }), user?.id],
    queryFn: ({ signal }) => fetchProof(number!, signal),
    enabled: number !== undefined && user !== undefined,
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
  });
}

/** Loads the published row of the epoch whose head a statement names. There is none if the price began anew since. */
async function loadRow({ statement }: LiabilityProof, signal: AbortSignal): Promise<unknown[]> {
  const epoch = parseStatement(statement.text)?.chain.epoch;
  if (epoch === undefined) return [];
  try {
    return await call("fairnessEpochs", { query: { from: epoch, to: epoch }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return [];
    throw error;
  }
}

/** A proof with everything that a check elsewhere needs. `docs/protocol.md` describes the format. */
type ProofFile = {
  readonly format: typeof PROOF_FORMAT;
  readonly site: string;
  readonly downloaded: string;
  readonly proof: LiabilityProof;
  readonly keys: Fairness["keys"];
};

function proofFile(proof: LiabilityProof, keys: Fairness["keys"]): ProofFile {
  return {
    format: PROOF_FORMAT,
    site: location.origin,
    downloaded: new Date().toISOString(),
    proof,
    keys,
  };
}

const proofFileName = (number: number) => `veritick-liability-proof-${number}.json`;

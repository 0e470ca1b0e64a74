import { useState } from "react";
import { Link } from "wouter";
import { ApiError, errorText } from "../../../api/client.ts";
import { useCurrentUser, useSession } from "../../../api/current-user.ts";
import { saveFile } from "../../../lib/files.ts";
import { useFormat } from "../../../lib/format.ts";
import { returnHere } from "../../../lib/links.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button, buttonClass, TextLink } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { SelectInput } from "../../../ui/form/text-input.tsx";
import { DownloadIcon } from "../../../ui/more-icons.tsx";
import { Caption, Grid, Row, Stack } from "../../../ui/primitives.tsx";
import { Banner } from "../../../ui/states.tsx";
import { CheckAlone, EvidenceCard, quoted, Steps, Verdict } from "../evidence.tsx";
import evidenceStyles from "../evidence.module.css";
import { ExactSum, Taken, useTaken } from "./figures.tsx";
import { MerklePath } from "./merkle-path.tsx";
import { proofFileName, useProof } from "./use-proof.ts";
import type { CheckedProof, ProofFile } from "./use-proof.ts";
import type { CheckedStatement } from "./use-statements.ts";

/** Lets a signed-in user check that a statement contains their balance. */
export function CheckCard({ checked }: { checked: readonly CheckedStatement[] }) {
  const { check: text } = useTextOf("fairness").liabilities;
  const isVisitor = useSession().state !== "signed-in";
  const provable = checked.filter(({ stated }) => stated.provable);
  if (!isVisitor && provable.length > 0) return <OwnCheck checked={checked} provable={provable} />;
  return (
    <EvidenceCard title={text.title} says={isVisitor ? text.visitor : text.gone}>
      {isVisitor && (
        <Row gap={2}>
          <Link href="/auth" state={returnHere()} className={buttonClass("primary")}>
            {text.signIn}
          </Link>
        </Row>
      )}
    </EvidenceCard>
  );
}

type OwnCheckProps = {
  checked: readonly CheckedStatement[];
  /** Never empty. */
  provable: readonly CheckedStatement[];
};

function OwnCheck({ checked, provable }: OwnCheckProps) {
  const { check: text } = useTextOf("fairness").liabilities;
  const taken = useTaken();
  const [chosen, setChosen] = useState<number>();
  const [asked, setAsked] = useState<number>();
  const number = chosen ?? provable[0]!.stated.number;
  const { data, error, isFetching, refetch } = useProof(asked, checked);
  const proof = error === null && !isFetching ? data : undefined;

  return (
    <>
      <EvidenceCard title={text.title} says={text.intro}>
        <div className={evidenceStyles["ask"]}>
          <Field label={text.statement}>
            {(control) => (
              <SelectInput
                {...control}
                value={number}
                onChange={({ target }) => {
                  setChosen(Number(target.value));
                  setAsked(undefined);
                }}
              >
                {provable.map(({ stated }) => (
                  <option key={stated.number} value={stated.number}>
                    {text.option(String(stated.number), taken(stated.taken))}
                  </option>
                ))}
              </SelectInput>
            )}
          </Field>
          <Button
            pending={asked !== undefined && isFetching}
            pendingLabel={text.running}
            onClick={() => (asked === number ? void refetch() : setAsked(number))}
          >
            {text.run}
          </Button>
        </div>
        {error && !isFetching && <Failed error={error} />}
        {proof && <ProofResult proof={proof} />}
      </EvidenceCard>
      {proof && <ProofFileCard file={proof.file} />}
    </>
  );
}

/**
 * Refusals that are nobody's fault. A statement that leaves out an account may be at fault, so its refusal is not among
 * them.
 */
const CALM = ["not_found", "liability_proof_gone", "liability_too_young"];

/** Reports a proof that cannot exist as information, and a proof that did not load as an error. */
function Failed({ error }: { error: Error }) {
  const text = useText();
  const { failed } = useTextOf("fairness").liabilities.check;
  const isCalm = error instanceof ApiError && CALM.includes(error.code ?? "");
  return (
    <Banner tone={isCalm ? "info" : "bad"} live>
      {errorText(error, text, failed)}
    </Banner>
  );
}

/** The steps that compare the end of the path with the signed statement. */
const REACHES: ReadonlySet<string> = new Set(["root", "total"]);

/** Shows the result of a proof step by step, with the part of the tree that it goes through. */
function ProofResult({ proof: { check } }: { proof: CheckedProof }) {
  const { result: text, steps: words } = useTextOf("fairness").liabilities;
  const format = useFormat();
  const { steps, evidence, path } = check;
  const outcome = (["wrong", "missing"] as const).find((each) => steps.some((step) => step.outcome === each));
  const verdict = outcome ?? "right";
  const isReached = steps.every((step) => step.outcome === "right" || !REACHES.has(step.name));
  return (
    <>
      <Verdict outcome={verdict} title={text[verdict].title}>
        <p>
          {verdict === "right"
            ? text.right.hint(format.money(evidence!.leaf.balance), format.money(evidence!.statement.total))
            : text[verdict].hint}
        </p>
      </Verdict>
      <Grid gap={8} min={400} isFit align="start">
        <Stack gap={5}>
          {evidence && verdict !== "wrong" && (
            <Stack gap={3}>
              <Facts look="columns">
                <Fact name={text.taken}>
                  <Taken instant={evidence.statement.taken} />
                </Fact>
                <Fact name={text.email}>
                  <span translate="no">{evidence.leaf.email}</span>
                </Fact>
                <Fact name={text.balance}>
                  <ExactSum sum={evidence.leaf.balance} />
                </Fact>
                <Fact name={text.total}>
                  <ExactSum sum={evidence.statement.total} />
                </Fact>
              </Facts>
              <Caption pretty>
                {text.compare}{" "}
                <TextLink href="/statement" isAccent>
                  {text.toStatement}
                </TextLink>
              </Caption>
            </Stack>
          )}
          <Stack gap={1}>
            <Caption as="h3">{text.steps}</Caption>
            <Steps
              label={text.steps}
              spoken={text.outcome}
              summary={text.compared}
              steps={steps.map(({ name, outcome: of, expected, found }) => ({
                key: name,
                outcome: of,
                words: words[name][of],
                values:
                  of === "wrong" && expected !== undefined && found !== undefined
                    ? [
                        [text.expected, expected],
                        [text.found, found],
                      ]
                    : [],
              }))}
            />
          </Stack>
        </Stack>
        {evidence && path && <MerklePath evidence={evidence} path={path} isRight={isReached} />}
      </Grid>
    </>
  );
}

/** Offers the proof as a file, and the command that checks it. The command holds the user's own e-mail, not the file's. */
function ProofFileCard({ file }: { file: ProofFile }) {
  const { file: text } = useTextOf("fairness").liabilities;
  const email = useCurrentUser()?.email ?? "";
  const name = proofFileName(file.proof.statement.number);
  return (
    <CheckAlone
      words={text}
      options={[`--liabilities ${name}`, `--email ${quoted(email)}`, `--balance ${file.proof.leaf.balance}`]}
      file={
        <Button variant="quiet" onClick={() => saveFile(name, `${JSON.stringify(file, undefined, 2)}\n`)}>
          <DownloadIcon size={18} />
          {text.download}
        </Button>
      }
    >
      <Caption>{text.secret}</Caption>
    </CheckAlone>
  );
}

import { useState } from "react";
import { Link } from "wouter";
import { ApiError, errorText } from "../../../api/client.ts";
import { useSession } from "../../../api/current-user.ts";
import { returnHere } from "../../../lib/links.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Banner } from "../../../ui/states.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { SelectInput } from "../../../ui/form/text-input.tsx";
import styles from "./liabilities-page.module.css";
import { ProofResult, useProof } from "./proof-result.tsx";
import { useTaken } from "./figures.tsx";
import type { CheckedStatement } from "./use-statements.ts";

/** Lets a signed-in user check that a statement contains their balance. */
export function CheckCard({ checked }: { checked: readonly CheckedStatement[] }) {
  const { check: text } = useTextOf("fairness").liabilities;
  const isVisitor = useSession().state !== "signed-in";
  const provable = checked.filter(({ stated }) => stated.provable);
  return (
    <Card title={text.title}>
      {isVisitor ? (
        <>
          <p className={styles["checkIntro"]}>{text.visitor}</p>
          <Link href="/auth" state={returnHere()} className={`${buttonClass("primary")} ${styles["action"]}`}>
            {text.signIn}
          </Link>
        </>
      ) : provable.length === 0 ? (
        <p className={styles["checkIntro"]}>{text.gone}</p>
      ) : (
        <>
          <p className={styles["checkIntro"]}>{text.intro}</p>
          <OwnCheck checked={checked} provable={provable} />
        </>
      )}
    </Card>
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
  const proof = useProof(asked, checked);

  function run() {
    if (asked === number) void proof.refetch();
    else setAsked(number);
  }

  return (
    <>
      <div className={styles["form"]}>
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
          className={styles["action"]}
          pending={asked !== undefined && proof.isFetching}
          pendingLabel={text.running}
          onClick={run}
        >
          {text.run}
        </Button>
      </div>
      {proof.isError && !proof.isFetching && <Failed error={proof.error} />}
      {proof.data && !proof.isError && !proof.isFetching && <ProofResult proof={proof.data} />}
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

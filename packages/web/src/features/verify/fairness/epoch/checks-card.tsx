import type { EpochStep } from "@veritick/domain/verify/verify-epochs.ts";
import { verdictOf } from "@veritick/domain/verify/step.ts";
import { useTextOf } from "../../../../locales/text.ts";
import { Banner } from "../../../../ui/states.tsx";
import { Caption, Code, Row, Spinner, Strong } from "../../../../ui/primitives.tsx";
import { Card } from "../../../../ui/card.tsx";
import { Fact, Facts } from "../../../../ui/facts.tsx";
import { CheckItem, CheckList } from "../../../../ui/check-list.tsx";
import type { Signatures } from "../../check/check-signatures.ts";
import { roundAtFault, SignaturesProgress, useReservations } from "../../beacon-notes.tsx";

const TONES = { right: "info", wrong: "bad", later: "info", missing: "warn" } as const;

type ChecksCardProps = {
  steps: readonly EpochStep[] | undefined;
  hasFailed: boolean;
  /** The progress of the check; undefined before it needs any signature. */
  signatures: Signatures | undefined;
};

/** The checks of an epoch and their outcomes. A check that this browser did not compute is never shown as right. */
export function ChecksCard({ steps, hasFailed, signatures }: ChecksCardProps) {
  const { epochPage } = useTextOf("fairness").pages;
  return (
    <Card title={epochPage.checks}>
      <div role="status">
        {steps !== undefined ? (
          <Verdict steps={steps} />
        ) : hasFailed ? (
          <Banner tone="warn">{epochPage.notComputed}</Banner>
        ) : (
          signatures === undefined && (
            <Row as="p" gap={3} align="center">
              <Spinner />
              {epochPage.checking}
            </Row>
          )
        )}
      </div>
      {steps === undefined && !hasFailed && signatures && <SignaturesProgress {...signatures} />}
      {steps && (
        <CheckList label={epochPage.checks}>
          {steps.map((step) => (
            <CheckedStep key={step.name} step={step} />
          ))}
        </CheckList>
      )}
    </Card>
  );
}

function Verdict({ steps }: { steps: readonly EpochStep[] }) {
  const { pages, verify } = useTextOf("fairness");
  const { epochPage } = pages;
  const verdict = verdictOf(steps);
  const notes = useReservations(steps);
  const isRight = verdict === "right";
  const reservations = isRight ? [...notes, epochPage.undated] : verdict === "later" ? notes : [];
  const words = {
    right: epochPage.allRight,
    wrong: epochPage.someWrong,
    later: epochPage.someLater,
    missing: epochPage.someMissing,
  };
  return (
    <Banner tone={TONES[verdict]}>
      <Strong as="p">
        {isRight ? verify.verdict.reserved.title(words[verdict], reservations.length) : words[verdict]}
      </Strong>
      {reservations.length > 0 && <Caption>{reservations.join(" ")}</Caption>}
    </Banner>
  );
}

function CheckedStep({ step }: { step: EpochStep }) {
  const { name, outcome, expected, found, reason } = step;
  const { pages, verify } = useTextOf("fairness");
  const { epochPage } = pages;
  const round = roundAtFault(step);
  const { check } = epochPage;
  function sentence(): string {
    const { subject, right, note } = verify.step.beacon;
    if (name === "beacon") return outcome === "right" ? right : verify.steps.open(subject, note);
    if (name === "start" && outcome === "wrong" && reason === "doubtful") return check.start.doubtful;
    if (name === "commitment" && reason === "seed-withheld") return check.commitment.withheld;
    return check[name][outcome];
  }
  return (
    <CheckItem
      outcome={outcome}
      spoken={epochPage.outcomes[outcome]}
      words={
        <>
          {sentence()}
          {round !== undefined && ` ${verify.steps.round(round)}`}
        </>
      }
    >
      {outcome === "wrong" && expected !== undefined && (
        <Facts look="columns">
          <Value name={epochPage.expected} value={expected} />
          <Value name={epochPage.found} value={found ?? epochPage.nothing} />
        </Facts>
      )}
    </CheckItem>
  );
}

function Value({ name, value }: { name: string; value: string }) {
  return (
    <Fact name={name} isWhole>
      <Code translate="no">{value}</Code>
    </Fact>
  );
}

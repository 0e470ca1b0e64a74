import type { PositionStep } from "@veritick/domain/verify/verify-position.ts";
import type { FairnessMessages } from "../../../locales/messages.ts";
import { useFairnessText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { CheckItem, CheckList } from "../../../ui/check-list.tsx";
import { Disclosure } from "../../../ui/disclosure.tsx";
import styles from "./result-cards.module.css";
import { useMoment } from "./verdict-box.tsx";

/** Each step with its outcome in a sentence, and the two values for whoever wants to see them. */
export function StepsCard({ steps, now }: { steps: readonly PositionStep[]; now: number }) {
  const { verify: text } = useFairnessText();
  const moment = useMoment(now);
  const hasSeveral = (name: string) => steps.filter((step) => step.name === name).length > 1;
  return (
    <Card title={text.steps.title}>
      <CheckList label={text.steps.title}>
        {steps.map((step) => (
          <CheckItem
            key={`${step.name} ${step.epoch ?? ""}`}
            outcome={step.outcome}
            spoken={text.steps.spoken[step.outcome]}
            words={
              <>
                {sentenceOf(text, step, moment)}{" "}
                {step.epoch !== undefined && hasSeveral(step.name) && (
                  <span className={styles["quiet"]}>{text.steps.epoch(step.epoch)}</span>
                )}
              </>
            }
          >
            <Values step={step} />
          </CheckItem>
        ))}
      </CheckList>
    </Card>
  );
}

/** What of a wrong step the two values do not tell. */
const TELLING = new Set([
  "unreadable",
  "unpublished",
  "not-lost",
  "withheld",
  "other-second",
  "not-spanned",
  "hole",
  "too-near",
  "other-start",
  "seed-withheld",
  "overdue",
]);

function sentenceOf(
  { step: words, steps, reasons }: FairnessMessages["verify"],
  { name, outcome, reason, from }: PositionStep,
  moment: (tick: number) => string,
): string {
  const { subject, ...sentences } = words[name];
  if (outcome === "later") return steps.open(subject, steps.from(moment(from ?? 0)));
  if (outcome === "missing") return steps.open(subject, reasons[reason ?? "no-data"]);
  if (outcome === "wrong" && reason !== undefined && TELLING.has(reason)) {
    return steps.open(subject, reasons[reason]);
  }
  return sentences[outcome];
}

/** What is right has but one value. */
function Values({ step: { outcome, expected, found } }: { step: PositionStep }) {
  const { steps } = useFairnessText().verify;
  const values =
    outcome === "right"
      ? [[steps.value, expected ?? found]]
      : [
          [steps.expected, expected],
          [steps.found, found],
        ];
  const known = values.filter(([, value]) => value !== undefined);
  if (known.length === 0) return null;
  return (
    <Disclosure summary={steps.values} isDense className={styles["details"]}>
      <dl className={styles["values"]}>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}

import type { PositionStep } from "@veritick/domain/verify/verify-position.ts";
import { roughly, useExactTime, useFormat } from "../../../lib/format.ts";
import type { FairnessMessages } from "../../../locales/messages.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Caption } from "../../../ui/primitives.tsx";
import { roundAtFault } from "../beacon-notes.tsx";
import { Steps } from "../evidence.tsx";
import type { Step } from "../evidence.tsx";
import type { Result } from "./use-check.ts";

/** Lists each step with its outcome in a sentence, and the values that it compared. */
export function StepsCard({ result: { check, evidence, question } }: { result: Result }) {
  const { verify: text } = useTextOf("fairness");
  const { steps } = check;
  const moment = useMoment(evidence.now);
  const hasSeveral = (name: string) => steps.filter((step) => step.name === name).length > 1;
  const wordsOf = (step: PositionStep) => (
    <>
      {sentenceOf(text, step, { kind: question.kind, moment })}{" "}
      {step.epoch !== undefined && hasSeveral(step.name) && (
        <Caption as="span">{text.steps.epoch(step.epoch)}</Caption>
      )}
      {roundAtFault(step) !== undefined && (
        <Caption as="span">{text.steps.round(roundAtFault(step)!)}</Caption>
      )}
      {/* A file may be from another device. */}
      {step.name === "received" && step.outcome === "missing" && question.kind === "id" && (
        <ClockGap seconds={evidence.clockGap} />
      )}
    </>
  );
  return (
    <Card title={text.steps.title}>
      <Steps
        label={text.steps.title}
        spoken={text.steps.spoken}
        summary={text.steps.values}
        steps={steps.map((step) => ({
          key: `${step.name} ${step.epoch ?? ""}`,
          outcome: step.outcome,
          words: wordsOf(step),
          values: valuesOf(text.steps, step),
        }))}
      />
    </Card>
  );
}

/** A price takes up to two seconds to appear here, so a smaller gap means nothing. */
const LEAST_GAP_SECONDS = 4;

/** The gap between this device's clock and the platform's. It neither explains nor corrects a step. */
function ClockGap({ seconds }: { seconds: number }) {
  const { steps } = useTextOf("fairness").verify;
  if (Math.abs(seconds) < LEAST_GAP_SECONDS) return null;
  const gap = roughly(Math.abs(seconds));
  return <Caption as="span">{seconds > 0 ? steps.clockAhead(gap) : steps.clockBehind(gap)}</Caption>;
}

/** The reasons for a wrong step that the two values do not show. */
const TELLING = new Set([
  "unreadable",
  "unpublished",
  "file-differs",
  "not-lost",
  "withheld",
  "other-second",
  "not-spanned",
  "hole",
  "too-near",
  "other-start",
  "seed-withheld",
  "overdue",
  "not-kept",
  "round-there",
  "not-listed",
  "other-answer",
  "other-block",
  "sold-late",
]);

function sentenceOf(
  { step: words, steps, reasons }: FairnessMessages["verify"],
  { name, outcome, reason, from }: PositionStep,
  { kind, moment }: { kind: Result["question"]["kind"]; moment: (tick: number) => string },
): string {
  const { subject } = words[name];
  if (name === "beacon") {
    return outcome === "right" ? words.beacon.right : steps.open(subject, words.beacon.note);
  }
  if (outcome === "note") return steps.open(subject, steps.unrecorded[kind]);
  const isAnswer = name === "received" || name === "saleReceived";
  if (isAnswer && outcome === "right" && kind === "file") return steps.open(subject, steps.fromFile);
  if (outcome === "later") return steps.open(subject, steps.from(moment(from ?? 0)));
  if (outcome === "missing") return steps.open(subject, reasons[reason ?? "no-data"]);
  if (outcome === "wrong" && reason !== undefined && TELLING.has(reason)) {
    return steps.open(subject, reasons[reason]);
  }
  return words[name][outcome];
}

/** Returns the compared values of a step. A right step has only one. */
function valuesOf(
  words: FairnessMessages["verify"]["steps"],
  { outcome, expected, found }: PositionStep,
): Step<PositionStep["outcome"]>["values"] {
  if (outcome === "right") return [[words.value, expected ?? found]];
  return [
    [words.expected, expected],
    [words.found, found],
  ];
}

const DAY_TICKS = 86_400;

/** Returns a function that writes a tick as a time of day, with its date if it is half a day away or more. */
export function useMoment(now: number): (tick: number) => string {
  const format = useFormat();
  const { inFull } = useExactTime();
  return (tick) => (Math.abs(tick - now) < DAY_TICKS / 2 ? format.clock(tick) : inFull(tick));
}

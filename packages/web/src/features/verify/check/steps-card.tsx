import type { PositionStep } from "@veritick/domain/verify/verify-position.ts";
import { isBroken } from "@veritick/domain/verify/step.ts";
import type { Outcome } from "@veritick/domain/verify/step.ts";
import { useEffect, useState } from "react";
import { countdown, roughly, useExactTime, useFormat } from "../../../lib/format.ts";
import type { FairnessMessages } from "../../../locales/messages.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Card, Disclosure } from "../../../ui/card.tsx";
import { CheckItem, CheckList } from "../../../ui/check-list.tsx";
import { CheckIcon, ClockIcon, CloseIcon, MinusIcon } from "../../../ui/icons.tsx";
import { Caption } from "../../../ui/primitives.tsx";
import { roundAtFault, useReservations } from "../beacon-notes.tsx";
import styles from "./verify-page.module.css";
import { completeTick } from "./use-check.ts";
import type { Result } from "./use-check.ts";

/** Lists each step with its outcome in a sentence. A disclosure shows the two values that were compared. */
export function StepsCard({ result: { check, evidence, question } }: { result: Result }) {
  const { verify: text } = useTextOf("fairness");
  const { steps } = check;
  const moment = useMoment(evidence.now);
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
            }
          >
            <Values step={step} />
          </CheckItem>
        ))}
      </CheckList>
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

/** The compared values of a step. A right step has only one. */
function Values({ step: { outcome, expected, found } }: { step: PositionStep }) {
  const { steps } = useTextOf("fairness").verify;
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

const SIGNS = { right: CheckIcon, wrong: CloseIcon, later: ClockIcon, missing: MinusIcon } as const;
const DAY_TICKS = 86_400;

/** The verdict over all steps, and the time at which the open ones can be checked. */
export function VerdictBox({ result }: { result: Result }) {
  const { verdict: words } = useTextOf("fairness").verify;
  const { verdict, check, evidence } = result;
  const moment = useMoment(evidence.now);
  const Sign = SIGNS[verdict];
  const from = completeTick(check.steps);
  const told = words[toldAs(verdict, check.steps)];
  const notes = useReservations(check.steps);
  const reservations = verdict === "right" || verdict === "later" ? notes : [];
  const isReserved = reservations.length > 0;
  return (
    <div className={styles["verdict"]} data-outcome={isReserved ? "note" : verdict}>
      <span className={styles["sign"]}>
        <Sign size={28} />
      </span>
      <div>
        <div role="status">
          <p className={styles["verdictTitle"]}>
            {isReserved ? words.reserved.title(told.title, reservations.length) : told.title}
          </p>
          <p className={styles["verdictHint"]}>
            {typeof told.hint === "string" ? told.hint : from !== undefined && told.hint(moment(from))}
          </p>
          {isReserved && (
            <ul className={styles["reservations"]}>
              {reservations.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </div>
        {verdict === "later" && result.next !== undefined && evidence.source === "published" && (
          <Left result={result} until={from ?? result.next} />
        )}
      </div>
    </div>
  );
}

/** Returns the words' key for a verdict. Two cases have words of their own. */
function toldAs(verdict: Outcome, steps: readonly PositionStep[]): Outcome | "late" | "broken" {
  if (verdict === "missing" && isLateAlone(steps)) return "late";
  return verdict === "wrong" && isBroken(steps) ? "broken" : verdict;
}

/** Returns true if only the time of the answer keeps the position from being right. */
const isLateAlone = (steps: readonly PositionStep[]) =>
  steps.every(
    ({ name, outcome, reason }) => outcome !== "missing" || (name === "received" && reason === "late"),
  );

/** Returns a function that writes a tick as a time of day, with its date if it is half a day away or more. */
function useMoment(now: number): (tick: number) => string {
  const format = useFormat();
  const { inFull } = useExactTime();
  return (tick) => (Math.abs(tick - now) < DAY_TICKS / 2 ? format.clock(tick) : inFull(tick));
}

/** Counts down from the server's time. The page's own clock only measures the time since then. */
function Left({ result: { evidence, loadedAtMs }, until }: { result: Result; until: number }) {
  const { later } = useTextOf("fairness").verify.verdict;
  const { now } = evidence;
  const [atMs, setAtMs] = useState(() => performance.now());
  const seconds = until - now - Math.max(atMs - loadedAtMs, 0) / 1000;
  useEffect(() => {
    const timer = setInterval(() => setAtMs(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={styles["timeLeft"]} role="timer" aria-label={later.leftHidden}>
      {later.left(countdown(seconds))}
    </p>
  );
}

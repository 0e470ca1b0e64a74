import { verdictOf } from "@veritick/domain/verify/step.ts";
import type { Outcome } from "@veritick/domain/verify/step.ts";
import type { PositionStep } from "@veritick/domain/verify/verify-position.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { setCurrentUser } from "../../../api/current-user.ts";
import { completeFile, loadPosition } from "./load-evidence.ts";
import type { Signatures } from "./check-signatures.ts";
import type { Evidence, OpenedFile } from "./load-evidence.ts";
import { OtherPositionError } from "./receipt-file.ts";
import { VerifierUnavailableError, verifyPosition } from "./verify-client.ts";
import type { Watch } from "./verify-client.ts";
import type { TimedCheck } from "./verify-worker.ts";

/** The object of a check: one of the user's positions, or a file. */
export type Question =
  | { readonly kind: "id"; readonly id: string; readonly user: string }
  | { readonly kind: "file"; readonly opened: OpenedFile };

export type Problem = "not-there" | "archived" | "other-position" | "signed-out" | "no-answer" | "no-worker";

export type Result = {
  readonly question: Question;
  readonly evidence: Evidence;
  readonly check: TimedCheck;
  readonly verdict: Outcome;
  /** The tick at which another check can tell more. */
  readonly next: number | undefined;
  /** The time of loading on the page's own clock, for the countdown. */
  readonly loadedAtMs: number;
};

export type CheckState = {
  readonly result: Result | undefined;
  /** The reason why the last try failed. An earlier result stays. */
  readonly problem: Problem | undefined;
  readonly isBusy: boolean;
  /** The progress of the running check; undefined while its data loads. */
  readonly signatures: Signatures | undefined;
  readonly again: () => void;
};

type Known = {
  readonly question: Question;
  readonly result: Result | undefined;
  readonly problem: Problem | undefined;
};

const SOON_MS = 5_000;
/** The server publishes a seed one second later. The margin is for a clock that is a little ahead. */
const MARGIN_MS = 1_000;
/** The longest delay that a browser timer takes. */
const MOST_MS = 2 ** 31 - 1;

/** Checks at once, and again as soon as more can be checked. */
export function useCheck(question: Question | undefined): CheckState {
  const [known, setKnown] = useState<Known>();
  const [round, setRound] = useState({ of: question, count: 0, done: -1 });
  const [signatures, setSignatures] = useState<Signatures>();
  const again = () => setRound(({ count, done }) => ({ of: question, count: count + 1, done }));
  const current = known?.question === question ? known : undefined;
  const { count } = round;

  useEffect(() => {
    if (question === undefined) return;
    const aborter = new AbortController();
    void answer(question, { onSignatures: setSignatures, signal: aborter.signal }).then((found) => {
      if (aborter.signal.aborted) return;
      setKnown((before) => ({
        question,
        result: found.result ?? (before?.question === question ? before.result : undefined),
        problem: found.problem,
      }));
      setRound((now) => ({ ...now, of: question, done: count }));
      setSignatures(undefined);
    });
    return () => {
      aborter.abort();
      setSignatures(undefined);
    };
  }, [question, count]);

  const isBusy = question !== undefined && (round.of !== question || round.done !== count);
  const tryAgain = useEffectEvent(again);
  useEffect(() => {
    if (current === undefined || isBusy || current.result?.verdict === "right") return;
    const waitMs = waitFor(current);
    const timer = waitMs === undefined ? undefined : setTimeout(() => tryAgain(), waitMs);
    // Timers stop while the machine sleeps, so a return to the page checks too.
    const look = () => document.visibilityState === "visible" && tryAgain();
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
      removeEventListener("online", look);
    };
  }, [current, isBusy]);

  return { result: current?.result, problem: current?.problem, isBusy, signatures, again };
}

async function answer(
  question: Question,
  watch: Watch & { readonly signal: AbortSignal },
): Promise<Omit<Known, "question">> {
  const { signal } = watch;
  try {
    const evidence = await (question.kind === "id"
      ? loadPosition(question.id, question.user, signal)
      : completeFile(question.opened, signal));
    const loadedAtMs = performance.now();
    const check = await verifyPosition(evidence.file, evidence.now, evidence.published, watch);
    const next = recheckTick(check.steps, evidence.now, question.kind === "id");
    const verdict = verdictOf(check.steps);
    return { result: { question, evidence, check, verdict, next, loadedAtMs }, problem: undefined };
  } catch (error) {
    if (!signal.aborted && error instanceof ApiError && error.status === 401) setCurrentUser(null);
    return { result: undefined, problem: problemOf(error) };
  }
}

/** The status for positions of a month that is in an archive. */
const ARCHIVED = 410;

function problemOf(error: unknown): Problem {
  if (error instanceof VerifierUnavailableError) return "no-worker";
  if (error instanceof OtherPositionError) return "other-position";
  if (!(error instanceof ApiError)) return "no-answer";
  if (error.status === 401) return "signed-out";
  if (error.status === ARCHIVED) return "archived";
  return [400, 404].includes(error.status) ? "not-there" : "no-answer";
}

/** Returns the wait until the next try, or undefined if a try would show nothing new or the user must act first. */
function waitFor({ result, problem }: Known): number | undefined {
  if (problem !== undefined) return problem === "no-answer" ? SOON_MS : undefined;
  if (result?.evidence.source === "file-alone") return undefined;
  if (result?.next === undefined) return undefined;
  const { next, evidence, loadedAtMs } = result;
  const leftMs = (next - evidence.now) * 1000 + MARGIN_MS - (performance.now() - loadedAtMs);
  return Math.min(Math.max(leftMs, MARGIN_MS), MOST_MS);
}

const SOON_TICKS = 5;

/**
 * Returns the tick at which another check can show more, or undefined if there is none.
 *
 * @param isFresh whether the next check loads the receipt again, and so sees a position that was settled meanwhile
 */
export function recheckTick(
  steps: readonly PositionStep[],
  now: number,
  isFresh: boolean,
): number | undefined {
  const ticks = steps.flatMap(({ outcome, from, reason }) => {
    if (outcome === "later" && from !== undefined) return Math.max(from, now + 1);
    return isFresh && reason === "undecided" ? now + SOON_TICKS : [];
  });
  return ticks.length === 0 ? undefined : Math.min(...ticks);
}

/** Returns the tick at which every open step can be checked. */
export function completeTick(steps: readonly PositionStep[]): number | undefined {
  const ticks = steps.flatMap(({ outcome, from }) => (outcome === "later" && from !== undefined ? from : []));
  return ticks.length === 0 ? undefined : Math.max(...ticks);
}

import { screeningAnswer } from "@veritick/contract/schemas/screening.ts";
import type { ScreeningAnswer, ScreeningQuestion } from "@veritick/contract/schemas/screening.ts";
import type { Clock } from "../../platform/clock.ts";
import { stopwatchMs } from "../../platform/clock.ts";
import { failureName, readBounded } from "../../platform/http/read-answer.ts";
import { signedHeaders } from "../../platform/http/standard-webhooks.ts";
import type { Log } from "../../platform/telemetry/log.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { trace } from "../../platform/telemetry/tracing.ts";

/** The URL of the screening service, and the key that signs questions to it. */
export type ScreeningSettings = { readonly url: string; readonly key: Buffer };

/** The outcome of a question. Only a readable answer can allow anything. */
export type ScreeningOutcome = ScreeningAnswer | { readonly verdict: "unreachable"; readonly reason: string };

export type Screening = {
  /** Asks the service. It never throws, and takes no longer than the time limit. @param name the same for each repetition */
  ask(name: string, question: ScreeningQuestion): Promise<ScreeningOutcome>;
};

const TIME_LIMIT_MS = 5_000;
/** The longest answer that is read, far longer than any valid one. */
const MOST_BYTES = 16_384;

/** Returns the outcome of an invalid answer: it holds the subject until a person has the service asked again. */
const unreadable = (why: string): ScreeningOutcome => ({ verdict: "hold", reason: why });

/** Creates the client of the screening service in the settings. Returns undefined if there is none. */
export function createScreening(
  settings: ScreeningSettings | undefined,
  world: { clock: Clock; log: Log; metrics: Metrics },
  timeLimitMs = TIME_LIMIT_MS,
): Screening | undefined {
  if (settings === undefined) return undefined;
  const { log, metrics } = world;
  return {
    ask: (name, question) =>
      trace("POST screening", { kind: "client" }, async (span) => {
        const startedMs = stopwatchMs();
        const outcome = await send(settings, world.clock, timeLimitMs, name, question);
        const { verdict } = outcome;
        span.set({ "veritick.verdict": verdict });
        metrics.screeningVerdicts.inc({ kind: question.kind, verdict });
        log[verdict === "allow" ? "info" : "warn"](
          {
            screening: question.id,
            kind: question.kind,
            verdict,
            ...(verdict === "unreachable" && { failure: outcome.reason }),
            durationMs: Math.round(stopwatchMs() - startedMs),
          },
          "the screening service was asked",
        );
        return outcome;
      }),
  };
}

async function send(
  { url, key }: ScreeningSettings,
  clock: Clock,
  timeLimitMs: number,
  name: string,
  question: ScreeningQuestion,
): Promise<ScreeningOutcome> {
  const body = JSON.stringify(question);
  const seconds = Math.floor(clock.nowMs() / 1000);
  let text: string | undefined;
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...signedHeaders([key], { id: name, seconds, body }) },
      body,
      // A redirect must not take the question to another host, nor bring an answer from there.
      redirect: "manual",
      signal: AbortSignal.timeout(timeLimitMs),
    });
    if (answer.status < 200 || answer.status >= 300) {
      await answer.body?.cancel();
      return { verdict: "unreachable", reason: `HTTP ${answer.status}` };
    }
    text = await readBounded(answer, MOST_BYTES);
  } catch (error) {
    return { verdict: "unreachable", reason: failureName(error) };
  }
  return text === undefined ? unreadable("the answer is too long") : readOutcome(text);
}

/** Replaces halves of characters, which JSON may contain as escapes but the database cannot read in JSON. */
const wellFormed = (_name: string, value: unknown) =>
  typeof value === "string" ? value.toWellFormed() : value;

export function readOutcome(text: string): ScreeningOutcome {
  try {
    const read = screeningAnswer.safeParse(JSON.parse(text, wellFormed));
    return read.success ? read.data : unreadable("the answer is not of the agreed form");
  } catch {
    return unreadable("the answer is no JSON");
  }
}

import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { EPOCH_TICKS, firstTickOf } from "@veritick/domain/epoch-times.ts";
import { verdictOf } from "@veritick/domain/verify/step.ts";
import type { EpochCheck } from "@veritick/domain/verify/verify-epochs.ts";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../../api/client.ts";
import { useFormat } from "../../../../lib/format.ts";
import { useTextOf } from "../../../../locales/text.ts";
import type { Signatures } from "../../check/check-signatures.ts";
import { loadRounds } from "../../check/load-rounds.ts";
import { signatureMilliseconds, verifyEpochs } from "../../check/verify-client.ts";
import { Failure } from "../../../../ui/states.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import type { Span } from "../../../../ui/plot/plot.tsx";
import { Caption, Quiet, Row } from "../../../../ui/primitives.tsx";
import { Progress } from "../../../../ui/progress.tsx";
import { useReservations } from "../../beacon-notes.tsx";
import { EpochLink } from "../evidence.tsx";
import { dueUpTo, knownEpochs } from "./use-epoch.ts";

type State =
  | { readonly at: "start" | "failed" | "stopped" }
  | { readonly at: "running"; readonly done: number; readonly signatures: Signatures | undefined }
  | { readonly at: "end"; readonly result: DayResult };

export function DayCard({ epoch, fairness }: { epoch: number; fairness: Fairness }) {
  const { day } = useTextOf("fairness").pages.epochPage;
  const { signatures: words } = useTextOf("fairness").verify;
  const format = useFormat();
  const [state, setState] = useState<State>({ at: "start" });
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);
  const span = dayBefore(epoch, fairness);
  const hours = span.to - span.from + 1;
  const signatures = (hours * EPOCH_TICKS) / fairness.beacon.period;

  async function start() {
    const { signal } = (stopper.current = new AbortController());
    setState({ at: "running", done: 0, signatures: undefined });
    try {
      const result = await checkDay(span, fairness, signal, (far) => setState({ at: "running", ...far }));
      setState({ at: "end", result });
    } catch {
      setState({ at: signal.aborted ? "stopped" : "failed" });
    }
  }

  const part = state.at === "running" && state.signatures;
  return (
    <Card title={day.title}>
      <Quiet pretty measure>
        {day.body}
      </Quiet>
      {state.at !== "running" && (
        <Caption measure>
          {day.takes(
            format.number(signatures),
            format.number(Math.ceil((signatures * BYTES) / 1e6)),
            Math.ceil((signatures * signatureMilliseconds()) / 60_000),
          )}
        </Caption>
      )}
      {state.at === "running" && (
        <Progress
          mood="busy"
          share={(state.done + (part ? part.done / part.all : 0)) / hours}
          title={day.progress}
          body={[
            day.running(format.number(state.done), format.number(hours)),
            ...(part ? [words.done(format.number(part.done), format.number(part.all))] : []),
          ].join(" · ")}
          isCounting
        />
      )}
      {state.at === "end" && <Result result={state.result} />}
      {state.at === "stopped" && <p role="status">{day.stopped}</p>}
      {state.at === "failed" && <Failure words={day.failed} />}
      <p>
        {state.at === "running" ? (
          <Button variant="quiet" onClick={() => stopper.current?.abort()}>
            {day.stop}
          </Button>
        ) : (
          <Button variant="quiet" onClick={() => void start()}>
            {day.start}
          </Button>
        )}
      </p>
    </Card>
  );
}

function Result({ result: { checks, ticks, seconds } }: { result: DayResult }) {
  const { pages } = useTextOf("fairness");
  const { day } = pages.epochPage;
  const format = useFormat();
  const wrong = checks.filter(({ steps }) => verdictOf(steps) === "wrong");
  const open = checks.filter(({ steps }) => !["right", "wrong"].includes(verdictOf(steps)));
  const took = day.took(format.number(Math.round(seconds * 10) / 10));
  const right = checks.length - wrong.length - open.length;
  const reservations = [...useReservations(checks[0]?.steps ?? []), pages.epochPage.undated];
  return (
    <>
      <Progress
        mood={wrong.length > 0 ? "bad" : open.length > 0 ? "over" : "good"}
        share={1}
        title={
          wrong.length === 0 && open.length === 0
            ? day.right(checks.length, format.number(ticks))
            : day.some(right, format.number(ticks))
        }
        body={[took, ...(right < checks.length ? [] : reservations)].join(" ")}
      />
      {wrong.length > 0 && <Hours name={day.wrong} epochs={wrong.map(({ epoch }) => epoch)} />}
      {open.length > 0 && <Hours name={day.open} epochs={open.map(({ epoch }) => epoch)} />}
    </>
  );
}

function Hours({ name, epochs }: { name: string; epochs: readonly number[] }) {
  return (
    <Row gap={[0, 4]} align="center">
      {name}
      {epochs.map((epoch) => (
        <EpochLink key={epoch} epoch={epoch} />
      ))}
    </Row>
  );
}

const DAY = 24;
/** The bytes sent for a round and the prices of its block. */
const BYTES = 170;

type DayResult = {
  readonly checks: readonly EpochCheck[];
  readonly ticks: number;
  readonly seconds: number;
};

/** Returns the epoch and the 23 before it, as far back as the price goes. */
function dayBefore(epoch: number, fairness: Fairness): Span {
  return { from: Math.max(knownEpochs(fairness).first, epoch - DAY + 1), to: epoch };
}

/** Loads the published data of each epoch and compares it with the prices computed from its seed and its rounds. */
async function checkDay(
  { from, to }: Span,
  fairness: Fairness,
  signal: AbortSignal,
  onProgress: (far: { done: number; signatures: Signatures | undefined }) => void,
): Promise<DayResult> {
  const startedAt = performance.now();
  const { first, last } = knownEpochs(fairness);
  const { genesis, beacon } = fairness;
  const epochs = await call("fairnessEpochs", {
    query: { from: Math.max(first, from - 1), to: Math.min(last, to + 1) },
    signal,
  });
  const spanOf = (epoch: number) => ({
    from: firstTickOf(epoch, genesis.tick),
    to: (epoch + 1) * EPOCH_TICKS - 1,
  });
  const checks: EpochCheck[] = [];
  let before = from > first ? await loadRounds(fairness, spanOf(from - 1), signal) : [];
  for (let epoch = from; epoch <= to; epoch += 1) {
    const done = epoch - from;
    onProgress({ done, signatures: undefined });
    const span = spanOf(epoch);
    const [{ prices }, rounds] = await Promise.all([
      call("prices", { query: span, signal }),
      loadRounds(fairness, span, signal),
    ]);
    const checked = await verifyEpochs(
      {
        // Faults of the hour before are reported with that hour.
        from: Math.max(from, epoch - 1),
        to: epoch,
        epochs,
        genesis,
        beacon,
        rounds: [...before, ...rounds],
        now: span.to + 1,
        dueUpTo: dueUpTo(fairness),
        prices: { [epoch]: prices },
      },
      { onSignatures: (signatures) => onProgress({ done, signatures }), signal },
    );
    checks.push(checked.at(-1)!);
    before = rounds;
  }
  return {
    checks,
    ticks: (to + 1) * EPOCH_TICKS - firstTickOf(from, genesis.tick),
    seconds: (performance.now() - startedAt) / 1000,
  };
}

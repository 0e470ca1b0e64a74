import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { EPOCH_TICKS, firstTickOf } from "@veritick/domain/epochs.ts";
import { verdictOf } from "@veritick/domain/verify/step.ts";
import type { EpochCheck } from "@veritick/domain/verify/verify-epochs.ts";
import { useState } from "react";
import { Link } from "wouter";
import { call } from "../../../api/client.ts";
import { useFormat } from "../../../lib/format.ts";
import { useFairnessText } from "../../../locales/text.ts";
import { verifyEpochs } from "../check/verify-client.ts";
import { Failure } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import type { Span } from "../../../ui/plot/plot.tsx";
import { Progress } from "../../../ui/states/progress.tsx";
import texts from "./fairness.module.css";
import { knownEpochs } from "./epoch/use-epoch.ts";

type State =
  | { readonly at: "start" | "failed" }
  | { readonly at: "running"; readonly done: number }
  | { readonly at: "end"; readonly result: DayResult };

/** Runs the checks for a whole day at once. */
export function DayCard({ epoch, fairness }: { epoch: number; fairness: Fairness }) {
  const { day } = useFairnessText().pages.epochPage;
  const format = useFormat();
  const [state, setState] = useState<State>({ at: "start" });
  const span = dayBefore(epoch, fairness);
  const all = span.to - span.from + 1;

  async function start() {
    setState({ at: "running", done: 0 });
    try {
      const result = await checkDay(span, fairness, (done) => setState({ at: "running", done }));
      setState({ at: "end", result });
    } catch {
      setState({ at: "failed" });
    }
  }

  return (
    <Card title={day.title}>
      <p className={texts["lead"]}>{day.body}</p>
      {state.at === "running" && (
        <Progress
          mood="busy"
          share={state.done / all}
          title={day.progress}
          body={day.running(format.number(state.done), format.number(all))}
        />
      )}
      {state.at === "end" && <Result result={state.result} />}
      {state.at === "failed" && <Failure words={day.failed} />}
      {state.at !== "running" && (
        <p>
          <Button variant="quiet" onClick={() => void start()}>
            {day.start}
          </Button>
        </p>
      )}
    </Card>
  );
}

function Result({ result: { checks, ticks, seconds } }: { result: DayResult }) {
  const { pages } = useFairnessText();
  const { day } = pages.epochPage;
  const format = useFormat();
  const wrong = checks.filter(({ steps }) => verdictOf(steps) === "wrong");
  const open = checks.filter(({ steps }) => !["right", "wrong"].includes(verdictOf(steps)));
  const took = day.took(format.number(Math.round(seconds * 10) / 10));
  const right = checks.length - wrong.length - open.length;
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
        body={took}
      />
      {wrong.length > 0 && <Hours name={day.wrong} epochs={wrong.map(({ epoch }) => epoch)} />}
      {open.length > 0 && <Hours name={day.open} epochs={open.map(({ epoch }) => epoch)} />}
    </>
  );
}

function Hours({ name, epochs }: { name: string; epochs: readonly number[] }) {
  const { pages } = useFairnessText();
  return (
    <p className={texts["hours"]}>
      {name}
      {epochs.map((epoch) => (
        <Link key={epoch} href={`/fairness/epochs/${epoch}`} className={texts["link"]}>
          {pages.epoch(epoch)}
        </Link>
      ))}
    </p>
  );
}

const DAY = 24;

type DayResult = {
  readonly checks: readonly EpochCheck[];
  /** How many prices were computed again. */
  readonly ticks: number;
  readonly seconds: number;
};

/** The epoch and the 23 before it, as far back as the price goes. */
function dayBefore(epoch: number, fairness: Fairness): Span {
  return { from: Math.max(knownEpochs(fairness).first, epoch - DAY + 1), to: epoch };
}

/** Loads the published data of some epochs and compares it with the prices that their seeds give. */
async function checkDay(
  { from, to }: Span,
  fairness: Fairness,
  onDone: (count: number) => void,
): Promise<DayResult> {
  const startedAt = performance.now();
  const { first, last } = knownEpochs(fairness);
  const rows = await call("fairnessEpochs", {
    query: { from: Math.max(first, from - 1), to: Math.min(last, to + 1) },
  });
  const { genesis } = fairness;
  let halves = 0;
  // Loading an epoch's prices is half of its work, computing them again the other half.
  const countHalf = () => onDone(Math.floor(++halves / 2));
  const published: Record<number, readonly number[]> = {};
  for (let epoch = from; epoch <= to; epoch += 1) {
    const span = { from: firstTickOf(epoch, genesis.tick), to: (epoch + 1) * EPOCH_TICKS - 1 };
    published[epoch] = (await call("prices", { query: span })).prices;
    countHalf();
  }
  const now = (to + 1) * EPOCH_TICKS;
  const checks = await verifyEpochs({ from, to, epochs: rows, genesis, now, prices: published }, countHalf);
  return {
    checks,
    ticks: now - firstTickOf(from, genesis.tick),
    seconds: (performance.now() - startedAt) / 1000,
  };
}

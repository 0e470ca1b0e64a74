import { rhoOf } from "@veritick/domain/beacon.ts";
import type { BeaconRound } from "@veritick/domain/beacon.ts";
import { fromHex } from "@veritick/domain/epochs.ts";
import { noise } from "@veritick/domain/price.ts";
import type { Published } from "@veritick/domain/verify/position-evidence.ts";
import { epochPath, verifyEpochs } from "@veritick/domain/verify/verify-epochs.ts";
import type { EpochCheck, EpochPath, EpochsInput } from "@veritick/domain/verify/verify-epochs.ts";
import { verifyPosition } from "@veritick/domain/verify/verify-position.ts";
import type { PositionCheck } from "@veritick/domain/verify/verify-position.ts";
import { isSigned } from "../../../lib/ed25519.ts";
import { withSignatures } from "./check-signatures.ts";
import type { Signatures } from "./check-signatures.ts";

/** A task that the page gives to the worker. */
export type Task =
  | {
      readonly kind: "position";
      readonly file: unknown;
      readonly now: number;
      readonly published: Published | undefined;
    }
  | { readonly kind: "epochs"; readonly input: EpochsInput }
  | { readonly kind: "round"; readonly publicKey: string; readonly round: BeaconRound }
  | {
      readonly kind: "noise";
      readonly seed: string;
      readonly ticks: readonly number[];
      readonly round: BeaconRound;
    }
  | { readonly kind: "path"; readonly row: unknown; readonly fairness: unknown; readonly rounds: unknown };

export type TimedCheck = PositionCheck & { readonly milliseconds: number };

export type Answers = {
  readonly position: TimedCheck;
  readonly epochs: readonly EpochCheck[];
  /** Whether the beacon has signed the round. */
  readonly round: boolean;
  /** The round's contribution to each of the ticks, before scaling. */
  readonly noise: readonly number[];
  readonly path: EpochPath | undefined;
};

export type Request = { readonly id: number; readonly task: Task | "cancel" };

/** `signatures` reports the progress of a check before its answer. */
export type Reply =
  | { readonly id: number; readonly kind: "signatures"; readonly signatures: Signatures }
  | { readonly id: number; readonly kind: "answer"; readonly answer: Answers[Task["kind"]] }
  | { readonly id: number; readonly kind: "fault"; readonly message: string };

const send = (reply: Reply) => postMessage(reply);

const cancelled = new Set<number>();

/** Computes thousands of ticks and signatures outside the page, which stays responsive meanwhile. */
async function answerTo(id: number, task: Task): Promise<Answers[Task["kind"]]> {
  const watch = {
    onProgress: (signatures: Signatures) => send({ id, kind: "signatures", signatures }),
    isCancelled: () => cancelled.has(id),
  };
  switch (task.kind) {
    case "position": {
      const { file, now, published } = task;
      const begun = performance.now();
      const check = await withSignatures(
        (findUnsigned) => verifyPosition(file, { now, isSigned, findUnsigned, published }),
        watch,
      );
      return { ...check, milliseconds: performance.now() - begun };
    }
    case "epochs":
      return withSignatures((findUnsigned) => [...verifyEpochs(task.input, findUnsigned)], watch);
    case "round": {
      const { publicKey, round } = task;
      return withSignatures((findUnsigned) => findUnsigned(publicKey, [round]) === undefined, watch);
    }
    case "noise": {
      const { seed, ticks, round } = task;
      const rho = rhoOf(round.signature);
      return ticks.map((tick) => noise(fromHex(seed), tick, round.round, rho));
    }
    case "path":
      return epochPath(task.row, task.fairness, task.rounds);
  }
}

async function answer(id: number, task: Task): Promise<void> {
  try {
    send({ id, kind: "answer", answer: await answerTo(id, task) });
  } catch (error) {
    send({ id, kind: "fault", message: String(error) });
  } finally {
    cancelled.delete(id);
  }
}

addEventListener("message", ({ data: { id, task } }: MessageEvent<Request>) => {
  if (task === "cancel") cancelled.add(id);
  else void answer(id, task);
});

import type { Published } from "@veritick/domain/verify/position-evidence.ts";
import { epochPath, verifyEpochs } from "@veritick/domain/verify/verify-epochs.ts";
import type { EpochCheck, EpochPath, EpochsInput } from "@veritick/domain/verify/verify-epochs.ts";
import { verifyPosition } from "@veritick/domain/verify/verify-position.ts";
import type { PositionCheck } from "@veritick/domain/verify/verify-position.ts";
import { isSigned } from "../../../lib/ed25519.ts";

/** A task that the page gives to the worker. */
export type Task =
  | {
      readonly kind: "position";
      readonly file: unknown;
      readonly now: number;
      readonly published: Published | undefined;
    }
  | { readonly kind: "epochs"; readonly input: EpochsInput }
  | { readonly kind: "path"; readonly row: unknown; readonly genesis: unknown };

export type TimedCheck = PositionCheck & { readonly milliseconds: number };

export type Answers = {
  readonly position: TimedCheck;
  readonly epochs: readonly EpochCheck[];
  readonly path: EpochPath | undefined;
};

export type Request = { readonly id: number; readonly task: Task };

/** `checked` reports one epoch of several before the answer comes. */
export type Reply =
  | { readonly id: number; readonly kind: "checked"; readonly check: EpochCheck }
  | { readonly id: number; readonly kind: "answer"; readonly answer: Answers[Task["kind"]] }
  | { readonly id: number; readonly kind: "fault"; readonly message: string };

const send = (reply: Reply) => postMessage(reply);

/** Computes tens of thousands of ticks outside the page, which stays responsive meanwhile. */
function answerTo(task: Task, onChecked: (check: EpochCheck) => void): Answers[Task["kind"]] {
  switch (task.kind) {
    case "position": {
      const { file, now, published } = task;
      const begun = performance.now();
      const check = verifyPosition(file, { now, isSigned, published });
      return { ...check, milliseconds: performance.now() - begun };
    }
    case "epochs": {
      const checks: EpochCheck[] = [];
      for (const check of verifyEpochs(task.input)) {
        onChecked(check);
        checks.push(check);
      }
      return checks;
    }
    case "path":
      return epochPath(task.row, task.genesis);
  }
}

addEventListener("message", ({ data: { id, task } }: MessageEvent<Request>) => {
  try {
    send({ id, kind: "answer", answer: answerTo(task, (check) => send({ id, kind: "checked", check })) });
  } catch (error) {
    send({ id, kind: "fault", message: String(error) });
  }
});

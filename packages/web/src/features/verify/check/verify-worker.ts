import { epochPath, verifyEpochs } from "@veritick/domain/verify/verify-epochs.ts";
import type { EpochCheck } from "@veritick/domain/verify/verify-epochs.ts";
import { verifyPosition } from "@veritick/domain/verify/verify-position.ts";
import { isSigned } from "../../../lib/ed25519.ts";
import type { Answers, Reply, Request, Task } from "./verify-messages.ts";

const send = (reply: Reply) => postMessage(reply);

/** Ticks by the ten thousand are worked out here, so that the page stays at hand meanwhile. */
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

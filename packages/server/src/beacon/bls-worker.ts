import { parentPort } from "node:worker_threads";
import { findUnsigned, signRound } from "@veritick/domain/beacon-signatures.ts";
import type { BlsAnswer, BlsTask } from "./bls.ts";

// The thread in which signatures are checked and many are made, so that neither holds up the event loop.

function run(task: BlsTask): BlsAnswer["result"] {
  if (task.kind === "verify") return findUnsigned(task.publicKey, task.rounds);
  return Array.from({ length: task.count }, (_, index) => signRound(task.key, task.from + index));
}

parentPort!.on("message", ({ id, task }: { id: number; task: BlsTask }) => {
  let answer: BlsAnswer;
  try {
    answer = { id, result: run(task) };
  } catch (error) {
    answer = { id, error: String(error) };
  }
  parentPort!.postMessage(answer);
});

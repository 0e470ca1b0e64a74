import { parentPort } from "node:worker_threads";
import { findUnsigned, signRound } from "@veritick/domain/beacon-signatures.ts";
import type { BeaconRound } from "@veritick/domain/beacon.ts";

// The thread in which signatures are checked and many are made, so that neither holds up the event loop.

/** What it is asked, and what it answers. */
export type BlsTask =
  | { kind: "verify"; publicKey: string; rounds: readonly BeaconRound[] }
  | { kind: "sign"; key: Uint8Array; from: number; count: number };
export type BlsAnswer = { id: number; result?: string[] | BeaconRound | undefined; error?: string };

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

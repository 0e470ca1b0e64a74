import { parentPort } from "node:worker_threads";
import { findUnsigned } from "@veritick/domain/beacon-signatures.ts";
import type { BeaconRound } from "@veritick/domain/beacon.ts";
import { signInBulk } from "./sign-in-bulk.ts";

// This thread checks signatures and makes them in bulk, so that neither holds up the event loop.

export type BlsTask =
  | { kind: "verify"; publicKey: string; rounds: readonly BeaconRound[] }
  | { kind: "sign"; key: Uint8Array; from: number; count: number };
export type BlsAnswer = { id: number; result?: string[] | BeaconRound | undefined; error?: string };

async function run(task: BlsTask): Promise<BlsAnswer["result"]> {
  if (task.kind === "verify") return findUnsigned(task.publicKey, task.rounds);
  return signInBulk(task.key, task.from, task.count);
}

async function reply({ id, task }: { id: number; task: BlsTask }): Promise<void> {
  let answer: BlsAnswer;
  try {
    answer = { id, result: await run(task) };
  } catch (error) {
    answer = { id, error: String(error) };
  }
  parentPort!.postMessage(answer);
}

parentPort!.on("message", (asked) => void reply(asked));

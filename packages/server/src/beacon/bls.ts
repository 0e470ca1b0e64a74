import { Worker } from "node:worker_threads";
import type { BeaconRound } from "@veritick/domain/beacon.ts";
import type { BlsAnswer, BlsTask } from "./bls-worker.ts";

/** Signatures in bulk, outside the event loop: 20 ms to check one, 1 ms each in a batch, half a millisecond to make one. */
export type Bls = {
  /** Returns the first round of the list, the very object, that is not signed with the key, or undefined. */
  findUnsigned(publicKey: string, rounds: readonly BeaconRound[]): Promise<BeaconRound | undefined>;
  sign(key: Uint8Array, from: number, count: number): Promise<string[]>;
  stop(): Promise<void>;
};

type Waiting = { resolve(result: BlsAnswer["result"]): void; reject(error: Error): void };

/** Starts its thread with the first task, and another one if the thread dies. */
export function createBls(): Bls {
  let worker: Worker | undefined;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  function settle({ id, result, error }: BlsAnswer): void {
    const task = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) task?.resolve(result);
    else task?.reject(new Error(error));
    if (waiting.size === 0) worker?.unref();
  }

  function fail(died: Worker, reason: string): void {
    if (worker !== died) return;
    worker = undefined;
    for (const { reject } of waiting.values())
      reject(new Error(`the thread for signatures ended: ${reason}`));
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(new URL("./bls-worker.ts", import.meta.url));
    started.on("message", settle);
    started.on("error", (error) => fail(started, String(error)));
    started.on("exit", (code) => fail(started, `code ${code}`));
    return started;
  }

  function ask(task: BlsTask): Promise<BlsAnswer["result"]> {
    worker ??= start();
    // The thread keeps the process alive only while it works.
    worker.ref();
    const id = (lastId += 1);
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker!.postMessage({ id, task });
    });
  }

  return {
    async findUnsigned(publicKey, rounds) {
      const copy = (await ask({ kind: "verify", publicKey, rounds })) as BeaconRound | undefined;
      return copy && rounds.find(({ round }) => round === copy.round);
    },
    sign: async (key, from, count) => (await ask({ kind: "sign", key, from, count })) as string[],
    async stop() {
      await worker?.terminate();
    },
  };
}

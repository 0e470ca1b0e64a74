import { fork } from "node:child_process";
import { once } from "node:events";
import { endAtExit } from "./end-at-exit.ts";

/** A process that takes one order at a time and sends back an answer. */
export type HelperProcess<Order, Answer> = {
  readonly processId: number;
  ask(order: Order): Promise<Answer>;
  stop(): Promise<void>;
};

/** @param script the module that the process runs; it calls `answerOrders` */
export function startHelper<Order extends object, Answer>(
  script: URL,
  nodeArguments: string[] = [],
): HelperProcess<Order, Answer> {
  const child = fork(script, { execArgv: nodeArguments, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  endAtExit(child);
  let waiting: PromiseWithResolvers<Answer> | undefined;
  child.on("message", (message: { answer: Answer } | { error: string }) => {
    if ("error" in message) waiting?.reject(new Error(message.error));
    else waiting?.resolve(message.answer);
  });
  child.on("exit", (code) => waiting?.reject(new Error(`a helper process ended (${code})`)));
  return {
    processId: child.pid!,
    ask(order) {
      waiting = Promise.withResolvers<Answer>();
      child.send(order);
      return waiting.promise;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.disconnect();
      await exit;
    },
  };
}

/** Runs in the helper. Works on one order at a time and ends with the parent process. */
export function answerOrders<Order, Answer>(work: (order: Order) => Promise<Answer>): void {
  process.on("message", (order) => {
    work(order as Order).then(
      (answer) => process.send!({ answer }),
      (error: unknown) =>
        process.send!({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.on("disconnect", () => process.exit(0));
  // An exit ends what the helper started, which a signal by itself would leave running.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
}

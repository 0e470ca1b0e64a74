import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createDeferredTasks } from "./background-tasks.ts";

describe("deferred tasks", () => {
  it("start after their caller has continued, and idle() waits for them", async () => {
    const order: string[] = [];
    const deferred = createDeferredTasks(pino({ level: "silent" }));
    deferred.run("one", async () => {
      order.push("started");
      await new Promise((resolve) => setImmediate(resolve));
      deferred.run("another", async () => void order.push("started by the first"));
    });
    order.push("continued");
    await deferred.idle();
    expect(order).toEqual(["continued", "started", "started by the first"]);
  });

  it("log a failure and stop nothing else", async () => {
    const lines: string[] = [];
    const deferred = createDeferredTasks(pino({ base: null }, { write: (line) => void lines.push(line) }));
    deferred.run("a mail", () => Promise.reject(new TypeError("no way")));
    deferred.run("a thrown one", () => {
      throw new Error("at once");
    });
    await deferred.idle();
    const logged = lines.map((line) => JSON.parse(line) as { level: number; task: string; error: string });
    expect(logged.map(({ level, task, error }) => `${level} ${task}: ${error}`).sort()).toEqual([
      "50 a mail: TypeError: no way",
      "50 a thrown one: Error: at once",
    ]);
  });
});

import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createAfterwards } from "./afterwards.ts";

describe("work done afterwards", () => {
  it("begins after its caller has gone on, and is waited for", async () => {
    const order: string[] = [];
    const afterwards = createAfterwards(pino({ level: "silent" }));
    afterwards.run("one", async () => {
      order.push("begun");
      await new Promise((resolve) => setImmediate(resolve));
      afterwards.run("another", async () => void order.push("begun by the first"));
    });
    order.push("gone on");
    await afterwards.idle();
    expect(order).toEqual(["gone on", "begun", "begun by the first"]);
  });

  it("is logged where it fails, and holds up nothing", async () => {
    const lines: string[] = [];
    const afterwards = createAfterwards(pino({ base: null }, { write: (line) => void lines.push(line) }));
    afterwards.run("a mail", () => Promise.reject(new TypeError("no way")));
    afterwards.run("a thrown one", () => {
      throw new Error("at once");
    });
    await afterwards.idle();
    const told = lines.map((line) => JSON.parse(line) as { level: number; task: string; error: string });
    expect(told.map(({ level, task, error }) => `${level} ${task}: ${error}`).sort()).toEqual([
      "50 a mail: TypeError: no way",
      "50 a thrown one: Error: at once",
    ]);
  });
});

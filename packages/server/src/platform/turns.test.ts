import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

/** Work that ends when it is told to. */
function work(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = () => {
    log.push(name);
    return promise;
  };
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

it("runs one of a key at a time, in the order they came, whatever becomes of those before", async () => {
  const [turns, log] = [createTurns(), [] as string[]];
  const [a, b, c, other] = ["a", "b", "c", "other"].map((name) => work(log, name));
  const first = turns.ask("one", a!.run).catch((error: Error) => error.message);
  const rest = [turns.ask("one", b!.run), turns.ask("one", c!.run), turns.ask("two", other!.run)];
  await soon();
  expect(log).toEqual(["a", "other"]);
  a!.fail();
  expect(await first).toBe("a");
  await soon();
  expect(log).toEqual(["a", "other", "b"]);
  for (const one of [b, c, other]) one!.end();
  expect(await Promise.all(rest)).toEqual(["b", "c", "other"]);
});

it("refuses what comes while as many wait as may, but for what must not be refused", async () => {
  const [turns, log] = [createTurns({ atOnce: 2, mostWaiting: 1 }), [] as string[]];
  const all = ["a", "b", "c", "d", "e"].map((name) => work(log, name));
  const answers = all.slice(0, 4).map((one) => turns.ask("one", one.run));
  answers.push(turns.wait("one", all[4]!.run));
  expect(await answers[3]).toEqual({ refused: "too_many_requests", retryAfterSeconds: 1 });
  expect(log).toEqual(["a", "b"]);
  for (const one of all) one.end();
  expect(await Promise.all(answers.toSpliced(3, 1))).toEqual(["a", "b", "c", "e"]);
  const again = work(log, "again");
  again.end();
  expect(await turns.ask("one", again.run)).toBe("again");
});

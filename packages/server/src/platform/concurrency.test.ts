import { expect, it } from "vitest";
import { createKeyedQueue, createWakeable } from "./concurrency.ts";

/** Makes work that ends when the test says so. */
function work(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = () => {
    log.push(name);
    return promise;
  };
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

it("runs work of one key one at a time and in order, even after a failure", async () => {
  const [queue, log] = [createKeyedQueue(), [] as string[]];
  const [a, b, c, other] = ["a", "b", "c", "other"].map((name) => work(log, name));
  const first = queue.run("one", a!.run).catch((error: Error) => error.message);
  const rest = [queue.run("one", b!.run), queue.run("one", c!.run), queue.run("two", other!.run)];
  await soon();
  expect(log).toEqual(["a", "other"]);
  a!.fail();
  expect(await first).toBe("a");
  await soon();
  expect(log).toEqual(["a", "other", "b"]);
  for (const one of [b, c, other]) one!.end();
  expect(await Promise.all(rest)).toEqual(["b", "c", "other"]);
});

it("refuses further work while the queue is full, except through runAlways", async () => {
  const [queue, log] = [createKeyedQueue({ atOnce: 2, mostWaiting: 1 }), [] as string[]];
  const all = ["a", "b", "c", "d", "e"].map((name) => work(log, name));
  const answers = all.slice(0, 4).map((one) => queue.run("one", one.run));
  answers.push(queue.runAlways("one", all[4]!.run));
  expect(await answers[3]).toEqual({ refused: "too_many_requests", retryAfterSeconds: 1 });
  expect(log).toEqual(["a", "b"]);
  for (const one of all) one.end();
  expect(await Promise.all(answers.toSpliced(3, 1))).toEqual(["a", "b", "c", "e"]);
  const again = work(log, "again");
  again.end();
  expect(await queue.run("one", again.run)).toBe("again");
});

it("runs woken work one run at a time, and again after a wake during a run", async () => {
  const log: string[] = [];
  const runs = [work(log, "a"), work(log, "b"), work(log, "c")];
  const left = [...runs];
  const wakeable = createWakeable(async () => void (await left.shift()!.run()));
  await wakeable.idle();
  const first = wakeable.wake();
  expect(log).toEqual(["a"]);
  const others = [wakeable.wake(), wakeable.wake(), wakeable.idle()];
  runs[0]!.end();
  await soon();
  expect(log).toEqual(["a", "b"]);
  runs[1]!.end();
  await Promise.all([first, ...others]);
  await wakeable.idle();
  expect(log).toEqual(["a", "b"]);
  runs[2]!.end();
  await wakeable.wake();
  expect(log).toEqual(["a", "b", "c"]);
});

it("reports the failure of woken work to everybody who waits, and runs again when woken", async () => {
  const log: string[] = [];
  const runs = [work(log, "a"), work(log, "b")];
  const left = [...runs];
  const wakeable = createWakeable(async () => void (await left.shift()!.run()));
  const waiting = Promise.allSettled([wakeable.wake(), wakeable.wake(), wakeable.idle()]);
  runs[0]!.fail();
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(log).toEqual(["a"]);
  await wakeable.idle();
  runs[1]!.end();
  await wakeable.wake();
  expect(log).toEqual(["a", "b"]);
});

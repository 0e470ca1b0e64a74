import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBatcher, LATER } from "./batcher.ts";
import type { Database, Queryable } from "./database.ts";

type Request = { key: string; n: number };

/** Makes connections that do nothing, and records how each was given back. */
function connections() {
  const given: { isBroken: boolean | undefined }[] = [];
  const connect = async () => {
    const one: (typeof given)[number] = { isBroken: undefined };
    given.push(one);
    return { query: given.length, release: (isBroken: boolean) => void (one.isBroken = isBroken) };
  };
  return { given, database: { connect } as unknown as Database };
}

/** Makes a batcher whose runs wait until the test finishes them. */
function held(maxBatch = 100, sendsAhead = false) {
  const runs: { requests: Request[]; connection: Queryable; finish(error?: Error): void }[] = [];
  const { given, database } = connections();
  const batcher = createBatcher<Request, string>({
    name: "run",
    keyOf: ({ key }) => key,
    maxBatch,
    sendsAhead,
    database,
    run: (requests, connection) =>
      new Promise((resolve, reject) => {
        const finish = (error?: Error) =>
          error === undefined ? resolve(requests.map(({ key, n }) => `${key}${n}`)) : reject(error);
        runs.push({ requests, connection, finish });
      }),
  });
  return { batcher, runs, given };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const names = (requests: Request[]) => requests.map(({ key, n }) => `${key}${n}`);

describe("the batcher", () => {
  it("runs requests of one turn together, and gives each its own answer", async () => {
    const { batcher, runs } = held();
    const answers = ["a", "b", "c"].map((key) => batcher.submit({ key, n: 1 }));
    await turn();
    expect(runs.map(({ requests }) => names(requests))).toEqual([["a1", "b1", "c1"]]);
    runs[0]!.finish();
    expect(await Promise.all(answers)).toEqual(["a1", "b1", "c1"]);
  });

  it("collects requests during a run for the next one", async () => {
    const { batcher, runs } = held();
    const first = batcher.submit({ key: "a", n: 1 });
    await turn();
    const rest = [batcher.submit({ key: "b", n: 1 }), batcher.submit({ key: "a", n: 2 })];
    await turn();
    expect(runs).toHaveLength(1);
    runs[0]!.finish();
    await first;
    await turn();
    expect(names(runs[1]!.requests)).toEqual(["b1", "a2"]);
    runs[1]!.finish();
    await Promise.all(rest);
  });

  it("takes one request per key at a time, in order, and holds up no other key", async () => {
    const { batcher, runs } = held();
    const answers = [1, 2, 3].map((n) => batcher.submit({ key: "busy", n }));
    answers.push(batcher.submit({ key: "other", n: 1 }));
    for (const expected of [["busy1", "other1"], ["busy2"], ["busy3"]]) {
      await turn();
      expect(names(runs.at(-1)!.requests)).toEqual(expected);
      runs.at(-1)!.finish();
    }
    await Promise.all(answers);
  });

  it("takes all waiting requests if they have no keys", async () => {
    const { database } = connections();
    const sizes: number[] = [];
    const batcher = createBatcher<number, number>({
      name: "run",
      maxBatch: 100,
      database,
      run: async (requests) => {
        sizes.push(requests.length);
        return requests.map((n) => n * 2);
      },
    });
    expect(await Promise.all([1, 1, 2].map((n) => batcher.submit(n)))).toEqual([2, 2, 4]);
    expect(sizes).toEqual([3]);
  });

  it("answers a long run in parts, in order, so that others get a turn in between", async () => {
    const { batcher, runs } = held(500);
    const heard: number[] = [];
    const answers = Array.from({ length: 300 }, async (_, n) => {
      await batcher.submit({ key: `${n}`, n });
      heard.push(n);
    });
    await turn();
    runs[0]!.finish();
    await answers[0];
    expect(heard.length).toBeLessThan(300);
    // The next run is answered after all of this one.
    const next = batcher.submit({ key: "next", n: 1 }).then(() => heard.push(300));
    await turn();
    runs[1]!.finish();
    await Promise.all([...answers, next]);
    expect(heard).toEqual(Array.from({ length: 301 }, (_, n) => n));
  });

  it("takes no more than its maximum, the oldest first", async () => {
    const { batcher, runs } = held(2);
    const answers = ["a", "b", "c", "d", "e"].map((key) => batcher.submit({ key, n: 1 }));
    for (const expected of [["a1", "b1"], ["c1", "d1"], ["e1"]]) {
      await turn();
      expect(names(runs.at(-1)!.requests)).toEqual(expected);
      runs.at(-1)!.finish();
    }
    await Promise.all(answers);
  });

  it("fails every request of a run that fails, and goes on with the next", async () => {
    const { batcher, runs } = held();
    const failing = [batcher.submit({ key: "a", n: 1 }), batcher.submit({ key: "b", n: 1 })];
    await turn();
    const next = batcher.submit({ key: "a", n: 2 });
    runs[0]!.finish(new Error("the database went away"));
    for (const answer of await Promise.allSettled(failing))
      expect(answer).toMatchObject({ status: "rejected" });
    await turn();
    runs[1]!.finish();
    expect(await next).toBe("a2");
    const later = batcher.submit({ key: "b", n: 2 });
    await turn();
    runs[2]!.finish();
    expect(await later).toBe("b2");
  });

  it("begins the next run before the answers of the last one go out", async () => {
    const { batcher, runs } = held();
    let begunAtAnswer = 0;
    const first = batcher.submit({ key: "a", n: 1 }).then(() => (begunAtAnswer = runs.length));
    await turn();
    const second = batcher.submit({ key: "a", n: 2 });
    expect(runs).toHaveLength(1);
    runs[0]!.finish();
    await first;
    expect(begunAtAnswer).toBe(2);
    runs[1]!.finish();
    expect(await second).toBe("a2");
  });

  it("holds one connection while anything waits, and another after an error", async () => {
    const { batcher, runs, given } = held();
    const states = () => given.map(({ isBroken }) => isBroken);
    const answers = Promise.allSettled([1, 2, 3, 4].map((n) => batcher.submit({ key: "a", n })));
    for (const [index, error] of [undefined, undefined, new Error("lost"), undefined].entries()) {
      await turn();
      expect(states()).toEqual(index < 3 ? [undefined] : [true, undefined]);
      runs[index]!.finish(error);
    }
    const statuses = (await answers).map(({ status }) => status);
    expect(statuses).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    await turn();
    expect(states()).toEqual([true, false]);
    expect(runs.map(({ connection }) => connection.query)).toEqual([1, 1, 1, 2]);
  });

  it("fails its requests if it gets no connection, and asks for one again", async () => {
    let isAway = true;
    const { database } = connections();
    const connect = () => (isAway ? Promise.reject(new Error("away")) : database.connect());
    const batcher = createBatcher<Request, string>({
      name: "run",
      keyOf: ({ key }) => key,
      maxBatch: 1,
      database: { connect } as unknown as Database,
      run: async (requests) => names(requests),
    });
    const failing = await Promise.allSettled(["a", "b"].map((key) => batcher.submit({ key, n: 1 })));
    expect(failing.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    isAway = false;
    expect(await batcher.submit({ key: "a", n: 2 })).toBe("a2");
  });

  it("puts a request off and runs the others meanwhile, but none of its key", async () => {
    const seen: string[] = [];
    let isHeld = true;
    const batcher = createBatcher<Request, string>({
      name: "run",
      keyOf: ({ key }) => key,
      maxBatch: 4,
      database: connections().database,
      async run(requests) {
        await turn();
        seen.push(...names(requests.filter(({ key }) => key !== "a" || !isHeld)));
        return requests.map((request) => (request.key === "a" && isHeld ? LATER : names([request])[0]!));
      },
    });
    const held = [batcher.submit({ key: "a", n: 1 }), batcher.submit({ key: "a", n: 2 })];
    for (let n = 0; n < 20; n += 1) expect(await batcher.submit({ key: "b", n })).toBe(`b${n}`);
    expect(seen.some((name) => name.startsWith("a"))).toBe(false);
    isHeld = false;
    expect(await Promise.all(held)).toEqual(["a1", "a2"]);
    expect(seen.slice(-2)).toEqual(["a1", "a2"]);
  });

  describe("that sends ahead", () => {
    const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}-`);
    const sizes = (runs: { requests: Request[] }[]) => runs.map(({ requests }) => requests.length);

    it("sends half of a crowd before the other half is done", async () => {
      const { batcher, runs } = held(100, true);
      const submit = (keys: string[], n: number) => keys.map((key) => batcher.submit({ key, n }));
      const first = submit(people(40), 1);
      await turn();
      expect(sizes(runs)).toEqual([20, 20]);
      runs[0]!.finish();
      await Promise.all(first.slice(0, 20));
      const few = submit(people(19), 2);
      await turn();
      expect(runs).toHaveLength(2);
      const enough = batcher.submit({ key: "one more", n: 1 });
      await turn();
      expect(sizes(runs)).toEqual([20, 20, 20]);
      for (const { finish } of runs.slice(1)) finish();
      await Promise.all([...first, ...few, enough]);
    });

    it("sends nothing ahead if few wait, and exceeds neither its maximum nor two runs", async () => {
      const few = held(100, true);
      const answers = people(15).map((key) => few.batcher.submit({ key, n: 1 }));
      await turn();
      answers.push(few.batcher.submit({ key: "later", n: 1 }));
      await turn();
      expect(sizes(few.runs)).toEqual([15]);
      const many = held(20, true);
      answers.push(...people(70).map((key) => many.batcher.submit({ key, n: 1 })));
      await turn();
      expect(sizes(many.runs)).toEqual([20, 20]);
      for (const { runs } of [few, many])
        for (let n = 0; n < 4; n += 1) {
          runs[n]?.finish();
          await turn();
        }
      await Promise.all(answers);
      expect(sizes(many.runs)).toEqual([20, 20, 20, 10]);
    });

    it("has no key in two runs at once", async () => {
      const { batcher, runs } = held(100, true);
      const keys = people(20);
      const answers = [...keys, ...keys].map((key, n) => batcher.submit({ key, n }));
      await turn();
      expect(runs.map(({ requests }) => requests.map(({ key }) => key))).toEqual([keys]);
      for (let n = 0; n < runs.length; n += 1) {
        runs[n]!.finish();
        await turn();
      }
      await Promise.all(answers);
    });

    it("gives a broken connection back only after the run behind has ended", async () => {
      const { batcher, runs, given } = held(100, true);
      const answers = people(40).map((key) => batcher.submit({ key, n: 1 }));
      const outcome = Promise.allSettled(answers);
      await turn();
      runs[0]!.finish(new Error("undone"));
      await turn();
      const next = batcher.submit({ key: "next", n: 1 });
      await turn();
      expect([runs.length, given]).toEqual([2, [{ isBroken: undefined }]]);
      runs[1]!.finish();
      await turn();
      expect(given).toEqual([{ isBroken: true }, { isBroken: undefined }]);
      runs[2]!.finish();
      expect(await next).toBe("next1");
      const failed = (await outcome).map(({ status }) => status === "rejected");
      expect(failed).toEqual(Array.from({ length: 40 }, (_, n) => n < 20));
    });
  });

  it("answers every request once, and those of one key in order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ key: fc.constantFrom("a", "b", "c", "d"), pause: fc.boolean() }), {
          maxLength: 40,
        }),
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        async (arrivals, maxBatch, sendsAhead) => {
          const seen: string[] = [];
          const batcher = createBatcher<Request, string>({
            name: "run",
            keyOf: ({ key }) => key,
            maxBatch,
            sendsAhead,
            database: connections().database,
            async run(requests) {
              expect(requests.length).toBeLessThanOrEqual(maxBatch);
              expect(new Set(requests.map(({ key }) => key)).size).toBe(requests.length);
              await turn();
              seen.push(...names(requests));
              return names(requests);
            },
          });
          const answers: Promise<string>[] = [];
          const expected: string[] = [];
          for (const [n, { key, pause }] of arrivals.entries()) {
            answers.push(batcher.submit({ key, n }));
            expected.push(`${key}${n}`);
            if (pause) await turn();
          }
          expect(await Promise.all(answers)).toEqual(expected);
          for (const key of ["a", "b", "c", "d"]) {
            const own = (all: string[]) => all.filter((name) => name.startsWith(key));
            expect(own(seen)).toEqual(own(expected));
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

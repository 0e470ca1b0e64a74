import { afterEach, beforeEach, describe, expect, inject, it, vi, onTestFinished } from "vitest";
import { movableClock } from "../../testing/movable-clock.ts";
import { cloneDatabase } from "../../testing/test-database.ts";
import { openDatabase, transaction } from "./db/database.ts";
import type { Database } from "./db/database.ts";
import { listUnsent, NotSentError, openOutbox } from "./outbox.ts";
import type { Outbox, OutboxMessage } from "./outbox.ts";
import { createLog } from "./telemetry/log.ts";

const log = createLog("fatal");
/** A busy machine is no failure. */
const until = (holds: () => unknown) => vi.waitFor(holds, { timeout: 20_000, interval: 10 });
const clock = movableClock();
let database: Database;
const open = new Set<Outbox>();
let drop: () => Promise<void>;

beforeEach(async () => {
  const connection = await cloneDatabase(inject("postgres"));
  ({ drop } = connection);
  database = openDatabase(connection, log, 6);
});
afterEach(async () => {
  for (const outbox of open) await outbox.close();
  open.clear();
  await database.end();
  await drop();
});

type Told = OutboxMessage<{ about: number }>;

function process(send?: (message: Told) => Promise<void>): { outbox: Outbox; told: Told[] } {
  const outbox = openOutbox({ database, clock, log });
  open.add(outbox);
  const told: Told[] = [];
  outbox.send("mails", async (message) => {
    await send?.(message as Told);
    told.push(message as Told);
  });
  return { outbox, told };
}
const add = (outbox: Outbox, about: number) =>
  transaction(database, (connection) => outbox.add(connection, "mails", [{ about }]));
async function careFor(outbox: Outbox): Promise<void> {
  for (const task of outbox.tasks) {
    task.tick(clock.nowMs() / 1000);
    await task.idle();
  }
}

describe("the outbox", () => {
  it("sends committed messages once and in order, and none that were rolled back", async () => {
    const { outbox, told } = process();
    const ids = [];
    for (const about of [1, 2, 3]) ids.push(...(await add(outbox, about)));
    const undone = transaction(database, async (connection) => {
      await outbox.add(connection, "mails", [{ about: 4 }]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await outbox.flush();
    await outbox.flush();
    expect(told).toHaveLength(3);
    expect(new Map(told.map(({ id, data }) => [id, data.about]))).toEqual(
      new Map(ids.map((id, index) => [id, index + 1])),
    );
    expect(await listUnsent(database, 9)).toEqual([]);
    const { rows } = await database.query("select from outbox");
    expect(rows).toEqual([]);
  });

  it("sends one mail of a source at a time, so that a slow one holds up no other", async () => {
    const slow = Promise.withResolvers<void>();
    onTestFinished(() => slow.resolve());
    const { outbox, told } = process(({ data }) => (data.about < 100 ? slow.promise : Promise.resolve()));
    const addFrom = (source: string, about: number) => outbox.add(database, "mails", [{ about, source }]);
    for (let about = 0; about < 50; about += 1) await addFrom("192.0.2.1", about);
    for (const about of [100, 101]) await addFrom("192.0.2.2", about);
    const flushed = outbox.flush();
    await expect.poll(() => told.map(({ data }) => data.about)).toEqual([100, 101]);
    slow.resolve();
    await flushed;
    expect(told.slice(2).map(({ data }) => data.about)).toEqual(
      Array.from({ length: 50 }, (_, about) => about),
    );
  });

  it("waits longer after each try, and lists the reason for the failure until it gives up", async () => {
    const tries: number[] = [];
    const { outbox, told } = process(async () => {
      tries.push(clock.nowMs() / 1000);
      throw new NotSentError("the mail server answered 451");
    });
    await add(outbox, 1);
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      await outbox.flush();
      clock.jump(60);
    }
    expect(told).toEqual([]);
    expect(tries).toHaveLength(17);
    const pauses = tries.slice(1).map((at, index) => at - tries[index]!);
    expect(pauses[0]).toBeLessThanOrEqual(60);
    expect(pauses.at(-1)).toBe(3_600);
    expect(await listUnsent(database, 9)).toMatchObject([
      { channel: "mails", next_try_at: null, tries: 17, reason: "the mail server answered 451" },
    ]);
    clock.jump(15 * 86_400);
    await careFor(outbox);
    expect(await listUnsent(database, 9)).toEqual([]);
  });

  it("never lists the text of a server error", async () => {
    const { outbox } = process(async () => {
      throw new Error("sesame-4711");
    });
    await add(outbox, 1);
    await outbox.flush();
    const [unsent] = await listUnsent(database, 9);
    expect(unsent).toMatchObject({ tries: 1, reason: "a server error" });
    expect(unsent!.next_try_at!.getTime()).toBeGreaterThan(clock.nowMs());
  });

  it("gives a message to one process, and to another after the first was killed", async () => {
    let isTaken = () => {};
    const taken = new Promise<void>((resolve) => (isTaken = resolve));
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const killed = process(() => {
      isTaken();
      return ended;
    });
    const { outbox, told } = process();
    const [id] = await add(outbox, 1);
    void killed.outbox.flush();
    await taken;
    clock.jump(60);
    await careFor(outbox);
    await outbox.flush();
    expect(told).toEqual([]);
    clock.jump(120);
    await careFor(outbox);
    clock.jump(60);
    await outbox.flush();
    expect(told).toMatchObject([{ id, data: { about: 1 } }]);
    end();
  });

  it("does not send twice while a slow mail server keeps later messages waiting", async () => {
    let started = 0;
    const slow = process(async () => {
      started += 1;
      // Sending takes 50 seconds, in which another process looks for the messages of dead ones.
      clock.jump(25);
      await careFor(other.outbox);
    });
    const other = process();
    for (let about = 0; about < 20; about += 1) await add(slow.outbox, about);
    await slow.outbox.flush();
    await other.outbox.flush();
    expect(started + other.told.length).toBe(20);
  });

  it("sends mails while a push service does not answer", async () => {
    let isTold = () => {};
    const mailTold = new Promise<void>((resolve) => (isTold = resolve));
    const { outbox } = process(() => Promise.resolve(isTold()));
    outbox.send("pushes", () => mailTold);
    await transaction(database, (connection) => outbox.add(connection, "pushes", [{ about: 1 }]));
    clock.jump(1);
    await add(outbox, 2);
    await outbox.flush();
    const { rows } = await database.query("select from outbox");
    expect(rows).toEqual([]);
  });

  it("takes no more messages than it sends at once", async () => {
    const taken: number[] = [];
    const { outbox, told } = process(async () => {
      const { rows } = await database.query<{ count: number }>(
        "select count(*) as count from outbox where tries > 0",
      );
      taken.push(rows[0]!.count);
    });
    await add(outbox, 0);
    // The planner expects one message from now on, as in a table that is nearly always empty.
    await database.query("analyze outbox");
    for (let about = 1; about < 20; about += 1) await add(outbox, about);
    await outbox.flush();
    expect(told).toHaveLength(20);
    expect(Math.max(...taken)).toBeLessThanOrEqual(4);
  });

  it("gives up a message during whose last try the process died", async () => {
    const { outbox, told } = process();
    const [id] = await add(outbox, 1);
    await database.query("update outbox set tries = 17");
    await outbox.flush();
    expect(told).toEqual([]);
    expect(await listUnsent(database, 9)).toMatchObject([
      { id, next_try_at: null, reason: "the server stopped during the last try" },
    ]);
  });

  it("drops outdated messages after a long stop", async () => {
    const { outbox, told } = process();
    await add(outbox, 1);
    clock.jump(3 * 86_400 + 1);
    await add(outbox, 2);
    await outbox.flush();
    expect(told.map(({ data }) => data.about)).toEqual([2]);
  });
});

describe("pushes", () => {
  type Push = { deviceId: string; owner: string; service: string; kind: string; refs: string[] };
  const pushTo = (deviceId: string, more: Partial<Push> = {}): Push => ({
    deviceId,
    owner: deviceId,
    service: deviceId,
    kind: "ended",
    refs: ["a"],
    ...more,
  });

  /** Starts a process whose pushes last until they are let go. */
  function pusher() {
    const outbox = openOutbox({ database, clock, log });
    open.add(outbox);
    const sent: (Push & { id: string })[] = [];
    let underWay: { data: Push; end: (error?: Error) => void }[] = [];
    outbox.send("pushes", ({ id, data }) => {
      sent.push({ id, ...(data as Push) });
      return new Promise((resolve, reject) => {
        const end = (error?: Error) => (error === undefined ? resolve() : reject(error));
        underWay.push({ data: data as Push, end });
      });
    });
    return {
      sent,
      underWay: () => underWay.map(({ data }) => data),
      queue: (...pushes: Push[]) =>
        transaction(database, (connection) => outbox.add(connection, "pushes", pushes)),
      /** Begins what is due and waits until `count` are under way. */
      async begin(count: number): Promise<void> {
        outbox.tasks[0]!.tick(clock.nowMs() / 1000);
        clock.jump(2);
        await until(() => expect(underWay).toHaveLength(count));
        // One more would begin before the database answers this.
        await database.query("select pg_sleep(0.05)");
        expect(underWay).toHaveLength(count);
      },
      end(which: (push: Push) => boolean, error?: Error): void {
        const ending = underWay.filter(({ data }) => which(data));
        underWay = underWay.filter(({ data }) => !which(data));
        for (const { end } of ending) end(error);
      },
    };
  }

  it("are under way one for each owner, and in half of the places for one service", async () => {
    const { queue, begin, underWay, end } = pusher();
    const devices = Array.from({ length: 40 }, (_, n) => String(n));
    await queue(...devices.slice(0, 8).map((id) => pushTo(id, { owner: "ann" })));
    await queue(...devices.slice(8).map((id) => pushTo(id, { service: "slow.example" })));
    await begin(17);
    expect(underWay().filter(({ owner }) => owner === "ann")).toHaveLength(1);
    expect(underWay().filter(({ service }) => service === "slow.example")).toHaveLength(16);
    // A new one takes a free place, however long the others take.
    await queue(pushTo("bob"));
    await begin(18);
    expect(underWay()).toContainEqual(pushTo("bob"));
    // Each that ends makes room for the next.
    end(({ owner }) => owner === "ann");
    await begin(18);
    for (let more = 0; more < 40; more += 1) end(() => true);
    await until(async () => {
      end(() => true);
      expect((await database.query("select from outbox")).rowCount).toBe(0);
    });
  });

  it("of one device and kind that wait are sent as one, as old as the newest", async () => {
    const { queue, begin, sent, end } = pusher();
    await queue(pushTo("phone", { refs: ["a"] }));
    await begin(1);
    await queue(pushTo("phone", { refs: ["b"] }), pushTo("laptop", { refs: ["b"], owner: "phone" }));
    clock.jump(3_500);
    await queue(pushTo("phone", { refs: ["c", "d"] }), pushTo("phone", { kind: "paid", refs: ["w"] }));
    clock.jump(200);
    end(() => true);
    for (let count = 0; count < 2; count += 1) {
      await begin(1);
      end(() => true);
    }
    await until(async () => expect((await database.query("select from outbox")).rowCount).toBe(0));
    const told = sent.map(({ deviceId, kind, refs }) => `${deviceId} ${kind} ${refs.toSorted().join()}`);
    expect(told.toSorted()).toEqual(["phone ended a", "phone ended b,c,d", "phone paid w"]);
  });

  it("to a device that fails wait for its next try, and go with it", async () => {
    const { queue, begin, sent, end } = pusher();
    await queue(pushTo("phone"));
    await begin(1);
    end(() => true, new NotSentError("the push service answered 503"));
    await queue(pushTo("phone", { refs: ["b"] }));
    await begin(0);
    expect(sent).toHaveLength(1);
    clock.jump(20);
    await begin(1);
    end(() => true);
    await until(async () => expect((await database.query("select from outbox")).rowCount).toBe(0));
    expect(sent[1]).toEqual({ ...sent[0], refs: ["a", "b"] });
  });
});

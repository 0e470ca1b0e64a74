import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import type { Push } from "@veritick/contract/schemas/pushes.ts";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { WebSocket } from "ws";
import { fakeNetwork } from "../testing/fake-links.ts";
import type { FakeLink } from "../testing/fake-links.ts";
import { seedKey } from "../testing/valid-calls.ts";
import { announceRevoked, createApiKeys, hashKey } from "../src/accounts/api-keys/api-keys.ts";
import { seedPeople } from "../testing/people.ts";
import type { Person } from "../testing/people.ts";
import { until } from "../testing/test-client.ts";
import { useApp } from "../testing/use-app.ts";
import { tellAdmins } from "../src/admin/public.ts";
import { missedEvents } from "../src/operations/missed-events.ts";
import { createLog } from "../src/platform/telemetry/log.ts";
import { joinCluster, nameInstallation } from "../src/cluster/join-cluster.ts";
import type { Cluster } from "../src/cluster/join-cluster.ts";

// The app has no link to other processes and they do not hear it. So it stands for a process that is cut off.
const scope = useApp({ SANDBOX_CONFIRM_SECONDS: "1" });
const network = fakeNetwork({ nowMs: () => scope.app.clock.nowMs() });

type Process = Cluster & { link: FakeLink; tick(): void; second(): Promise<void> };

async function join(): Promise<Process> {
  const link = network.join();
  const { database, clock } = scope.app;
  const missed = missedEvents({ database, clock });
  const cluster = await joinCluster(
    { nats: undefined, database, clock, log: createLog("silent"), missed },
    link,
  );
  onTestFinished(cluster.close);
  let tick = Math.floor(clock.nowMs() / 1000);
  function begin(): void {
    tick += 1;
    for (const task of cluster.tasks) task.tick(tick);
  }
  async function second(): Promise<void> {
    begin();
    await Promise.all(cluster.tasks.map((task) => task.idle()));
  }
  // Ignores events from before the process joined.
  await second();
  return { ...cluster, link, tick: begin, second };
}

/** Opens a live connection of the person on that process, in the hub's view. */
function connect(process: Process, person: Person) {
  const pushes: Push[] = [];
  const closed: number[] = [];
  const ws = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    terminate() {},
    close(code: number) {
      closed.push(code);
      ws.emit("close");
    },
  });
  const socket = {
    writableLength: 0,
    writableCorked: 0,
    cork: () => {},
    uncork: () => {},
    write: (frame: Buffer) => pushes.push(JSON.parse(frame.toString().replace(/^[^{]*/, "")) as Push),
  };
  const sessionKey = createHash("sha256").update(person.cookie.replace("session=", "")).digest("hex");
  const holder = { userId: person.user.id, sessionKey, isKey: false };
  process.hub.add(ws as unknown as WebSocket, socket as unknown as Duplex, holder);
  return { pushes, closed, leave: () => ws.emit("close") };
}

/**
 * Makes people. Their deposits are from long before they connect. Call this before the processes join: it moves the clock on,
 * after which a process that reports misses the others.
 */
async function people(count: number): Promise<Person[]> {
  const seeded = await seedPeople(scope.app, count, "100.00000000");
  scope.app.clock.jump(10);
  await scope.settled();
  return seeded;
}

const open = (person: Person) =>
  person.post("/api/trading/positions", { type: "buy", amount: "10.00", duration: 1 });

/** Pretends that some seconds have passed since a process last reported that it is cut off. */
const forgetCutOff = () => scope.app.database.query("delete from kept_values where name = 'bus-cut-off'");
beforeEach(forgetCutOff);

const cutOffSaid = () => scope.app.database.query("select from kept_values where name = 'bus-cut-off'");
const isCutOffSaid = () =>
  expect.poll(async () => (await cutOffSaid()).rowCount, { timeout: 15_000 }).toBe(1);

const tellingOn = ({ bus, hub }: Process) => {
  const { database, clock } = scope.app;
  return tellAdmins({ database, clock, bus, hub, log: createLog("silent"), adminsNeedSecondFactor: false });
};

const typesOf = (pushes: readonly Push[]) => pushes.map(({ type }) => type);

describe("a process that does not hear the others", () => {
  it("tells administrators again and again to read their lists, and once more when it hears them", async () => {
    const here = await join();
    const [boss, ann] = (await people(2)) as [Person, Person];
    await scope.app.database.query("update users set is_admin = true where id = $1", [boss.user.id]);
    const { pushes } = connect(here, boss);
    const telling = tellingOn(here);
    let tick = 0;
    const told = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 1) {
        telling.tick((tick += 1));
        await telling.idle();
      }
      return pushes.splice(0).flatMap((push) => (push.type === "adminUpdate" ? push.of : []));
    };
    expect(await told(10)).toEqual([]);
    here.link.cut();
    expect(await told(5)).toHaveLength(5);
    await ann.post("/api/deposits", { amount: "20.00" });
    expect(await told(10)).toContain("deposits");
    here.link.mend();
    await ann.post("/api/deposits", { amount: "20.00" });
    await here.second();
    await told(1);
    expect(await told(20)).toEqual([]);
  });

  it("pushes other processes' events once, until it hears them again", async () => {
    const here = await join();
    const [ann] = (await people(1)) as [Person];
    const { pushes } = connect(here, ann);
    here.link.cut();
    expect(here.bus.isWhole()).toBe(false);

    await here.second();
    // Her balance could have changed earlier, so the process sends it.
    expect(pushes).toEqual([{ type: "balanceUpdate", balance: "100.00000000" }]);
    const { body: position } = await open(ann);
    await here.second();
    expect(pushes.splice(0).slice(1)).toEqual([{ type: "balanceUpdate", balance: "90.00000000" }]);

    await ann.post("/api/deposits", { amount: "20.00" });
    await scope.pass(3);
    await here.second();
    await here.second();
    const deposits = pushes.flatMap((push) => (push.type === "depositUpdate" ? [push.deposit.status] : []));
    expect(deposits.at(-1)).toBe("confirmed");
    expect(new Set(deposits).size).toBe(deposits.length);
    expect(pushes.at(-1)).toEqual({ type: "balanceUpdate", balance: "110.00000000" });

    pushes.length = 0;
    await scope.pass(60);
    await here.second();
    await here.second();
    const results = pushes.filter((push) => push.type === "positionResolved");
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ position: { id: position.id, expiryTick: position.expiryTick } });
    expect(await ann.get(`/api/trading/positions/${position.id}`)).toMatchObject({
      body: { position: results[0]!.position },
    });

    pushes.length = 0;
    await open(ann);
    here.link.mend();
    await forgetCutOff();
    await here.second();
    expect(typesOf(pushes)).toEqual(["balanceUpdate"]);
    await open(ann);
    await here.second();
    await here.second();
    expect(typesOf(pushes)).toEqual(["balanceUpdate"]);
    expect(here.bus.isWhole()).toBe(true);
  });

  it("ends the connections of sessions that ended elsewhere, and pushes security events", async () => {
    const here = await join();
    const [ann, bob] = (await people(2)) as [Person, Person];
    const [anns, bobs] = [connect(here, ann), connect(here, bob)];
    let gaps = 0;
    here.bus.onGap(() => (gaps += 1));
    const ended: unknown[] = [];
    here.bus.subscribe((message) => void (message.kind === "sessionEnded" && ended.push(message.userId)));
    here.link.cut();
    expect(gaps).toBe(1);
    await ann.post("/api/auth/logout");
    await bob.post("/api/profile/create-withdrawal-code", { code: "12345" });
    await here.second();
    expect([anns.closed, bobs.closed]).toEqual([[4001], []]);
    expect(ended).toEqual([ann.user.id]);
    expect(gaps).toBe(2);
    expect(bobs.pushes).toMatchObject([
      { type: "securityEvent", event: { kind: "withdrawal_code_created" } },
      { type: "balanceUpdate" },
    ]);
    await here.second();
    expect(bobs.pushes).toHaveLength(2);
  });

  it("is noticed by the other processes as soon as it reports so in the database", async () => {
    const [ann] = (await people(1)) as [Person];
    const [here, away] = [await join(), await join()];
    const { pushes } = connect(here, ann);
    await open(ann);
    await here.second();
    expect(pushes).toEqual([]);
    away.link.cut();
    // Its report counts for three real seconds, which a busy machine may let pass.
    const hears = async () => {
      await away.second();
      await here.second();
      return here.bus.isWhole();
    };
    await expect.poll(hears, { interval: 0, timeout: 20_000 }).toBe(false);
    expect(pushes).toEqual([{ type: "balanceUpdate", balance: "90.00000000" }]);
    await forgetCutOff();
    await here.second();
    expect(here.bus.isWhole()).toBe(true);
  });

  it("reports a result once, even if its message comes later", async () => {
    const [ann] = (await people(1)) as [Person];
    const [here, late] = [await join(), await join()];
    const { pushes } = connect(here, ann);
    here.link.cut();
    await open(ann);
    await scope.pass(70);
    await here.second();
    const results = () => pushes.filter((push) => push.type === "positionResolved");
    const [result] = results();
    here.link.mend();
    late.bus.publish({ kind: "push", userId: ann.user.id, push: result! });
    expect(results()).toEqual([result]);
  });

  it("catches up if its link was down between two checks", async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const [here, away] = [await join(), await join()];
    const [anns, bobs] = [connect(here, ann), connect(here, bob)];
    away.link.cut();
    await ann.post("/api/auth/logout");
    await open(bob);
    away.link.mend();
    await here.second();
    expect(anns.closed).toEqual([4001]);
    expect(bobs.pushes).toEqual([{ type: "balanceUpdate", balance: "90.00000000" }]);
    await here.second();
    expect(bobs.pushes).toHaveLength(1);
  });

  it("reports so in the database also while it catches up", async () => {
    const away = await join();
    const [ann] = (await people(1)) as [Person];
    connect(away, ann);
    away.link.cut();
    const blocker = await scope.app.database.connect();
    try {
      await blocker.query("begin");
      await blocker.query("lock table users in access exclusive mode");
      away.tick();
      await isCutOffSaid();
      await forgetCutOff();
      away.tick();
      await isCutOffSaid();
    } finally {
      await blocker.query("rollback");
      blocker.release();
    }
  });

  it("catches up from its previous check on, even if that was long ago", async () => {
    const [ann] = (await people(1)) as [Person];
    const [here, away] = [await join(), await join()];
    const { pushes } = connect(here, ann);
    await here.second();
    scope.app.clock.jump(2);
    await ann.post("/api/profile/create-withdrawal-code", { code: "12345" });
    scope.app.clock.jump(20);
    away.link.cut();
    await away.second();
    await here.second();
    expect(typesOf(pushes)).toEqual(["securityEvent", "balanceUpdate"]);
  });

  it("is caught up for by the others if it ends without notice", async () => {
    const [ann] = (await people(1)) as [Person];
    const [here, gone] = [await join(), await join()];
    const { pushes } = connect(here, ann);
    await until(() => gone.link.sent.length > 0 && here.link.sent.length > 0, "they know each other");
    gone.link.cut();
    await gone.close();
    await open(ann);
    scope.app.clock.jump(6);
    await scope.settled();
    const look = async () => {
      await here.second();
      return pushes.length;
    };
    await expect.poll(look, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
    expect(pushes).toEqual([{ type: "balanceUpdate", balance: "90.00000000" }]);
  });
});

describe("processes that hear each other", () => {
  it("push to the process with the user's connection, as long as there is one", async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const [one, two] = [await join(), await join()];
    const anns = connect(one, ann);
    const push = { type: "balanceUpdate", balance: "7.00000000" } as const;
    two.bus.publish({ kind: "push", userId: ann.user.id, push });
    two.bus.publish({ kind: "push", userId: bob.user.id, push });
    expect(anns.pushes).toEqual([push]);
    anns.leave();
    two.bus.publish({ kind: "push", userId: ann.user.id, push });
    expect(anns.pushes).toHaveLength(1);
  });

  it("drop a malformed message, and continue", async () => {
    const [ann] = (await people(1)) as [Person];
    const [one, two] = [await join(), await join()];
    const { pushes, closed } = connect(one, ann);
    const push = { type: "balanceUpdate", balance: "7.00000000" } as const;
    two.bus.publish({ kind: "push", userId: ann.user.id, push });
    const [subject] = two.link.sent.at(-1)!.split(" ") as [string];
    const control = subject.replace(/\.push\..*/, ".control");
    for (const text of [
      "",
      "{}",
      '{"type":"balanceUpdate","balance":"much"}',
      '{"type":"price","price":1}',
    ]) {
      two.link.send(subject, text);
      two.link.send(control, text);
    }
    two.link.send(control, JSON.stringify({ kind: "sessionsEnded", userId: "everybody" }));
    expect([pushes.length, closed]).toEqual([1, []]);
    two.bus.publish({ kind: "sessionsEnded", userId: ann.user.id });
    expect(closed).toEqual([4001]);
  });

  it("tell an administrator on one of what users of another have changed", async () => {
    const [boss, ann] = (await people(2)) as [Person, Person];
    await scope.app.database.query("update users set is_admin = true where id = $1", [boss.user.id]);
    const [here, there] = [await join(), await join()];
    const telling = [here, there].map(tellingOn);
    const [{ pushes }, owner] = [connect(here, boss), connect(there, ann)];
    const balance = { type: "balanceUpdate", balance: "90.00000000" } as const;
    there.bus.publish({ kind: "push", userId: ann.user.id, push: balance });
    for (const task of telling.toReversed()) {
      task.tick(1);
      await task.idle();
    }
    expect(pushes).toEqual([{ type: "adminUpdate", of: "users" }]);
    expect(owner.pushes).toEqual([balance]);
  });

  it("tell an administrator on one of what another did in its last second", async () => {
    const [boss, ann] = (await people(2)) as [Person, Person];
    await scope.app.database.query("update users set is_admin = true where id = $1", [boss.user.id]);
    const [here, there] = [await join(), await join()];
    const [telling, ending] = [here, there].map(tellingOn);
    const { pushes } = connect(here, boss);
    const balance = { type: "balanceUpdate", balance: "90.00000000" } as const;
    there.bus.publish({ kind: "push", userId: ann.user.id, push: balance });
    ending!.flush();
    await there.close();
    telling!.tick(1);
    await telling!.idle();
    expect(pushes).toEqual([{ type: "adminUpdate", of: "users" }]);
  });

  it("read a balance again if two updates came so close that their order is uncertain", async () => {
    const [ann] = (await people(1)) as [Person];
    const [one, two, three] = [await join(), await join(), await join()];
    const { pushes } = connect(one, ann);
    for (const [process, balance] of [
      [two, "100.00000000"],
      [three, "55.00000000"],
    ] as const) {
      process.bus.publish({ kind: "push", userId: ann.user.id, push: { type: "balanceUpdate", balance } });
    }
    await one.second();
    scope.app.clock.jump(2);
    await one.second();
    expect(pushes.slice(2)).toEqual([{ type: "balanceUpdate", balance: "100.00000000" }]);
  });

  it("do not mix with another installation, not even with a copy of its database", async () => {
    const one = await join();
    one.bus.publish({ kind: "maintenanceChanged" });
    const name = await nameInstallation(scope.app.database);
    expect(one.link.sent.at(-1)).toContain(`veritick.${name}.control `);
    expect(await nameInstallation(scope.app.database)).toBe(name);
    const copy = await scope.start({ connection: await scope.clone() });
    await copy.database.query(
      "insert into kept_values values ('installation', $1) on conflict (name) do update set value = excluded.value",
      [
        (await scope.app.database.query("select value from kept_values where name = 'installation'")).rows[0]
          .value,
      ],
    );
    expect(await nameInstallation(copy.database)).not.toBe(name);
  });
});

it("a key that another process revokes is forgotten here, and its live connection ends", async () => {
  const [here, there] = [await join(), await join()];
  const { database, clock } = scope.app;
  const [ann] = (await people(1)) as [Person];
  const { key } = await seedKey(scope.app, ann.user.id, ["read"]);
  const keys = createApiKeys({ database, clock, bus: here.bus });
  expect((await keys.identify(key))?.userId).toBe(ann.user.id);
  expect(keys.findCached(key)?.userId).toBe(ann.user.id);
  const program = connect(here, Object.assign(ann, { cookie: `session=${key}` }));
  await database.query("delete from api_keys where user_id = $1", [ann.user.id]);
  announceRevoked(there.bus, ann.user.id, hashKey(key));
  expect(program.closed).toEqual([4001]);
  expect(keys.findCached(key)).toBeUndefined();
  expect(await keys.identify(key)).toBeUndefined();
});

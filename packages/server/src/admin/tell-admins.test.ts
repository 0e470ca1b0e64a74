import type { AdminList, AdminPush } from "@veritick/contract/schemas/pushes.ts";
import { expect, it, onTestFinished } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import { seedKey } from "../../testing/valid-calls.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { localBus } from "../cluster/bus.ts";
import { recordAttention } from "../payments/public.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Hub } from "../platform/sockets/hub.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { tellAdmins } from "./tell-admins.ts";

const scope = useApp({ SANDBOX_CONFIRM_SECONDS: "off" });

/** Lets a second pass, in which the server tells what has changed. */
async function second(count = 1): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) {
    scope.app.clock.advance(1);
    await scope.app.settled();
  }
}

/** Returns a function that names the lists of which this person was told since it was last called. */
async function told(person: TestClient) {
  const { socket, pushes } = await person.live();
  onTestFinished(() => socket.terminate());
  let read = 0;
  return async (): Promise<AdminList[]> => {
    // What the server has written is here once it has answered a ping.
    await new Promise((resolve) => {
      socket.once("pong", resolve);
      socket.ping();
    });
    const news = pushes.slice(read);
    read = pushes.length;
    return news.flatMap((push) => (push.type === "adminUpdate" ? push.of : [])).toSorted();
  };
}

const person = async (): Promise<Person> => (await seedPeople(scope.app, 1, "100"))[0]!;

/** Begins after everything that the setup of a test changed. */
async function calm(): Promise<void> {
  await second(6);
}

it("tells everybody with a role, and nobody else, which list has changed", async () => {
  const roles = ["administrator", "cashier", "support", "viewer"] as const;
  const staff = await Promise.all(roles.map((role) => seedAdmin(scope.app, role)));
  const [ann] = (await withdrawingPeople(scope.app, 1, "500")) as [Person];
  await calm();
  const listeners = await Promise.all([...staff, ann].map((each) => told(each)));
  async function heard(): Promise<AdminList[][]> {
    await second();
    return Promise.all(listeners.map((listen) => listen()));
  }
  const all = (...lists: AdminList[]) => [...staff.map(() => lists), []];

  expect(await heard()).toEqual(all());
  await ann.post("/api/deposits", { amount: "20" });
  expect(await heard()).toEqual(all("deposits"));
  await withdraw(ann, { amount: "100" });
  expect(await heard()).toEqual(all("users", "withdrawals"));
  await calm();
  await heard();
  await new TestClient(scope.app.url).register();
  expect(await heard()).toEqual(all("users"));
  await calm();
  await heard();
  const note = { text: "Looked at it." };
  expect((await staff[0]!.post(`/api/admin/users/${ann.user.id}/notes`, note)).status).toBe(201);
  expect(await heard()).toEqual(all("decisions"));
});

it("tells at most once a second of each list, and once in five of users", async () => {
  const listen = await told(await seedAdmin(scope.app));
  const ann = await person();
  await calm();
  await listen();
  const counts = { deposits: 0, users: 0 };
  for (let passed = 0; passed < 10; passed += 1) {
    for (let times = 0; times < 3; times += 1) {
      await ann.post("/api/deposits", { amount: "15" });
      await new TestClient(scope.app.url).register();
    }
    await second();
    for (const of of await listen()) if (of === "deposits" || of === "users") counts[of] += 1;
  }
  expect(counts).toEqual({ deposits: 10, users: 2 });
});

it("stops at once when the role is revoked, and begins when one is granted", async () => {
  const [boss, ann] = [await seedAdmin(scope.app), await seedAdmin(scope.app)];
  const listen = await told(ann);
  const change = (isAdmin: boolean) =>
    scope.app.database.query("update users set is_admin = $2 where id = $1", [ann.user.id, isAdmin]);
  const act = () => boss.post(`/api/admin/users/${ann.user.id}/notes`, { text: "Seen." });
  await calm();
  await listen();
  for (const isAdmin of [true, false, true]) {
    await change(isAdmin);
    await act();
    await second();
    expect(await listen()).toEqual(isAdmin ? ["decisions"] : []);
  }
});

it("tells no program with an administrator's API key", async () => {
  const admin = await seedAdmin(scope.app);
  const { key } = await seedKey(scope.app, admin.user.id, ["read"]);
  const program = new TestClient(scope.app.url);
  const call = program.call.bind(program);
  program.call = (method, path, body, headers) =>
    call(method, path, body, { ...headers, authorization: `Bearer ${key}` });
  const [listen, browser] = [await told(program), await told(admin)];
  await calm();
  await Promise.all([listen(), browser()]);
  await admin.post(`/api/admin/users/${admin.user.id}/notes`, { text: "Seen." });
  await second();
  expect(await browser()).toEqual(["decisions"]);
  expect(await listen()).toEqual([]);
});

/** The task by itself, with connections that only record what they get. */
function alone(adminsNeedSecondFactor: boolean) {
  const got: [userId: string, of: AdminList][] = [];
  const bus = localBus();
  const hub = {
    size: () => 1,
    pushTo: (userId: string, { of }: AdminPush) => void got.push([userId, of]),
  } as Partial<Hub> as Hub;
  const { database, clock } = scope.app;
  const log = createLog("silent");
  const task = tellAdmins({ database, clock, bus, hub, log, adminsNeedSecondFactor });
  let tick = 0;
  return {
    bus,
    log,
    async second(): Promise<typeof got> {
      task.tick((tick += 1));
      await task.idle();
      return got.splice(0);
    },
  };
}

it("tells no administrator whom the server turns away for lack of a second factor", async () => {
  const [bare, safe] = [await seedAdmin(scope.app), await seedAdmin(scope.app)];
  await scope.app.database.query(
    "insert into two_step (user_id, secret, enabled_at, created_at) values ($1, '', now(), now())",
    [safe.user.id],
  );
  const { bus, second: next } = alone(true);
  bus.publish({ kind: "adminChanged", of: ["deposits"] });
  const ids = (await next()).map(([userId]) => userId);
  expect(ids).toContain(safe.user.id);
  expect(ids).not.toContain(bare.user.id);
});

it("tells no session that has expired, even while its connection is still open", async () => {
  const [old, current] = [await seedAdmin(scope.app), await seedAdmin(scope.app)];
  await scope.app.database.query("update sessions set expires_at = $2 where user_id = $1", [
    old.user.id,
    new Date(scope.app.clock.nowMs()),
  ]);
  const { bus, second: next } = alone(false);
  bus.publish({ kind: "adminChanged", of: ["deposits"] });
  const ids = (await next()).map(([userId]) => userId);
  expect(ids).toContain(current.user.id);
  expect(ids).not.toContain(old.user.id);
});

it("tells of an item that needs attention once it is committed", async () => {
  const admin = await seedAdmin(scope.app);
  const { bus, log, second: next } = alone(false);
  const { database, clock } = scope.app;
  const record = (connection: Queryable, name: string) =>
    recordAttention({ clock, log, bus }, connection, {
      key: `webhook/${name}/2026-09-21`,
      kind: "webhook",
      reason: "webhook_failed",
      provider: "webhooks",
      details: {},
    });
  await transaction(database, async (connection) => {
    await record(connection, "kept");
    expect(await next()).toEqual([]);
  });
  expect(await next()).toContainEqual([admin.user.id, "attention"]);
  const failed = transaction(database, async (connection) => {
    await record(connection, "undone");
    throw new Error("undone");
  });
  await expect(failed).rejects.toThrow("undone");
  expect(await next()).toEqual([]);
});

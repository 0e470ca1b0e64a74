import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import type { AuditEntry } from "@veritick/contract/schemas/admin.ts";
import type { Webhook, WebhookDelivery } from "@veritick/contract/schemas/webhooks.ts";
import { WEBHOOK_TYPES } from "@veritick/contract/webhook-types.ts";
import { Webhook as Verifier } from "standardwebhooks";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { startWebhookReceiver } from "../../testing/webhook-receiver.ts";
import type { WebhookReceiver } from "../../testing/webhook-receiver.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { transaction } from "../platform/db/database.ts";
import { queueWebhookEvent } from "../notifications/public.ts";
import { PAUSES_SECONDS } from "./deliver.ts";
import { readUrl, shownUrl } from "./endpoints.ts";
import { signedHeaders } from "../platform/http/standard-webhooks.ts";

const PATH = "/api/admin/webhooks";
const scope = useApp();
let admin: Person;
let receiver: WebhookReceiver;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
  receiver = await startWebhookReceiver();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer(204);
});
afterEach(async () => {
  receiver.answer(204);
  await scope.settled();
  await scope.app.database.query("delete from webhook_endpoints");
  await scope.app.database.query("delete from webhook_deliveries");
});
afterAll(async () => {
  expect(await scope.app.checkLedger()).toEqual([]);
  await receiver.close();
});

async function add(types: readonly string[] = WEBHOOK_TYPES, path = "/hook") {
  const { status, body } = await admin.post<{ secret: string; webhook: Webhook }>(PATH, {
    url: `${receiver.url}${path}`,
    types,
  });
  expect(status).toBe(201);
  return { ...body, path: `${PATH}/${body.webhook.id}` };
}
const deliveries = async (path: string, query = "") =>
  (await admin.get<WebhookDelivery[]>(`${path}/deliveries${query}`)).body;
const listed = async () => (await admin.get<Webhook[]>(PATH)).body;

/** Moves the clock by a second, and waits until due deliveries are sent. */
async function pass(seconds = 1): Promise<void> {
  scope.app.clock.jump(seconds);
  await scope.settled();
}

/** Queues an event in a transaction that commits, or rolls back if `isUndone` is true. */
const happen = (isUndone = false) =>
  transaction(scope.app.database, async (connection) => {
    const { rows } = await connection.query<{ id: string }>("select gen_random_uuid() as id");
    const at = new Date(scope.app.clock.nowMs());
    await queueWebhookEvent(connection, at, "user.registered", { userId: rows[0]!.id });
    if (isUndone) throw new Error("undone");
    return rows[0]!.id;
  });

describe("an endpoint", () => {
  it("gets exactly the events it subscribes to, with ids and without addresses", async () => {
    await add();
    await add(["user.registered"], "/registered");
    const visitor = new TestClient(scope.app.url);
    const { id } = await visitor.register();
    const [person] = await withdrawingPeople(scope.app, 1, "1000");
    const userId = person!.user.id;
    await person!.post("/api/deposits", { amount: "50" });
    const asked = (await withdraw(person!)).body.id;
    const rejected = (await withdraw(person!)).body.id;
    await admin.post(`/api/admin/withdrawals/${asked}/approve`);
    await admin.post(`/api/admin/withdrawals/${rejected}/reject`, { reason: "no" });
    await person!.post("/api/trading/positions", { type: "buy", amount: "10.00", duration: 1 });
    for (let time = 0; time < 8; time += 1) await pass(15);
    const { body: positions } = await person!.get("/api/trading/positions");

    const told = receiver.received.filter(({ path }) => path === "/hook").map(({ event }) => event);
    const of = (type: string) => told.filter((event) => event.type === type).map(({ data }) => data);
    expect(of("user.registered")).toEqual([{ userId: id }]);
    expect(of("deposit.credited")).toEqual([
      { depositId: expect.any(String), userId, amount: "50.00000000" },
    ]);
    const ids = { userId, amount: "100.00000000" };
    const fees = { fee: "8.00000000", netAmount: "92.00000000" };
    const both = [asked, rejected].map((withdrawalId) => ({ withdrawalId, ...ids, ...fees }));
    expect(new Set(of("withdrawal.asked"))).toEqual(new Set(both));
    expect(new Set(of("withdrawal.decided"))).toEqual(
      new Set([
        { withdrawalId: asked, ...ids, decision: "approved" },
        { withdrawalId: rejected, ...ids, decision: "rejected" },
      ]),
    );
    expect(new Set(of("withdrawal.ended"))).toEqual(
      new Set([
        { withdrawalId: rejected, ...ids, status: "failed", failureReason: "rejected" },
        { withdrawalId: asked, ...ids, status: "completed", failureReason: null },
      ]),
    );
    const { id: positionId, status, profit } = positions[0];
    expect(of("position.settled")).toEqual([{ positionId, userId, amount: "10.00000000", status, profit }]);
    expect(JSON.stringify(told)).not.toContain("@");
    const others = receiver.received.filter(({ path }) => path === "/registered");
    expect(others.map(({ event }) => event.type)).toEqual(["user.registered"]);
    // Two endpoints get one event under the same id.
    expect(others[0]!.id).toBe(receiver.received.find(({ event }) => event.type === "user.registered")!.id);
  });

  it("gets one event for a sold position, and none for an open one", async () => {
    await add(["position.settled"]);
    const [person] = await seedPeople(scope.app, 1, "100");
    const order = { type: "sell", amount: "10.00", duration: 10 };
    const { id } = (await person!.post("/api/trading/positions", order)).body;
    await pass();
    expect(receiver.received).toEqual([]);
    scope.app.clock.advance(12);
    const sold = await person!.post(`/api/trading/positions/${id}/sell`, { minProceeds: "0.00" });
    expect(sold.status).toBe(200);
    await pass();
    await pass(700);
    expect(receiver.received.map(({ event }) => event.data)).toEqual([
      expect.objectContaining({ positionId: id, status: "sold", profit: sold.body.profit }),
    ]);
  });

  it("gets an event when an item needs a person", async () => {
    await add(["attention.raised"]);
    const broken = await add(["user.registered"], "/broken");
    receiver.answer(410);
    await happen();
    await pass();
    receiver.answer(204);
    await pass();
    const [item] = (await admin.get<AttentionItem[]>("/api/admin/attention")).body;
    expect(item).toMatchObject({
      kind: "webhook",
      reason: "webhook_gone",
      details: { url: shownUrl(broken.webhook.url) },
    });
    const raised = receiver.received.find(({ event }) => event.type === "attention.raised")!;
    expect(raised.event.data).toEqual({
      itemId: item!.id,
      kind: "webhook",
      reason: "webhook_gone",
      userId: null,
    });
    expect((await listed()).find(({ id }) => id === broken.webhook.id)).toMatchObject({
      pausedBecause: "gone",
      waiting: 1,
    });
    const dismissed = await admin.post(`/api/admin/attention/${item!.id}/dismiss`, { note: "mended" });
    expect(dismissed.status).toBe(200);
  });

  it("shows its secret once, and keeps it out of everything stored or listed", async () => {
    const { secret, webhook, path } = await add();
    expect(Buffer.from(secret.replace(/^whsec_/, ""), "base64")).toHaveLength(32);
    const { rows } = await scope.app.database.query("select e::text as text from webhook_endpoints e");
    const bytes = Buffer.from(secret.slice(6), "base64");
    for (const text of [
      JSON.stringify(rows),
      JSON.stringify(await listed()),
      JSON.stringify((await admin.get("/api/admin/audit")).body),
    ]) {
      expect(text).not.toContain(secret.slice(6));
      expect(text).not.toContain(bytes.toString("hex"));
    }
    expect(await listed()).toEqual([webhook]);
    const { body } = await admin.get<AuditEntry[]>("/api/admin/audit?action=webhook_added");
    expect(body[0]).toMatchObject({
      target: webhook.id,
      after: { url: shownUrl(webhook.url), status: "active" },
    });
    expect((await admin.call("DELETE", path)).status).toBe(200);
    expect(await listed()).toEqual([]);
  });

  it("shows its whole address to administrators alone, as its path may be a secret", async () => {
    const viewer = await seedAdmin(scope.app, "viewer");
    const { webhook, path } = await add(["user.registered"], "/hook/s3cret?key=s3cret");
    expect((await admin.post(path, { url: `${receiver.url}/other-s3cret` })).status).toBe(200);
    receiver.answer(410);
    await happen();
    await pass();
    const seen = (await viewer.get<Webhook[]>(PATH)).body;
    expect(seen).toMatchObject([{ id: webhook.id, url: shownUrl(`${receiver.url}/other-s3cret`) }]);
    const audit = (await viewer.get<AuditEntry[]>("/api/admin/audit?action=webhook_changed")).body;
    expect(audit[0]).toMatchObject({
      before: { url: shownUrl(webhook.url) },
      after: { url: shownUrl(`${receiver.url}/other-s3cret`) },
    });
    for (const list of ["attention", "audit", "webhooks", `webhooks/${webhook.id}/deliveries`]) {
      const { status, body } = await viewer.get(`/api/admin/${list}`);
      expect([status, JSON.stringify(body).includes("s3cret")], list).toEqual([200, false]);
    }
    expect((await listed())[0]!.url).toBe(`${receiver.url}/other-s3cret`);
    expect(shownUrl("https://hooks.example.com/")).toBe("https://hooks.example.com");
    expect(shownUrl("https://hooks.example.com/a")).toMatch(
      /^https:\/\/hooks\.example\.com\/… \([0-9a-f]{32}\)$/,
    );
  });

  it("gets signatures by Standard Webhooks, with both secrets for a day after a change", async () => {
    const { secret, path } = await add(["user.registered"]);
    await happen();
    await pass();
    const { secret: newer, webhook } = (await admin.post(`${path}/roll`)).body;
    expect(Date.parse(webhook.secretRolledUntil)).toBe(scope.app.clock.nowMs() + 86_400_000);
    await happen();
    await pass();
    await scope.app.database.query("update webhook_endpoints set earlier_until = $1", [
      new Date(scope.app.clock.nowMs() + 1_000),
    ]);
    await happen();
    await pass();
    const isSigned = (index: number, by: string) => {
      const { text, headers } = receiver.received[index]!;
      // The library's check compares with the machine's clock, and the test's clock is ahead of that.
      const parts = [headers["webhook-id"], headers["webhook-timestamp"]] as string[];
      const at = new Date(Number(parts[1]) * 1000);
      const right = new Verifier(by).sign(parts[0]!, at, text);
      return String(headers["webhook-signature"]).split(" ").includes(right);
    };
    expect([0, 1, 2].map((index) => [isSigned(index, secret), isSigned(index, newer)])).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
    expect(receiver.received[0]!.headers).toMatchObject({ "content-type": "application/json" });
  });

  it("gets no new events while it is paused, and afterwards those that waited", async () => {
    const { path } = await add(["user.registered"]);
    receiver.answer(500);
    const before = await happen();
    await pass();
    expect((await admin.post(path, { paused: true })).body).toMatchObject({ pausedBecause: "person" });
    receiver.answer(204);
    await happen();
    await pass(600);
    expect(receiver.received).toHaveLength(1);
    expect((await admin.post(`${path}/test`)).body.code).toBe("webhook_paused");
    expect((await admin.post(path, { paused: false })).body).toMatchObject({ pausedAt: null, waiting: 1 });
    await pass();
    expect(receiver.received.map(({ event }) => event.data)).toEqual([
      { userId: before },
      { userId: before },
    ]);
  });

  it.each([
    [{ url: "ftp://example.com/" }, "webhook_url_invalid"],
    [{ url: "https://user:secret@example.com/" }, "webhook_url_invalid"],
    [{ url: "http://93.184.215.14/" }, "webhook_url_invalid"],
    [{ url: "https://169.254.169.254/latest" }, "webhook_url_invalid"],
    [{ url: "https://[::ffff:169.254.169.254]/" }, "webhook_url_invalid"],
    [{ url: `https://example.com/${"x".repeat(500)}` }, "webhook_url_invalid"],
    [{ types: [] }, "webhook_types_invalid"],
    [{ types: ["webhook.test"] }, "webhook_types_invalid"],
  ])("is refused with %j", async (wrong, code) => {
    const right = { url: "https://example.com/hook", types: ["user.registered"] };
    expect((await admin.post(PATH, { ...right, ...wrong })).body.code).toBe(code);
    expect(await listed()).toEqual([]);
  });

  it("may be in a private network only in the sandbox, and elsewhere needs https", () => {
    for (const url of [
      "http://127.0.0.1:9/x",
      "https://10.0.0.7/",
      "https://localhost/",
      "http://hooks.local/",
    ])
      expect([readUrl(url, true), readUrl(url, false)], url).toEqual([new URL(url).href, undefined]);
    for (const url of ["https://hooks.example.com:8443/x?y=1", "https://93.184.215.14/"])
      expect([readUrl(url, true), readUrl(url, false)]).toEqual([url, url]);
    for (const url of [
      "https://0xA9FEA9FE/",
      "http://[fd00:ec2::254]/",
      "http://0.0.0.0/",
      "https://example.com/#x",
      "x",
    ])
      expect([readUrl(url, true), readUrl(url, false)], url).toEqual([undefined, undefined]);
  });
});

it("signs like the specification's published example", () => {
  const secret = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
  const signed = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330, body: '{"test": 2432232314}' };
  expect(signedHeaders([secret], signed)["webhook-signature"]).toBe(
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
});

describe("a delivery", () => {
  it("is tried ten times over three days, then given up and listed", async () => {
    const { path, webhook } = await add(["user.registered"]);
    receiver.answer(503);
    const userId = await happen();
    for (let tries = 1; tries <= PAUSES_SECONDS.length + 1; tries += 1) {
      await pass();
      expect(receiver.received).toHaveLength(tries);
      const [delivery] = await deliveries(path);
      expect(delivery).toMatchObject({ tries, answer: 503, lastTryAt: expect.any(String) });
      const least = PAUSES_SECONDS[tries - 1];
      if (least === undefined) break;
      const pause = (Date.parse(delivery!.nextTryAt!) - Date.parse(delivery!.lastTryAt!)) / 1000;
      expect(pause).toBeGreaterThanOrEqual(least);
      expect(pause).toBeLessThanOrEqual(least * 1.1);
      // Moving the clock so far would compute all prices in between.
      await scope.app.database.query("update webhook_deliveries set next_at = tried_at");
    }
    expect(await listed()).toMatchObject([{ waiting: 0, failed: 1 }]);
    const [item] = (await admin.get<AttentionItem[]>("/api/admin/attention")).body;
    expect(item).toMatchObject({ kind: "webhook", reason: "webhook_failed", resolvedAt: null });
    const ids = new Set(receiver.received.map(({ id }) => id));
    const texts = new Set(receiver.received.map(({ text }) => text));
    expect([ids.size, texts.size]).toEqual([1, 1]);

    receiver.answer(200);
    expect((await admin.post(`${path}/redeliver`, {})).body).toEqual({ queued: 1 });
    await pass();
    const [delivery] = await deliveries(path, "?state=delivered");
    expect(delivery).toMatchObject({ state: "delivered", tries: 1, answer: 200, nextTryAt: null });
    expect((await admin.post(`${path}/redeliver`, { deliveryId: delivery!.id })).body).toEqual({ queued: 1 });
    await pass();
    expect(receiver.received.at(-1)).toMatchObject({ id: delivery!.eventId, event: { data: { userId } } });
    expect(receiver.received).toHaveLength(12);
    expect((await admin.post(`${path}/redeliver`, {})).body).toEqual({ queued: 0 });
    const unknown = await admin.post(`${path}/redeliver`, { deliveryId: webhook.id });
    expect(unknown.body.code).toBe("not_found");
  });

  it("is sent at most 10,000 of its given-up events again at once, the oldest first", async () => {
    const { path, webhook } = await add(["user.registered"]);
    await scope.app.database.query(
      `insert into webhook_deliveries (id, endpoint_id, event_id, type, data, created_at, next_at)
       select gen_random_uuid(), $1, gen_random_uuid(), 'webhook.test', '{}', $2::timestamptz + n * interval '1 second', null
       from generate_series(1, 10001) n`,
      [webhook.id, new Date(scope.app.clock.nowMs() - 86_400_000)],
    );
    const [newest] = await deliveries(path, "?limit=1");
    expect((await admin.post(`${path}/redeliver`, {})).body).toEqual({ queued: 10_000 });
    expect((await deliveries(path, "?state=failed")).map(({ id }) => id)).toEqual([newest!.id]);
    expect((await admin.post(`${path}/redeliver`, {})).body).toEqual({ queued: 1 });
  });

  it("waits as long as the answer asks for", async () => {
    const { path } = await add(["user.registered"]);
    receiver.answer(429, { "retry-after": "600" });
    await happen();
    await pass();
    const [delivery] = await deliveries(path);
    const seconds = (Date.parse(delivery!.nextTryAt!) - Date.parse(delivery!.lastTryAt!)) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(600);
    expect(seconds).toBeLessThan(661);
  });

  it("follows no redirection, and records the reason for a missing answer", async () => {
    const { path } = await add(["user.registered"]);
    receiver.answer(302, { location: `${receiver.url}/elsewhere` });
    await happen();
    await pass();
    expect(receiver.received.map(({ path: asked }) => asked)).toEqual(["/hook"]);
    expect(await deliveries(path)).toMatchObject([{ answer: 302, state: "waiting", reason: null }]);
    // No server listens at this port.
    await scope.app.database.query("update webhook_endpoints set url = 'https://127.0.0.1:1/'");
    await pass(10);
    expect(await deliveries(path)).toMatchObject([{ answer: null, reason: "ECONNREFUSED" }]);
  });

  it("to an endpoint that hangs delays no other endpoint, and is sent by one process", async () => {
    const other = await scope.start();
    const quick = await startWebhookReceiver();
    await add(["user.registered"]);
    await admin.post(PATH, { url: quick.url, types: ["user.registered"] });
    receiver.answer("never");
    await happen();
    for (let told = 1; told <= 3; told += 1) {
      await expect
        .poll(() => {
          scope.app.clock.jump(1);
          return quick.received.length;
        })
        .toBe(told);
      await happen();
    }
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length);
    receiver.answer(204);
    await pass();
    await pass();
    expect(receiver.received).toHaveLength(4);
    expect(quick.received).toHaveLength(4);
    await other.close();
    await quick.close();
  });

  it("to an endpoint that never finishes answering uses no extra connections", async () => {
    let most = 0;
    const connections = new Set<Socket>();
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200);
      response.write("and");
      most = Math.max(most, connections.size);
    });
    server.on("connection", (socket) => {
      connections.add(socket);
      socket.on("close", () => connections.delete(socket));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect((await admin.post(PATH, { url, types: ["user.registered"] })).status).toBe(201);
    for (let time = 0; time < 20; time += 1) await happen();
    const passed = pass();
    await expect.poll(() => most, { timeout: 30_000 }).toBe(8);
    // The endless answers are cut off, so the deliveries that waited are sent.
    server.on("request", (_request, response) => response.end());
    for (const socket of connections) socket.destroy();
    await passed;
    expect(most).toBe(8);
    server.closeAllConnections();
    server.close();
  });

  it("is not made for a rolled-back event, and is sent later if its process ends", async () => {
    await add(["user.registered"]);
    await expect(happen(true)).rejects.toThrow("undone");
    const ending = await scope.start();
    receiver.answer("never");
    const userId = await happen();
    scope.app.clock.jump(1);
    await expect.poll(() => receiver.received.length).toBe(1);
    // One of the two processes has claimed the delivery. It goes out again once that process has released it.
    await ending.close();
    receiver.answer(204);
    await pass();
    await pass();
    expect(new Set(receiver.received.map(({ event }) => JSON.stringify(event.data)))).toEqual(
      new Set([JSON.stringify({ userId })]),
    );
    expect(await listed()).toMatchObject([{ waiting: 0, failed: 0, lastDeliveredAt: expect.any(String) }]);
  });

  it("is deleted after 30 days", async () => {
    const { path } = await add(["user.registered"]);
    await happen();
    await pass();
    expect(await deliveries(path)).toHaveLength(1);
    await scope.app.database.query(
      "update webhook_deliveries set created_at = created_at - interval '30 days' + interval '10 minutes'",
    );
    await pass(590);
    expect(await deliveries(path)).toHaveLength(1);
    await pass(610);
    expect(await deliveries(path)).toEqual([]);
  });

  it("can be listed page by page", async () => {
    const { path } = await add(["user.registered"]);
    for (let count = 0; count < 5; count += 1) {
      await happen();
      await pass();
    }
    const all = await deliveries(path);
    const [first, second] = [all[0]!, all[1]!];
    expect(all.map(({ happenedAt }) => happenedAt)).toEqual(
      all
        .map(({ happenedAt }) => happenedAt)
        .toSorted()
        .toReversed(),
    );
    expect(await deliveries(path, `?limit=1`)).toEqual([first]);
    expect(await deliveries(path, `?limit=1&before=${first.id}`)).toEqual([second]);
    expect((await admin.get(`${PATH}/${first.id}/deliveries`)).body.code).toBe("not_found");
  });
});

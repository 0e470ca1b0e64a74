import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { startPushService } from "../../testing/push-service.ts";
import type { PushService } from "../../testing/push-service.ts";
import { useApp } from "../../testing/use-app.ts";

const scope = useApp({ PUSH_SERVICES: "127.0.0.1" });
const PATH = "/api/profile/push-devices";
/** The time limit of a push. */
const LIMIT_MS = 10_000;
/** It takes half a second on an idle machine. */
const SOON_MS = LIMIT_MS / 2;

let honest: PushService;
const tarpits: Tarpit[] = [];
beforeAll(async () => {
  honest = await startPushService();
  for (let count = 0; count < 8; count += 1) tarpits.push(await startTarpit());
});
afterAll(async () => {
  for (const tarpit of tarpits) tarpit.close();
  await honest.close();
});

type Tarpit = { url: string; held: Set<Socket>; close(): void };

/** Starts a server that accepts connections and never answers. */
async function startTarpit(): Promise<Tarpit> {
  const held = new Set<Socket>();
  const server = createServer((socket) => {
    held.add(socket);
    socket.resume().on("error", () => {});
    socket.on("close", () => held.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/push`,
    held,
    close() {
      server.close();
      for (const socket of held) socket.destroy();
    },
  };
}
const held = () => tarpits.reduce((sum, tarpit) => sum + tarpit.held.size, 0);

async function subscribe(person: Person, urls: string[]): Promise<void> {
  for (const url of urls) {
    const { keys } = honest.subscribe().subscription;
    expect((await person.post(PATH, { endpoint: `${url}/${person.user.id}`, keys })).status).toBe(201);
  }
}
async function endPosition(people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const order = { type: "buy", amount: "0.01", duration: 1 };
    expect((await person.post("/api/trading/positions", order)).status).toBe(201);
  }
  scope.app.clock.jump(70);
}
async function until(done: () => boolean, mostMs: number): Promise<void> {
  const began = performance.now();
  while (!done()) {
    if (performance.now() - began > mostMs) throw new Error(`nothing happened in ${mostMs} ms`);
    scope.app.clock.advance(1);
    await delay(20);
  }
}

it.each([
  ["one user", 1],
  ["eight users", 8],
])("delivers an honest device's notice while eight tarpits of %s hold", async (_whose, owners) => {
  const people = await seedPeople(scope.app, owners + 1, "100");
  const [ann, ...others] = people as [Person, ...Person[]];
  for (const [at, { url }] of tarpits.entries()) await subscribe(others[at % owners]!, [url]);
  await subscribe(ann, [`${honest.url}/push`]);
  await endPosition(others);
  await until(() => held() === owners, LIMIT_MS);
  // A user takes one place, with however many devices.
  const before = honest.received.length;
  await endPosition([ann]);
  await until(() => honest.received.length > before, SOON_MS);
  expect(held()).toBe(owners);
  await scope.app.database.query("delete from push_devices");
  for (const { held: sockets } of tarpits) for (const socket of sockets) socket.destroy();
});

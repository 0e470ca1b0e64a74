import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { pricePush } from "@veritick/contract/schemas/pushes.ts";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import * as z from "zod/mini";
import { seedPeople } from "../testing/people.ts";
import type { Person } from "../testing/people.ts";
import { TestClient, until } from "../testing/test-client.ts";
import type { LiveConnection } from "../testing/test-client.ts";
import { useApp } from "../testing/use-app.ts";
import { nowTick } from "../src/platform/clock.ts";

const scope = useApp();
const person = async () => (await seedPeople(scope.app, 1, "0"))[0]!;
const tokenOf = async (client: TestClient) => (await client.get("/api/ws-token")).body.token as string;

/** Returns the answer to the upgrade: 101, or the status and body of a refusal. */
async function upgrade(query: string, headers: Record<string, string> = {}, url = scope.app.url) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws${query}`, { headers });
  const answer = await new Promise<{ status: number; body?: unknown }>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("open", () => resolve({ status: 101 }));
    socket.on("unexpected-response", (_request, response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode!, body: JSON.parse(text) }));
    });
  });
  return { ...answer, socket };
}

const unauthorized = { status: 401, body: { message: "Sign in to continue.", code: "not_signed_in" } };

describe("the token of a live connection", () => {
  it("works once", async () => {
    const token = await tokenOf(await person());
    const first = await upgrade(`?token=${token}`);
    expect(first.status).toBe(101);
    expect(await upgrade(`?token=${token}`)).toMatchObject(unauthorized);
    first.socket.terminate();
  });

  it("lives 60 seconds", async () => {
    const client = await person();
    const [early, late] = [await tokenOf(client), await tokenOf(client)];
    scope.app.clock.jump(59);
    const inTime = await upgrade(`?token=${early}`);
    expect(inTime.status).toBe(101);
    inTime.socket.terminate();
    scope.app.clock.jump(1);
    expect(await upgrade(`?token=${late}`)).toMatchObject(unauthorized);
  });

  it.each([
    "",
    "?token=",
    "?token=guess",
    "?tokens=x",
    `?token=${"x".repeat(4000)}`,
    "?token=%00",
    "?token=%ff",
  ])("is needed: /ws%s is answered 401", async (query) => {
    expect(await upgrade(query)).toMatchObject(unauthorized);
  });

  it("is not given to a session that has just ended elsewhere", async () => {
    const client = await person();
    expect((await client.get("/api/auth/me")).status).toBe(200);
    await scope.app.database.query("delete from sessions where user_id = $1", [client.user.id]);
    expect((await client.get("/api/ws-token")).status).toBe(401);
  });

  it("is not looked up if it is malformed, or for a caller above the limit", async () => {
    const app = await scope.start({ environment: { LIMIT_CALLS_PER_SECOND: "1", LIMIT_CALL_BURST: "1" } });
    for (let call = 0; call < 4; call += 1) {
      expect(await upgrade("?token=guessed", {}, app.url)).toMatchObject({ status: 401 });
    }
    expect(await upgrade("?token=guessed", {}, app.url)).toMatchObject({ status: 429 });
  });

  it("ends with its session", async () => {
    const client = await person();
    const token = await tokenOf(client);
    await client.post("/api/auth/logout");
    expect(await upgrade(`?token=${token}`)).toMatchObject(unauthorized);
  });

  it("is of no use to another website, nor at another path", async () => {
    const token = await tokenOf(await person());
    const foreign = await upgrade(`?token=${token}`, { origin: "https://evil.example" });
    expect(foreign).toMatchObject({ status: 403, body: { code: "origin_refused" } });
    expect(await upgrade(`2?token=${token}`)).toMatchObject({ status: 404 });
    const own = await upgrade(`?token=${token}`, { origin: scope.app.url });
    expect(own.status).toBe(101);
    own.socket.terminate();
  });
});

describe("the number of live connections", () => {
  it("is 20 for each user, and a closed one makes room", async () => {
    const [client, other] = [await person(), await person()];
    const connections: LiveConnection[] = [];
    for (let number = 0; number < 20; number += 1) connections.push(await client.live());
    const refused = await upgrade(`?token=${await tokenOf(client)}`);
    expect(refused).toMatchObject({ status: 429, body: { code: "socket_limit" } });
    connections.push(await other.live());
    const { socket } = connections.shift()!;
    const closed = once(socket, "close");
    socket.close();
    await closed;
    connections.push(await client.live());
    for (const open of connections) open.socket.terminate();
  });
});

describe("a push", () => {
  it("carries the price of every tick to everybody as it begins, with tick and time", async () => {
    const live = await Promise.all(
      (await seedPeople(scope.app, 3, "0")).map((client: Person) => client.live()),
    );
    const first = nowTick(scope.app.clock) + 1;
    for (let second = 0; second < 5; second += 1) {
      scope.app.clock.advance(1);
      await until(() => live.every(({ pushes }) => pushes.length === second + 1), "the price was pushed");
    }
    const { body } = await new TestClient(scope.app.url).get(`/api/prices?from=${first}`);
    for (const { socket, pushes } of live) {
      expect(pushes.map((push) => z.parse(pricePush, push))).toEqual(
        [0, 1, 2, 3, 4].map((index) => ({
          type: "price",
          price: body.prices[index],
          tick: first + index,
          time: new Date((first + index) * 1000).toISOString(),
        })),
      );
      socket.terminate();
    }
  });

  it("is never compressed and never asked for", async () => {
    const { socket } = await (await person()).live();
    expect(socket.extensions).toBe("");
    socket.terminate();
  });
});

/** Opens a live connection by hand. The test reads only what it asks for. */
async function rawConnection(client: TestClient): Promise<Socket> {
  const token = await tokenOf(client);
  const socket = connect(Number(new URL(scope.app.url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    `GET /ws?token=${token} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  const [head] = (await once(socket, "data")) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1.1 101 /);
  return socket;
}

describe("a client that misbehaves", () => {
  it.each([
    ["text", [0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]],
    ["binary", [0x82, 0x81, 0, 0, 0, 0, 0xff]],
    ["a frame without mask", [0x81, 0x01, 0x41]],
    ["a reserved opcode", [0x83, 0x80, 0, 0, 0, 0]],
    ["reserved bits", [0xf1, 0x80, 0, 0, 0, 0]],
    ["text that is no UTF-8", [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]],
    [
      "a frame that claims to be huge",
      [0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
    ],
    ["a ping that is too long", [0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0]],
    ["half a frame", [0x81]],
    ["a close with a wrong code", [0x88, 0x82, 0, 0, 0, 0, 0x00, 0x01]],
    ["HTTP", [...Buffer.from("GET / HTTP/1.1\r\n\r\n")]],
  ])("by sending %s hurts nobody else", async (_name, bytes) => {
    const witness = await (await person()).live();
    const socket = await rawConnection(await person());
    socket.on("error", () => undefined);
    socket.write(Buffer.from(bytes));
    // The server has read the earlier frames by the time that it answers.
    expect((await fetch(`${scope.app.url}/healthz`)).status).toBe(200);
    scope.app.clock.advance(1);
    await until(() => witness.pushes.length > 0, "the witness heard of the next tick");
    expect(witness.socket.readyState).toBe(WebSocket.OPEN);
    socket.destroy();
    witness.socket.terminate();
  });
});

describe("a server that goes down", () => {
  it("closes with 1001, and does not wait for silent clients", async () => {
    const app = await scope.start();
    const [polite, rude] = await seedPeople(app, 2, "0");
    const { socket } = await polite!.live();
    const token = await tokenOf(rude!);
    const deaf = connect(Number(new URL(app.url).port), "127.0.0.1");
    deaf.on("error", () => undefined);
    deaf.write(
      `GET /ws?token=${token} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    );
    await once(deaf, "data");
    deaf.pause();
    const closed = once(socket, "close") as Promise<[number, Buffer]>;
    const startedAt = performance.now();
    await app.close();
    const [code, reason] = await closed;
    expect(code).toBe(1001);
    expect(reason.toString()).toBe("the server is restarting");
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    deaf.destroy();
  });

  it("refuses new connections", async () => {
    const app = await scope.start();
    const [client] = await seedPeople(app, 1, "0");
    const token = await tokenOf(client!);
    const closing = app.close();
    await expect(upgrade(`?token=${token}`, {}, app.url)).rejects.toThrow();
    await closing;
  });
});

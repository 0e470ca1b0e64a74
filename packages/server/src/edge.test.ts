import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { TestClient } from "../testing/test-client.ts";
import { useApp } from "../testing/use-app.ts";

/** An address has four times the burst, here 8 calls. */
const scope = useApp({
  TRUSTED_PROXIES: "loopback",
  LIMIT_CALLS_PER_SECOND: "1",
  LIMIT_CALL_BURST: "2",
});

const from = (address: string) => ({ "x-forwarded-for": address });

async function registered(address: string) {
  const client = new TestClient(scope.app.url);
  const body = { email: `${address}@example.com`, password: "secret-1" };
  expect((await client.post("/api/auth/register", body, from(address))).status).toBe(201);
  return { me: async () => (await client.get("/api/auth/me", from(address))).status, client };
}

async function upgrade(token: string, address: string): Promise<number> {
  const socket = new WebSocket(`${scope.app.url.replace("http", "ws")}/ws?token=${token}`, {
    headers: from(address),
  });
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("unexpected-response", (_request, response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    socket.on("open", () => {
      socket.terminate();
      resolve(101);
    });
  });
}

/** Uses up what an address has for calls that no session answers for. */
async function crowd(address: string) {
  for (let call = 0; call < 12; call += 1) {
    await new TestClient(scope.app.url).get("/api/auth/me", from(address));
  }
}

describe("behind a trusted proxy", () => {
  it("invented tokens of one caller do not keep others from a live connection", async () => {
    const { client } = await registered("192.0.2.1");
    const { token } = (await client.get("/api/ws-token", from("192.0.2.1"))).body;
    const stranger: number[] = [];
    for (let call = 0; call < 10; call += 1) stranger.push(await upgrade("made-up", "198.51.100.7"));
    expect(stranger).toEqual([...Array(8).fill(401), 429, 429]);
    expect(await upgrade(token, "192.0.2.1")).toBe(101);
  });
});

describe("neighbours behind one address", () => {
  it("do not slow down sessions that were active in the last 10 minutes", async () => {
    const address = "192.0.2.2";
    const { me } = await registered(address);
    expect(await me()).toBe(200);
    scope.app.clock.jump(300);
    await crowd(address);
    expect(await me()).toBe(200);
    scope.app.clock.jump(599);
    await crowd(address);
    expect(await me()).toBe(200);
  });

  it("share their limit with sessions that were inactive for longer or have ended", async () => {
    const address = "192.0.2.3";
    const one = await registered(address);
    const other = await registered("192.0.2.4");
    expect([await one.me(), await other.me()]).toEqual([200, 200]);
    scope.app.clock.jump(600);
    await crowd(address);
    expect(await one.me()).toBe(429);

    const kept = other.client.cookie;
    expect((await other.client.post("/api/auth/logout", undefined, from("192.0.2.4"))).status).toBe(200);
    other.client.cookie = kept;
    await crowd("192.0.2.4");
    expect(await other.me()).toBe(429);
  });

  it("cannot give a session more than its own limit", async () => {
    const { me } = await registered("192.0.2.5");
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push(await me());
    expect(statuses).toEqual([200, 200, 200, 429]);
    scope.app.clock.jump(6);
    expect([await me(), await me(), await me()]).toEqual([200, 200, 429]);
  });
});

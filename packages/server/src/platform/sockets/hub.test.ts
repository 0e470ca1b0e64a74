import * as fc from "fast-check";
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { PassThrough } from "node:stream";
import type { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as ws from "ws";
import { WebSocket } from "ws";
import { push } from "@veritick/contract/schemas/pushes.ts";
import { until } from "../../../testing/test-client.ts";
import { createLog } from "../telemetry/log.ts";
import { createHub, createUpgradeHandler, textFrame } from "./hub.ts";
import type { Hub } from "./hub.ts";
import { isCrossOrigin } from "../http/headers.ts";
import { refuseOnSocket } from "../http/server.ts";

let hub: Hub;
let port: number;
let end: () => void;
/** The server's ends of the connections, oldest first. */
let serverEnds: Socket[];
let isClosing = false;
let redeemed: () => Promise<void>;
let isAlive: () => Promise<boolean>;

beforeEach(async () => {
  hub = createHub();
  serverEnds = [];
  isClosing = false;
  redeemed = async () => {};
  isAlive = async () => true;
  const server = createServer();
  server.on("upgrade", (_request, socket) => serverEnds.push(socket as Socket));
  const upgrade = createUpgradeHandler({
    hub,
    log: createLog("silent"),
    isCrossOrigin: (headers) => isCrossOrigin(headers, undefined),
    limits: { socketsPerUser: 3 },
    isClosing: () => isClosing,
    addressOf: () => "192.0.2.1",
    placeOf: () => "192.0.2.1",
    mayAsk: () => true,
    refuse: (socket, code) => refuseOnSocket(socket, {}, code),
    sessions: {
      isAlive: (sessionKey) => {
        expect(sessionKey).toMatch(/^session of /);
        return isAlive();
      },
      async redeemWsToken(token) {
        await redeemed();
        const user = token.replace(/_+$/, "");
        if (user === "broken") throw new Error("the database is away");
        return { userId: user, sessionKey: `session of ${user}`, isKey: user.endsWith("key") };
      },
    },
  });
  server.on("upgrade", (request, socket, head) => void upgrade(request, socket, head));
  await once(server.listen(0, "127.0.0.1"), "listening");
  port = (server.address() as AddressInfo).port;
  end = () => {
    for (const socket of serverEnds) socket.destroy();
    server.close();
  };
});
afterEach(() => end());

/** Returns a text as long as a real token, with the user's name in it. */
const tokenOf = (user: string) => user.padEnd(43, "_");

async function join(user: string): Promise<{ socket: WebSocket; heard: unknown[] }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?token=${tokenOf(user)}`);
  const heard: unknown[] = [];
  socket.on("message", (data) => heard.push(JSON.parse(String(data))));
  await once(socket, "open");
  return { socket, heard };
}

/** Connects a client that completes the handshake and then never reads. */
async function joinDeaf(user: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(
    `GET /ws?token=${tokenOf(user)} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  await once(socket, "data");
  return socket.pause();
}

describe("the hub", () => {
  it("sends broadcasts to all connections and a user's messages to the user, in order", async () => {
    const [ann, ann2, bob] = [await join("ann"), await join("ann"), await join("bob")];
    const isLast = (message: unknown) => (message as { n: number } | undefined)?.n === 4;
    const text = "é€😀".repeat(20_000);
    hub.broadcast({ n: 1 });
    hub.pushTo("ann", { n: 2, text });
    hub.pushTo("nobody", { n: 3 });
    hub.broadcast({ n: 4 });
    await until(() => [ann, ann2, bob].every(({ heard }) => isLast(heard.at(-1))), "all was heard");
    expect(ann.heard).toEqual([{ n: 1 }, { n: 2, text }, { n: 4 }]);
    expect(ann2.heard).toEqual(ann.heard);
    expect(bob.heard).toEqual([{ n: 1 }, { n: 4 }]);
  });

  it("sends to API keys only what they may hear, and nothing that it does not know", async () => {
    const [session, key] = [await join("ann"), await join("key")];
    const messages = [...push._zod.def.options.flatMap(({ shape }) => [...shape.type._zod.values]), "new"];
    for (const type of messages) {
      hub.broadcast({ type });
      for (const user of ["ann", "key"]) hub.pushTo(user, { type });
    }
    hub.broadcast({ type: "price", n: "last" });
    const isLast = (message: unknown) => (message as { n?: string } | undefined)?.n === "last";
    await until(() => [session, key].every(({ heard }) => isLast(heard.at(-1))), "all was heard");
    const heard = (by: typeof key) => new Set(by.heard.map((message) => (message as { type: string }).type));
    expect(heard(session)).toEqual(new Set(messages));
    expect(messages.filter((type) => !heard(key).has(String(type)))).toEqual([
      "securityEvent",
      "adminUpdate",
      "new",
    ]);
  });

  it("writes a user's messages of one moment together, and drops nobody who gets many", async () => {
    const { heard } = await join("ann");
    const written: number[] = [];
    const socket = serverEnds[0]!;
    const write = socket._writev!.bind(socket);
    socket._writev = (chunks, done) => {
      written.push(chunks.length);
      write(chunks, done);
    };
    const numbers = Array.from({ length: 2_000 }, (_, n) => n);
    for (const n of numbers.slice(0, 1_000)) hub.pushTo("ann", { n, filler: "x".repeat(500) });
    hub.broadcast({ n: 1_000 });
    for (const n of numbers.slice(1_001)) hub.pushTo("ann", { n, filler: "x".repeat(500) });
    await until(() => heard.length === 2_000, "all was heard");
    expect(heard.map((message) => (message as { n: number }).n)).toEqual(numbers);
    expect(written.length).toBeLessThan(100);
    expect(socket.writableCorked).toBe(0);
  });

  it("knows which users are connected", async () => {
    const { socket } = await join("ann");
    await join("ann");
    await join("bob");
    expect([hub.size(), hub.countOf("ann"), hub.countOf("eve")]).toEqual([3, 2, 0]);
    socket.close();
    await until(() => hub.countOf("ann") === 1, "the closed connection was forgotten");
    hub.closeAll(1001, "bye");
    await until(() => hub.size() === 0, "everybody was forgotten");
    expect(hub.hasUser("ann")).toBe(false);
  });

  it("drops clients that do not read before much is buffered; others get everything in order", async () => {
    const deaf = await Promise.all(["one", "two", "three"].map((name) => joinDeaf(`deaf-${name}`)));
    const deafEnds = [...serverEnds];
    const others = await Promise.all(["ann", "bob", "eve", "joe", "kim", "lea"].map(join));
    let sent = 0;
    let most = 0;
    while (hub.size() > others.length && sent < 5_000) {
      sent += 1;
      hub.broadcast({ n: sent, filler: "x".repeat(60_000) });
      most = Math.max(most, ...deafEnds.map((socket) => socket.writableLength));
      await until(() => others.every(({ heard }) => heard.length === sent), "the others heard it");
    }
    expect(hub.users()).toEqual(["ann", "bob", "eve", "joe", "kim", "lea"]);
    expect(deafEnds.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(64 * 1024 + 61_000);
    const numbers = Array.from({ length: sent }, (_, index) => index + 1);
    for (const { heard } of others)
      expect(heard.map((message) => (message as { n: number }).n)).toEqual(numbers);
    for (const socket of deaf) socket.destroy();
  });

  it("sends nothing more to a session that has ended, even if the client stays connected", async () => {
    const deaf = await joinDeaf("ann");
    const kept = await join("bob");
    hub.endSessions("ann", (sessionKey) => sessionKey === "session of ann");
    hub.broadcast({ n: 1 });
    await until(() => kept.heard.length === 1, "the other heard it");
    let bytes = Buffer.alloc(0);
    deaf.on("data", (chunk: Buffer) => (bytes = Buffer.concat([bytes, chunk])));
    deaf.resume();
    await until(() => bytes.length > 0, "the goodbye came");
    // One close frame with code 4001, and no text after it.
    expect([...bytes.subarray(0, 4)]).toEqual([0x88, 2 + "session ended".length, 4001 >> 8, 4001 & 0xff]);
    expect(bytes).toHaveLength(4 + "session ended".length);
    deaf.destroy();
  });

  it("pings each connection every 30 ticks and drops those that do not answer", async () => {
    const { socket } = await join("ann");
    const deaf = await joinDeaf("deaf");
    const before = serverEnds[0]!.bytesRead;
    let pings = 0;
    socket.on("ping", () => (pings += 1));
    for (let tick = 0; tick <= 30; tick += 1) hub.heartbeat(tick);
    await until(() => pings === 1 && serverEnds[0]!.bytesRead > before, "a ping came and was answered");
    for (let tick = 31; tick <= 60; tick += 1) hub.heartbeat(tick);
    await until(() => pings === 2, "the next ping came");
    await until(() => !hub.hasUser("deaf"), "the dead connection was dropped");
    expect(hub.hasUser("ann")).toBe(true);
    deaf.destroy();
  });

  it("spreads the pings of simultaneous connections, even after the clock stepped back", () => {
    const pings = new Map<number, number>();
    let tick = 0;
    for (let number = 0; number < 90; number += 1) {
      const client = new EventEmitter() as WebSocket;
      client.ping = () => {
        pings.set(tick, (pings.get(tick) ?? 0) + 1);
        client.emit("pong");
      };
      hub.add(client, new PassThrough(), { userId: "ann", sessionKey: "session of ann", isKey: false });
    }
    for (tick = 10_000; tick <= 10_060; tick += 1) hub.heartbeat(tick);
    for (tick = 1_000; tick <= 1_060; tick += 1) hub.heartbeat(tick);
    const seconds = (from: number) => Array.from({ length: 60 }, (_, second) => [from + second + 1, 3]);
    expect([...pings]).toEqual([...seconds(10_000), ...seconds(1_000)]);
  });
});

describe("a client that sends", () => {
  const EMPTY = { text: [0x81, 0x80], binary: [0x82, 0x80], ping: [0x89, 0x80], pong: [0x8a, 0x80] };

  it.each(Object.entries(EMPTY))("more than a few %s frames is closed with 1008", async (_kind, frame) => {
    const witness = await join("bob");
    const socket = await joinDeaf("ann");
    let bytes = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => (bytes = Buffer.concat([bytes, chunk])));
    socket.resume();
    socket.write(Buffer.concat(Array(30).fill(Buffer.from([...frame, 0, 0, 0, 0]))));
    await until(() => serverEnds[1]!.bytesRead > 180, "the frames came");
    expect(hub.hasUser("ann")).toBe(true);
    socket.write(Buffer.concat(Array(100_000).fill(Buffer.from([...frame, 0, 0, 0, 0]))));
    await until(() => bytes.includes("too many frames"), "the goodbye came");
    const close = bytes.subarray(bytes.indexOf(0x88));
    expect([...close.subarray(2, 4)]).toEqual([1008 >> 8, 1008 & 0xff]);
    // The server reads no more of what was sent.
    expect(serverEnds[1]!.bytesRead).toBeLessThan(300_000);
    await until(() => !hub.hasUser("ann"), "the connection ended");
    hub.broadcast({ n: 1 });
    await until(() => witness.heard.length === 1, "the other heard it");
    socket.destroy();
  });

  it("a message of many fragments is closed with 1008", async () => {
    const { socket } = await join("ann");
    const closed = once(socket, "close");
    for (let part = 0; part < 10; part += 1) socket.send("", { fin: false });
    expect((await closed)[0]).toBe(1008);
    await until(() => !hub.hasUser("ann"), "the connection ended");
  });

  it("five frames a second stays", async () => {
    const { socket } = await join("ann");
    let answers = 0;
    socket.on("pong", () => (answers += 1));
    for (let tick = 1; tick <= 60; tick += 1) {
      for (let ping = 0; ping < 4; ping += 1) socket.ping();
      socket.send("hello");
      await until(() => answers === tick * 4, "the pings were answered");
      hub.heartbeat(tick);
    }
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe("an upgrade", () => {
  const refusalOf = async (user: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?token=${tokenOf(user)}`);
    socket.on("error", () => undefined);
    const [, response] = await once(socket, "unexpected-response");
    return (response as { statusCode: number }).statusCode;
  };

  it("is refused if the user has too many", async () => {
    for (let number = 0; number < 3; number += 1) await join("ann");
    expect(await refusalOf("ann")).toBe(429);
    await join("bob");
  });

  it("is closed after a refusal even if its client never closes its end", async () => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.write("GET /ws?token=x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
    await once(socket, "data");
    await until(() => serverEnds[0]!.destroyed, "the server let go of it");
    socket.destroy();
  });

  it("is closed again if its session ended after the token was used", async () => {
    redeemed = async () => void (isAlive = async () => false);
    const { socket } = await join("ann");
    const [code, reason] = await once(socket, "close");
    expect([code, String(reason)]).toEqual([4001, "session ended"]);
    await until(() => hub.size() === 0, "the hub let go of it");
  });

  it("is closed again if its session cannot be checked", async () => {
    isAlive = async () => Promise.reject(new Error("the database is away"));
    const { socket } = await join("ann");
    expect((await once(socket, "close"))[0]).toBe(1011);
  });

  it("is refused if the token cannot be checked", async () => {
    expect(await refusalOf("broken")).toBe(503);
    expect(hub.size()).toBe(0);
  });

  it("is refused if the server began to close while the token was checked", async () => {
    redeemed = async () => void (isClosing = true);
    expect(await refusalOf("ann")).toBe(503);
    expect(hub.size()).toBe(0);
  });
});

// The library's own reader of frames, which its types leave out.
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Writable };

/** Returns the messages that a WebSocket client reads from these bytes. */
function receive(bytes: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const messages: string[] = [];
    const receiver = new Receiver({ isServer: false });
    receiver.on("message", (data: Buffer) => messages.push(String(data)));
    receiver.on("error", reject);
    receiver.on("finish", () => resolve(messages));
    receiver.end(bytes);
  });
}

describe("a text frame", () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
    "of %i bytes is read as it was written",
    async (length) => {
      const text = "x".repeat(length);
      expect(await receive(textFrame(text))).toEqual([text]);
    },
  );

  it.each([
    [125, 2],
    [126, 4],
    [65_535, 4],
    [65_536, 10],
  ])("of %i bytes has the shortest header, of %i", (length, header) => {
    expect(textFrame("x".repeat(length))).toHaveLength(header + length);
  });

  it("carries any text, and frames in a row stay apart", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme", maxLength: 300 }), { maxLength: 5 }),
        async (texts) => {
          expect(await receive(Buffer.concat(texts.map(textFrame)))).toEqual(
            texts.map((text) => text.toWellFormed()),
          );
        },
      ),
    );
  });
});

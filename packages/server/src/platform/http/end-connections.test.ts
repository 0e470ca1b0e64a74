import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { useApp } from "../../../testing/use-app.ts";

const scope = useApp();

async function connection(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

it.each([
  ["nothing was ever sent", ""],
  ["half a request was sent", "GET /healthz HTTP/1.1\r\nhost: x\r\n"],
  ["a request was answered and half of another sent", "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /he"],
])("the server ends although a connection is open on which %s", async (_, sent) => {
  const app = await scope.start();
  const socket = await connection(app.url);
  socket.resume();
  if (sent !== "") socket.write(sent);
  if (sent.includes("\r\n\r\n")) await once(socket, "data");
  // A second connection answered after the first shows that the server knows the first.
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  const closed = once(socket, "close");
  await app.close();
  await closed;
});

it("a running request is answered before the server ends", async () => {
  const app = await scope.start();
  const socket = await connection(app.url);
  const body = JSON.stringify({ email: "late@example.com", password: "a long password" });
  socket.write(
    `POST /api/auth/register HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  const closing = app.close();
  socket.write(body.slice(10));
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /);
  await once(socket, "close");
  await closing;
});

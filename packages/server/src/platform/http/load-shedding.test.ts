import { once } from "node:events";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it } from "vitest";
import { rawCall } from "../../../testing/raw-http.ts";
import { until } from "../../../testing/test-client.ts";
import { createLog } from "../telemetry/log.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { shedLoad, spreadReturns } from "./load-shedding.ts";
import { createHttp } from "./server.ts";

const MOST = 2;
const PATH = "/api/orders/7/sell";
/** The router reads this as the same path. */
const SAME_PATH = "/api/order%73/7/sell";

let http: FastifyInstance;
let url: string;
let isClosing: boolean;
let metrics: ReturnType<typeof createMetrics>;
let lines: Record<string, unknown>[];
/** The requests that the framework has looked at. */
let seen: string[];
/** The functions that each answer one waiting request. */
let waiting: (() => void)[];

beforeEach(async () => {
  isClosing = false;
  [lines, seen, waiting] = [[], [], []];
  metrics = createMetrics();
  const options = {
    log: createLog("debug", { write: (line) => void lines.push(JSON.parse(line)) }),
    metrics,
    publicUrl: new URL("https://veritick.example"),
    connectsTo: ["https://relay.example/path"],
    trustedProxies: [],
    isClosing: () => isClosing,
  };
  http = await createHttp(options);
  http.addHook("onRequest", (request, _reply, done) => {
    seen.push(request.url);
    done();
  });
  const route = {
    method: "POST",
    url: "/api/orders/:id/sell",
    handler: () => new Promise((resolve) => waiting.push(() => resolve({ ok: true }))),
  };
  shedLoad(http, options)(route, MOST);
  http.route(route);
  http.get("/api/orders/:id/sell", async () => ({ ok: true }));
  await http.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  waiting.forEach((answer) => answer());
  await http.close();
});

const send = (path = PATH, headers: Record<string, string> = {}, method = "POST") =>
  rawCall(url, method, path, {
    body: '{"a":1}',
    headers: { "content-type": "application/json", ...headers },
  });

/** Fills all places with requests. Resolves to a function that returns their statuses once they are answered. */
async function crowd(): Promise<() => Promise<number[]>> {
  const answers = Array.from({ length: MOST }, () => send());
  await until(() => waiting.length === MOST, "they wait");
  seen = [];
  return async () => (await Promise.all(answers)).map(({ status }) => status);
}

it.each([undefined, "fr-FR, en;q=0.5", "en", "de"])(
  "a crowd is refused before the framework, with the framework's answer (language %s)",
  async (language) => {
    const statuses = await crowd();
    const id = { "x-request-id": "given-by-a-proxy" };
    const headers = language === undefined ? id : { ...id, "accept-language": language };
    const [early, late] = [await send(PATH, headers), await send(SAME_PATH, headers)];
    expect(seen).toEqual([SAME_PATH]);
    expect(early.headers["retry-after"]).toBe("2");
    // The next client may try again a second later.
    expect(late.headers["retry-after"]).toMatch(/^[23]$/);
    for (const answer of [early, late])
      for (const name of ["date", "retry-after"]) delete answer.headers[name];
    expect(early).toEqual(late);
    expect(early).toMatchObject({
      status: 503,
      headers: {
        "x-request-id": "given-by-a-proxy",
        "strict-transport-security": "max-age=31536000; includeSubDomains",
        connection: "keep-alive",
      },
    });
    expect(early.headers["content-security-policy"]).toContain("connect-src 'self' https://relay.example");
    expect(JSON.parse(early.text).code).toBe("busy");

    const counted = await metrics.registry.metrics();
    expect(counted).toContain('veritick_refusals_total{route="/api/orders/:id/sell",code="busy"} 2');
    expect(counted).toMatch(/_duration_seconds_count{.*route="\/api\/orders\/:id\/sell",status="5xx"} 2/);
    for (const line of lines) for (const name of ["ms", "time"]) delete line[name];
    const [said, one, other] = lines;
    expect(said).toMatchObject({ level: "warn", route: "/api/orders/:id/sell" });
    expect(one).toMatchObject({ level: "debug", method: "POST", status: 503, refused: "busy" });
    expect(one).toEqual(other);

    waiting.forEach((answer) => answer());
    expect(await statuses()).toEqual([200, 200]);
    const next = send();
    await until(() => waiting.length === MOST + 1, "there is room again");
    waiting.at(-1)!();
    expect((await next).status).toBe(200);
  },
);

it("spreads the return of refused clients over 2 to 10 seconds", () => {
  const next = spreadReturns(100);
  const told = Array.from({ length: 3_000 }, () => next(0));
  const inSecond = (second: number) => told.filter((each) => each === second).length;
  expect([2, 3, 9].map(inSecond)).toEqual([50, 100, 100]);
  expect([Math.min(...told), Math.max(...told)]).toEqual([2, 10]);
  // Once the crowd has gone, the next refused client is the first again.
  expect([next(3_000), next(60_000)]).toEqual([7, 2]);
});

it("counts the crowd of each call by itself", async () => {
  await crowd();
  expect((await send(PATH, {}, "GET")).status).toBe(200);
  expect((await send("/api/orders/7/sell/")).status).toBe(404);
  expect((await send("/api/orders/7")).status).toBe(404);
  expect((await send(`${PATH}?a=1`)).status).toBe(503);
});

it("reports another reason for a refusal first", async () => {
  await crowd();
  const elsewhere = await send(PATH, { origin: "https://elsewhere.example" });
  expect([elsewhere.status, JSON.parse(elsewhere.text).code]).toEqual([403, "origin_refused"]);
  isClosing = true;
  const late = await send();
  expect([late.status, JSON.parse(late.text).code]).toEqual([503, "shutting_down"]);
});

it("keeps the connection of refused clients, whatever they sent", async () => {
  await crowd();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString()));
  const body = "x".repeat(30_000);
  const request = `POST ${PATH} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  socket.write(request + request);
  await until(() => received.match(/HTTP\/1.1 503 /g)?.length === 2, "both were refused");
  waiting.shift()!();
  socket.write(`POST ${PATH} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`);
  await until(() => waiting.length === MOST, "the next one was let in");
  socket.end();
  await once(socket, "close");
});

it("gives no place to requests that are sent by halves", async () => {
  const port = Number(new URL(url).port);
  const sockets = Array.from({ length: 2 * MOST }, () => connect(port, "127.0.0.1"));
  for (const socket of sockets) {
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
    );
  }
  await until(() => seen.length === 2 * MOST, "they are on their way");
  const statuses = await crowd();
  waiting.forEach((answer) => answer());
  expect(await statuses()).toEqual([200, 200]);
  for (const socket of sockets) socket.destroy();
});

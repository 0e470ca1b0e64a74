import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import type { Server, Socket } from "node:net";
import { isDescribed } from "@veritick/contract/endpoint.ts";
import { endpoints } from "@veritick/contract/endpoints/endpoints.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import { rawCall, withUnknownIds } from "../testing/raw-http.ts";
import { fundedClient, TestClient } from "../testing/test-client.ts";
import { useApp } from "../testing/use-app.ts";

const routes: { method: string; url: string }[] = [];
const servers: Server[] = [];
const watchRoutes = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance };
  servers.push(fastify.server);
  fastify.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
};
subscribe("fastify.initialization", watchRoutes);
afterAll(() => void unsubscribe("fastify.initialization", watchRoutes));

const scope = useApp();
const json = { "content-type": "application/json" };
const withBodies = endpoints.filter((endpoint) => isDescribed(endpoint.body));

describe("the routes", () => {
  it("are those of the contract, the probes and the API documentation, and no others", () => {
    const known = new Set(
      endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
    );
    const registered = routes
      .filter(({ method }) => method !== "HEAD")
      .map(({ method, url }) => `${method} ${url}`);
    expect([...known].filter((route) => !registered.includes(route))).toEqual([]);
    const others = registered.filter((route) => !known.has(route));
    expect(others.filter((route) => route.includes("/api") || !route.startsWith("GET "))).toEqual([
      "GET /api/openapi.json",
      "GET /api/docs",
      "GET /api/docs/start.js",
      "GET /api/docs/assets/*",
    ]);
    expect(others).toEqual(expect.arrayContaining(["GET /healthz", "GET /readyz", "GET /metrics"]));
  });
});

describe.each(withBodies.map(({ method, path }) => [method, path]))(
  "a body that %s %s cannot read",
  (method, path) => {
    const send = async (body: string | Buffer, headers: Record<string, string>) => {
      const answer = await rawCall(scope.app.url, method, withUnknownIds(path), { body, headers });
      return { status: answer.status, code: JSON.parse(answer.text).code as string };
    };

    it("is refused with another type than JSON, and without one", async () => {
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "x",
      ]) {
        expect(await send("{}", { "content-type": type })).toEqual({ status: 415, code: "not_json" });
      }
      expect(await send("{}", {})).toEqual({ status: 415, code: "not_json" });
    });

    it("is refused when malformed", async () => {
      for (const body of ["{", "{'a':1}", "undefined", "NaN", '{"a":1}x', "\u0000", '"\u0001"']) {
        expect(await send(body, json), body).toEqual({ status: 400, code: "body_invalid" });
      }
    });

    it("is refused above 64 KiB", async () => {
      const body = JSON.stringify({ amount: "1".repeat(64 * 1024) });
      expect(await send(body, json)).toEqual({ status: 413, code: "body_too_large" });
    });
  },
);

describe("a path that does not exist", () => {
  it.each([
    ["GET", "/api"],
    ["GET", "/api/"],
    ["GET", "/api/nothing"],
    ["GET", "/api/auth/me/"],
    ["GET", "/api/docs/assets/package.json"],
    ["PUT", "/api/auth/me"],
    ["DELETE", "/api/trading/positions"],
    ["OPTIONS", "/api/auth/login"],
    ["PATCH", "/healthz"],
    ["GET", "/api/admin"],
    ["GET", "/api/admin/nothing"],
    ["DELETE", "/api/withdrawals/00000000-0000-7000-8000-000000000000"],
    ["GET", "/api/payments/callbacks/sandbox"],
    ["POST", "/api/payments/callbacks"],
    ["POST", "/"],
    ["GET", "/assets/of-an-earlier-build.js"],
  ])("%s %s answers 404 in JSON", async (method, path) => {
    const answer = await rawCall(scope.app.url, method, path);
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(JSON.parse(answer.text)).toEqual({ message: "Not found.", code: "not_found" });
  });

  it.each([
    "/.git/config",
    "/.env",
    "/package.json",
    "/../package.json",
    "/%2e%2e/package.json",
    "/assets/..%2f..%2fpackage.json",
    "/packages/server/src/main.ts",
    "/.data/secrets.json",
    "/assets",
    "/assets/",
  ])("is no file of the source, and no list of files: %s", async (path) => {
    const page = await rawCall(scope.app.url, "GET", "/");
    const answer = await rawCall(scope.app.url, "GET", path);
    if (answer.status === 200) expect(answer.text).toBe(page.text);
    else expect(["not_found", "body_invalid"]).toContain(JSON.parse(answer.text).code);
  });

  it.each(["/api/%ff", "/api/%", "/api/trading/positions/%c3%28", "/api/docs/assets/../package.json"])(
    "a path that leads nowhere (%s) answers JSON",
    async (path) => {
      const answer = await rawCall(scope.app.url, "GET", path);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text).code).toBe("body_invalid");
    },
  );

  it.each([
    ["no HTTP", "HELLO\r\n\r\n", 400, "body_invalid"],
    [
      "headers without end",
      `GET /api/settings HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(40_000)}\r\n\r\n`,
      431,
      "body_too_large",
    ],
    [
      "two lengths",
      "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
      "body_invalid",
    ],
  ])("a request that is %s answers JSON", async (_name, bytes, status, code) => {
    const { port } = new URL(scope.app.url);
    const socket = connect(Number(port), "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => (text += chunk));
    socket.on("error", () => undefined);
    socket.write(bytes);
    await once(socket, "close");
    expect(text.split("\r\n")[0]).toContain(` ${status} `);
    expect(JSON.parse(text.split("\r\n\r\n")[1]!)).toMatchObject({ code, message: expect.any(String) });
  });
});

describe("every answer", () => {
  it("carries the policies that browsers enforce, over https also the one to stay there", async () => {
    const secure = await scope.start({ environment: { PUBLIC_URL: "https://veritick.example" } });
    for (const path of ["/", "/api/prices", "/api/auth/me", "/api/nothing"]) {
      const { headers } = await rawCall(secure.url, "GET", path);
      const policy = String(headers["content-security-policy"]);
      for (const part of [
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "connect-src 'self'",
      ])
        expect(policy, path).toContain(part);
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "permissions-policy": expect.stringContaining("camera=(), display-capture=(), geolocation=()"),
        "strict-transport-security": "max-age=31536000; includeSubDomains",
      });
    }
  });
});

describe("an answer that no route makes", () => {
  const UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
  const POLICIES = ["content-security-policy", "permissions-policy", "x-content-type-options"];

  /** Sends bytes on a connection of their own, and returns the status and the policies of the answer. */
  async function answerTo(bytes: string, meanwhile = async () => {}) {
    const socket = connect(Number(new URL(scope.app.url).port), "127.0.0.1");
    let text = "";
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      text += chunk;
      socket.end();
    });
    await once(socket, "connect");
    socket.write(bytes);
    await meanwhile();
    await once(socket, "close");
    const [first, ...lines] = text.split("\r\n\r\n")[0]!.split("\r\n");
    const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(/: (.*)/)));
    return { status: Number(first!.split(" ")[1]), headers };
  }

  it.each([
    ["no HTTP", "HELLO\r\n\r\n", 400],
    ["too large headers", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(40_000)}\r\n\r\n`, 431],
    ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
    ["an expectation", "GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n", 417],
    ["a path that cannot be read", "GET /api/%ff HTTP/1.1\r\nHost: x\r\n\r\n", 400],
    ["a method that nobody knows", "PROPFIND /api/settings HTTP/1.1\r\nHost: x\r\n\r\n", 404],
    ["an upgrade elsewhere", `GET /api HTTP/1.1\r\nHost: x\r\n${UPGRADE}\r\n`, 404],
    ["an upgrade without token", `GET /ws HTTP/1.1\r\nHost: x\r\n${UPGRADE}\r\n`, 401],
    ["a stranger's upgrade", `GET /ws HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\n${UPGRADE}\r\n`, 403],
  ])("carries the policies, as every other: to %s", async (_what, bytes, status) => {
    const usual = (await rawCall(scope.app.url, "GET", "/api/settings")).headers;
    const answer = await answerTo(bytes);
    expect(answer.status).toBe(status);
    for (const policy of POLICIES) {
      expect(usual[policy]).toBeTruthy();
      expect(answer.headers[policy]).toBe(usual[policy]);
    }
  });

  it("carries the policies to a request that takes too long", async () => {
    const broken = new Promise<Socket>((resolve) => servers.at(0)!.once("connection", resolve));
    const late = Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    const answer = await answerTo("GET / HTTP/1.1\r\n", async () => {
      servers.at(0)!.emit("clientError", late, await broken);
    });
    expect(answer.status).toBe(408);
    for (const policy of POLICIES) expect(answer.headers[policy]).toBeTruthy();
  });
});

describe("the page of the API", () => {
  it("has the policies of every page, except that it styles itself", async () => {
    const policyOf = async (path: string) =>
      String((await rawCall(scope.app.url, "GET", path)).headers["content-security-policy"]).split(";");
    const own = await policyOf("/api/docs");
    const usual = await policyOf("/api/settings");
    expect(own.filter((part) => !usual.includes(part))).toEqual(["style-src 'self' 'unsafe-inline'"]);
    expect(usual.filter((part) => !own.includes(part))).toEqual(["style-src 'self'"]);
    for (const part of ["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      expect(own).toContain(part);
  });
});

describe("a list that has not changed", () => {
  it.each(["/api/trading/positions", "/api/deposits"])("%s costs a 304", async (path) => {
    const client = await fundedClient(scope.app, "50");
    const open = () => client.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
    await open();
    const first = await client.get(path);
    const tag = first.headers.get("etag")!;
    expect(first.body).toHaveLength(1);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const again = await client.get(path, { "if-none-match": tag });
    expect(again).toMatchObject({ status: 304, body: "" });
    expect(again.headers.get("etag")).toBe(tag);

    await (path === "/api/deposits" ? client.post(path, { amount: 15 }) : open());
    const changed = await client.get(path, { "if-none-match": tag });
    expect(changed.status).toBe(200);
    expect(changed.body).toHaveLength(2);
  });

  it("is never the answer to a refusal or an order", async () => {
    const tagOf = (text: string) => `"${createHash("sha1").update(text).digest("base64")}"`;
    const refused = await rawCall(scope.app.url, "GET", "/api/auth/me");
    const headers = { "if-none-match": tagOf(refused.text) };
    expect((await rawCall(scope.app.url, "GET", "/api/auth/me", { headers })).status).toBe(401);
    const out = await rawCall(scope.app.url, "POST", "/api/auth/logout");
    const repeated = await rawCall(scope.app.url, "POST", "/api/auth/logout", {
      headers: { "if-none-match": tagOf(out.text) },
    });
    expect(repeated.status).toBe(200);
  });
});

describe("the limit of calls", () => {
  it("is each session's own, answers 429 with Retry-After and refills with time", async () => {
    const app = await scope.start({ environment: { LIMIT_CALLS_PER_SECOND: "2", LIMIT_CALL_BURST: "5" } });
    const [one, other] = [new TestClient(app.url), new TestClient(app.url)];
    await one.register();
    await other.register();
    const statuses = async (client: TestClient, count: number) => {
      const found: number[] = [];
      for (let call = 0; call < count; call += 1) found.push((await client.get("/api/auth/me")).status);
      return found;
    };
    // The first call of a session counts against the address, because the server does not know the session yet.
    expect(await statuses(one, 7)).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const refused = await one.get("/api/auth/me");
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(refused.body.code).toBe("too_many_requests");
    expect(await statuses(other, 6)).not.toContain(429);
    app.clock.advance(1);
    expect(await statuses(one, 3)).toEqual([200, 200, 429]);
  });

  it("holds for all sessions of a user together", async () => {
    const app = await scope.start({ environment: { LIMIT_CALLS_PER_SECOND: "1", LIMIT_CALL_BURST: "10" } });
    const first = new TestClient(app.url);
    const { email } = await first.register();
    const sessions = [first];
    for (let n = 0; n < 4; n += 1) {
      const session = new TestClient(app.url);
      expect((await session.post("/api/auth/login", { email, password: "secret-1" })).status).toBe(200);
      sessions.push(session);
    }
    const statuses: number[] = [];
    for (let call = 0; call < 10; call += 1) {
      for (const session of sessions) statuses.push((await session.get("/api/auth/me")).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual(Array(30).fill(429));
    const other = new TestClient(app.url);
    await other.register();
    expect((await other.get("/api/auth/me")).status).toBe(200);
  });

  it("lets one user hold four connections of the database at most", async () => {
    const app = await scope.start();
    const client = new TestClient(app.url);
    await client.register();
    const { database } = app;
    const query = database.query.bind(database) as (...parameters: unknown[]) => Promise<unknown>;
    let [running, most] = [0, 0];
    database.query = (async (...parameters: unknown[]) => {
      if (typeof parameters[0] !== "string" || !parameters[0].includes("ledger_entries"))
        return query(...parameters);
      most = Math.max(most, (running += 1));
      return query(...parameters).finally(() => (running -= 1));
    }) as unknown as typeof database.query;
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.get("/api/statement")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(most).toBeLessThanOrEqual(4);
  });

  it("is shared by all callers of an address without a session", async () => {
    const app = await scope.start({ environment: { LIMIT_CALLS_PER_SECOND: "1", LIMIT_CALL_BURST: "2" } });
    const statuses: number[] = [];
    for (let call = 0; call < 10; call += 1) {
      const client = new TestClient(app.url);
      client.cookie = `session=invented-${call}`;
      statuses.push((await client.get("/api/settings")).status);
    }
    expect(statuses).toEqual([...Array(8).fill(200), 429, 429]);
  });
});

describe("a server that is closing", () => {
  it("refuses orders with 503 in our own words", async () => {
    const app = await scope.start();
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
    await once(socket, "connect");
    let text = "";
    socket.on("data", (chunk) => (text += chunk));
    // A connection with a request under way stays open while the others are closed.
    socket.write("POST /api/auth/logout HTTP/1.1\r\nHost: x\r\n");
    await (await fetch(`${app.url}/healthz`)).text();
    const closing = app.close();
    socket.write("\r\n");
    await once(socket, "close");
    expect(text.split("\r\n")[0]).toBe("HTTP/1.1 503 Service Unavailable");
    expect(text.toLowerCase()).toContain("retry-after: 5");
    expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4))).toEqual({
      message: "The server is restarting. Try again in a moment.",
      code: "shutting_down",
    });
    await closing;
  });
});

import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { paymentCallback } from "@veritick/contract/schemas/payments.ts";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rawCall } from "../../../testing/raw-http.ts";
import { until } from "../../../testing/test-client.ts";
import { createLog } from "../telemetry/log.ts";
import { refuse } from "../refusal.ts";
import { bindRaw } from "./bind-raw.ts";
import type { RawHandler } from "./bind-raw.ts";
import { createHttp } from "./server.ts";

const PATH = "/api/payments/callbacks/vendor";
let http: FastifyInstance;
let url: string;
let handler: RawHandler;
let heard: { params: object; body: Buffer }[];
let failedAt: string[];
let mayFail: boolean;

beforeEach(async () => {
  failedAt = [];
  mayFail = true;
  heard = [];
  handler = async ({ params, body }) => {
    heard.push({ params, body });
    return undefined;
  };
  http = await createHttp({
    log: createLog("silent"),
    publicUrl: new URL("https://veritick.example"),
    trustedProxies: [],
    isClosing: () => false,
  });
  const fail = (place: string) => {
    failedAt.push(place);
    return mayFail;
  };
  bindRaw(http, fail, paymentCallback, (call) => handler(call));
  await http.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
});
afterEach(() => http.close());

const send = (body: string | Buffer, headers: Record<string, string> = {}, path = PATH) =>
  rawCall(url, "POST", path, { body, headers });

describe("a raw call", () => {
  it.each([
    ["application/json", "not json at all"],
    ["text/plain; charset=latin1", "é"],
    ["application/x-www-form-urlencoded", "a=1"],
    ["multipart/form-data", "x"],
    ["complete nonsense", "x"],
    ["", "x"],
  ])("gets the exact bytes with any content type: %s", async (type, text) => {
    const body = Buffer.from(text, "latin1");
    const answer = await send(body, type === "" ? {} : { "content-type": type });
    expect(answer).toMatchObject({ status: 200, text: '{"ok":true}' });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(heard).toMatchObject([{ params: { provider: "vendor" } }]);
    expect(heard[0]!.body.equals(body)).toBe(true);
  });

  it("may be empty", async () => {
    expect((await send("")).status).toBe(200);
    expect((await send("", { "content-type": "application/json" })).status).toBe(200);
    expect(heard.map(({ body }) => body.length)).toEqual([0, 0]);
  });

  it("is refused in the platform's form, with the handler's code", async () => {
    handler = async () => refuse("callback_refused");
    const answer = await send("x");
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text)).toMatchObject({ code: "callback_refused" });
  });

  it("is answered 500 without details if it fails", async () => {
    handler = async () => {
      throw new Error("the secret is 17");
    };
    const answer = await send("x");
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("17");
  });

  it("to a path that names no provider is not found", async () => {
    for (const name of ["Vendor", "a.b", "x".repeat(21), "%00"]) {
      expect((await send("x", {}, `/api/payments/callbacks/${name}`)).status).toBe(404);
    }
    expect(heard).toEqual([]);
  });

  it("needs no Origin, and another website may not make it", async () => {
    expect((await send("x")).status).toBe(200);
    expect((await send("x", { origin: "https://evil.example" })).status).toBe(403);
    expect((await send("x", { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect(heard).toHaveLength(1);
  });
});

describe("its limits", () => {
  it("are 8 KiB, with or without a Content-Length", async () => {
    expect((await send(Buffer.alloc(8_192, 1))).status).toBe(200);
    expect((await send(Buffer.alloc(8_193, 1))).status).toBe(413);
    expect((await send(Buffer.alloc(2_000_000, 1))).status).toBe(413);
    const chunked = request(`${url}${PATH}`, { method: "POST", headers: { "transfer-encoding": "chunked" } });
    chunked.on("error", () => {});
    const answered = once(chunked, "response") as Promise<[{ statusCode: number }]>;
    for (let part = 0; part < 4; part += 1) chunked.write(Buffer.alloc(3_000, 1));
    chunked.end();
    expect((await answered)[0].statusCode).toBe(413);
    expect(heard).toHaveLength(1);
  });

  it("count a wrong signature for its address, and nothing else", async () => {
    for (const refused of ["callback_refused", "callback_invalid", "not_found"] as const) {
      handler = async () => refuse(refused);
      await send("x");
    }
    handler = async () => undefined;
    await send("x");
    expect(failedAt).toEqual(["127.0.0.1"]);

    mayFail = false;
    expect((await send("x")).status).toBe(200);
    handler = async () => refuse("callback_refused");
    const answer = await send("x");
    expect([answer.status, answer.headers["retry-after"]]).toEqual([429, "60"]);
  });

  it("are 64 at once: further calls get Retry-After until one is done", async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
    let entered = 0;
    handler = () => {
      entered += 1;
      return gate;
    };
    const held = Array.from({ length: 64 }, () => fetch(`${url}${PATH}`, { method: "POST", body: "x" }));
    await until(() => entered === 64, "64 were under way");
    const refused = await Promise.all([send("x"), send("x")]);
    expect(refused.map(({ status, headers }) => [status, headers["retry-after"]])).toEqual([
      [429, "5"],
      [429, "5"],
    ]);
    open(undefined);
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(64).fill(200));
    expect((await send("x")).status).toBe(200);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import Fastify from "fastify";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionCookie } from "./headers.ts";
import { webApp } from "./web-app.ts";

const PAGE = '<!doctype html><meta property="og:image" content="/social.png" /><title>Veritick</title>';

let root: string;
let http: FastifyInstance;
let elsewhere: FastifyInstance;

async function serve(publicUrl?: URL): Promise<FastifyInstance> {
  const served = Fastify();
  await webApp(served, { root, cookie: sessionCookie(publicUrl !== undefined), publicUrl });
  return served;
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "veritick-web-app-"));
  mkdirSync(join(root, "assets"));
  writeFileSync(join(root, "index.html"), PAGE);
  writeFileSync(join(root, "sw.js"), "self;");
  writeFileSync(join(root, "robots.txt"), "User-agent: *\n");
  writeFileSync(join(root, "assets/main-abc.js"), "export {};");
  writeFileSync(join(root, "assets/main-abc.js.gz"), gzipSync("export {};"));
  writeFileSync(join(root, "assets/removed-later.js"), "export {};");
  http = await serve();
  elsewhere = await serve(new URL("https://veritick.example"));
});

afterAll(async () => {
  await http.close();
  await elsewhere.close();
  rmSync(root, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers });

describe("the page", () => {
  it.each(["/", "/dashboard", "/profile?x=1", "/positions/1", "/nothing"])(
    "answers at %s and is asked for each time",
    async (path) => {
      const answer = await get(path);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.headers["cache-control"]).toBe("no-cache");
      expect(answer.body).toBe(PAGE);
    },
  );

  it("is not sent again to a client that has it", async () => {
    const etag = String((await get("/")).headers.etag);
    const again = await get("/", { "if-none-match": `W/"x", ${etag}` });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
    expect((await get("/", { "if-none-match": '"another"' })).statusCode).toBe(200);
  });

  it("is compressed for clients that accept that", async () => {
    const zipped = await get("/", { "accept-encoding": "gzip, deflate" });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(zipped.headers.vary).toBe("accept-encoding");
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(PAGE);
    expect((await get("/", { "accept-encoding": "br;q=0, gzip;q=0.5" })).headers["content-encoding"]).toBe(
      "gzip",
    );
    expect((await get("/", { "accept-encoding": "gzip, deflate, br" })).headers["content-encoding"]).toBe(
      "br",
    );
    expect((await get("/")).headers["content-encoding"]).toBeUndefined();
  });

  it("names its preview image by its full address if PUBLIC_URL is set", async () => {
    expect((await elsewhere.inject("/")).body).toContain(
      '<meta property="og:image" content="https://veritick.example/social.png" />',
    );
  });
});

describe("the hint that a session cookie is there", () => {
  it("comes once with a page that is requested with one, even with a 304", async () => {
    const etag = String((await get("/")).headers.etag);
    for (const headers of [{}, { "if-none-match": etag }]) {
      const answer = await get("/", { ...headers, cookie: "session=abc" });
      expect(answer.headers["set-cookie"]).toBe("session_hint=1; Max-Age=31536000; Path=/; SameSite=Lax");
    }
    const known = await get("/", { cookie: "session_hint=1; session=abc" });
    expect(known.headers["set-cookie"]).toBeUndefined();
  });

  it("is removed with the session cookie, and not sent to visitors", async () => {
    const gone = await get("/dashboard", { cookie: "a=b; session_hint=1" });
    expect(gone.headers["set-cookie"]).toBe("session_hint=; Max-Age=0; Path=/; SameSite=Lax");
    expect((await get("/")).headers["set-cookie"]).toBeUndefined();
  });

  it("follows the __Host- cookie over https", async () => {
    const ask = (cookie: string) => elsewhere.inject({ url: "/", headers: { cookie } });
    expect((await ask("session=planted")).headers["set-cookie"]).toBeUndefined();
    expect((await ask("__Host-session=own")).headers["set-cookie"]).toBe(
      "session_hint=1; Max-Age=31536000; Path=/; SameSite=Lax; Secure",
    );
  });
});

describe("the files", () => {
  it("are cached for good if their name has a hash, and revalidated otherwise", async () => {
    expect((await get("/assets/main-abc.js")).headers["cache-control"]).toBe(
      "public, max-age=31536000, immutable",
    );
    for (const path of ["/sw.js", "/robots.txt"]) {
      const answer = await get(path);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["cache-control"]).toBe("no-cache");
    }
  });

  it("have their type, are compressed where possible, and are sent to each client once", async () => {
    const path = "/assets/main-abc.js";
    const plain = await get(path);
    expect(plain.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(plain.body).toBe("export {};");
    const zipped = await get(path, { "accept-encoding": "gzip, br" });
    expect(zipped.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    expect(gunzipSync(zipped.rawPayload).toString()).toBe("export {};");
    const again = await get(path, { "if-none-match": String(plain.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect((await http.inject({ method: "HEAD", url: path })).statusCode).toBe(200);
    expect((await get("/assets/main-abc.js.gz")).statusCode).toBe(404);
  });

  it("of an earlier build answer 404", async () => {
    rmSync(join(root, "assets/removed-later.js"));
    for (const path of [
      "/assets/main-old.js",
      "/assets/removed-later.js",
      "/.well-known/none",
      "/log/1/checkpoint",
    ]) {
      const answer = await get(path);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers["content-type"]).toContain("application/json");
    }
  });
});

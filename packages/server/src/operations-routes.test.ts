import { describe, expect, it } from "vitest";
import { useApp } from "../testing/use-app.ts";

const scope = useApp();
const ask = (path: string, headers: Record<string, string> = {}, url = scope.app.url) =>
  fetch(url + path, { headers });

describe("what machines ask", () => {
  it("is whether the process is up and can serve", async () => {
    expect(await (await ask("/healthz")).json()).toEqual({ status: "up" });
    const ready = await ask("/readyz");
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ status: "ready", problems: [], clockSkewMs: expect.any(Number) });
  });

  it("is the metrics, from this machine itself and not through a proxy on it", async () => {
    const own = await ask("/metrics");
    expect(own.status).toBe(200);
    expect(await own.text()).toContain("# TYPE veritick_sockets gauge");
    for (const forwarded of [{ "x-forwarded-for": "203.0.113.9" }, { forwarded: "for=203.0.113.9" }]) {
      expect((await ask("/metrics", forwarded)).status).toBe(404);
    }
  });

  it("is the metrics, from elsewhere with the token and without it not at all", async () => {
    const app = await scope.start({ environment: { METRICS_TOKEN: "let me read" } });
    const through = (authorization: string) =>
      ask("/metrics", { "x-forwarded-for": "203.0.113.9", authorization }, app.url);
    expect((await through("Bearer let me read")).status).toBe(200);
    for (const wrong of ["Bearer let me", "Bearer let me read it", "let me read", "Basic let me read", ""]) {
      expect((await through(wrong)).status).toBe(404);
    }
  });
});

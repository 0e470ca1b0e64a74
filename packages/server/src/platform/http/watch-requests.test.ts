import { describe, expect, it } from "vitest";
import { useApp } from "../../../testing/use-app.ts";
import { createLog } from "../telemetry/log.ts";

const lines: Record<string, unknown>[] = [];
const log = createLog("debug", { write: (line) => void lines.push(JSON.parse(line)) });
const scope = useApp({}, { log });
const ask = (path: string, headers: Record<string, string> = {}) => fetch(scope.app.url + path, { headers });
const said = (id: string | null) => lines.filter(({ requestId }) => requestId === id);

describe("a request", () => {
  it("has an id in its answer and its log line, whatever its outcome", async () => {
    for (const path of ["/api/prices", "/api/auth/me", "/api/nothing", "/", "/api/prices?from=x"]) {
      const id = (await ask(path)).headers.get("x-request-id");
      expect(id, path).toMatch(/^[0-9a-f]{8}-/);
      await expect.poll(() => said(id), { message: path }).toHaveLength(1);
      expect(Object.keys(said(id)[0]!)).not.toContain("url");
    }
    // What cannot even be understood gets one as well, for whoever asks about it.
    expect((await ask("/api/%zz")).headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}-/);
  });

  it("keeps the id that a proxy gave it, unless it is unsafe in a log", async () => {
    const idOf = async (given: string) =>
      (await ask("/healthz", { "x-request-id": given })).headers.get("x-request-id");
    expect(await idOf("req-0a1b2c3d.7")).toBe("req-0a1b2c3d.7");
    for (const given of [
      "short",
      "x".repeat(65),
      "with space in it",
      '{"json":1}',
      "-starts-wrong",
      "é".repeat(10),
    ]) {
      expect(await idOf(given)).not.toBe(given);
    }
  });

  it("is logged at debug level, at a higher level if the server failed, and not for probes", async () => {
    const refused = (await ask("/api/auth/me")).headers.get("x-request-id");
    await expect
      .poll(() => said(refused))
      .toMatchObject([{ level: "debug", status: 401, refused: "not_signed_in" }]);

    await scope.app.database.query("alter table liability_statements rename to mislaid");
    const failed = (await ask("/api/fairness/liabilities?secret=17")).headers.get("x-request-id");
    await scope.app.database.query("alter table mislaid rename to liability_statements");
    await expect.poll(() => said(failed).map(({ level }) => level)).toEqual(["error", "info"]);
    expect(said(failed)[1]).toMatchObject({
      route: "/api/fairness/liabilities",
      method: "GET",
      status: 500,
      msg: "answered",
    });

    const asked = await Promise.all(["/healthz", "/readyz", "/metrics"].map((path) => ask(path)));
    await ask("/api/prices").then((answer) =>
      expect.poll(() => said(answer.headers.get("x-request-id"))).toHaveLength(1),
    );
    for (const { headers } of asked) expect(said(headers.get("x-request-id"))).toEqual([]);
    expect(JSON.stringify(lines)).not.toContain("secret=17");
  });
});

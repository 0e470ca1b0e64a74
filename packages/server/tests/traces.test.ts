import { afterAll, describe, expect, it } from "vitest";
import { seedPeople } from "../testing/people.ts";
import { startSpanCollector } from "../testing/span-collector.ts";
import type { CollectedSpan } from "../testing/span-collector.ts";
import { useApp } from "../testing/use-app.ts";
import { createLog } from "../src/platform/telemetry/log.ts";
import { isTracing } from "../src/platform/telemetry/tracing.ts";

const collector = await startSpanCollector();
afterAll(() => collector.close());
const lines: Record<string, unknown>[] = [];
const log = createLog("trace", { write: (line) => void lines.push(JSON.parse(line)) });
const environment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
  OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=a%20key",
  OTEL_SERVICE_NAME: "veritick-test",
};
const scope = useApp(environment, { log });

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";
const ORDER = { type: "buy", amount: "17.53", duration: 1 };

/** Returns the names of a span's descendants as a tree. */
function tree(span: CollectedSpan): Record<string, unknown> {
  const inner = collector.spans.filter(({ parentSpanId }) => parentSpanId === span.spanId);
  return Object.fromEntries(inner.map((one) => [one.name, tree(one)]));
}
const named = (name: string) => collector.spans.filter((span) => span.name === name);
const attribute = (span: CollectedSpan, name: string) => {
  const value = span.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

describe("traces", () => {
  it("show a position from the call to its settlement, and nothing about its owner", async () => {
    const people = await seedPeople(scope.app, 3, "1000");
    const traceparent = `00-${TRACE_ID}-${CALLER}-00`;
    const [first] = people;
    const key = { "idempotency-key": "once", traceparent, "x-request-id": "from-the-proxy-1" };
    const opened = await first!.post("/api/trading/positions", ORDER, key);
    expect(opened.status).toBe(201);
    // Orders that share a statement link to it.
    await Promise.all(people.map((one) => one.post("/api/trading/positions", ORDER)));
    expect((await first!.get("/api/deposits?limit=no")).status).toBe(400);
    await first!.post("/api/deposits", { amount: "20" });
    await scope.app.database.query("alter table deposit_transactions rename to mislaid");
    expect((await first!.get("/api/deposits")).status).toBe(500);
    await scope.app.database.query("alter table mislaid rename to deposit_transactions");
    scope.app.clock.jump(61);
    await scope.settled();
    expect((await first!.get("/")).status).toBeLessThan(500);
    await fetch(`${scope.app.url}/readyz`);
    await scope.app.close();
    expect(isTracing()).toBe(false);

    const [order] = named("POST /api/trading/positions");
    expect(order).toMatchObject({ traceId: TRACE_ID, parentSpanId: CALLER, kind: 2 });
    expect(attribute(order!, "http.response.status_code")).toBe(201);
    expect(attribute(order!, "veritick.request_id")).toBe("from-the-proxy-1");
    expect(tree(order!)["open positions"]).toEqual({ open_positions: {} });

    const batches = named("open positions").map((span) => attribute(span, "veritick.batch"));
    expect(batches.reduce((sum: number, size) => sum + Number(size), 0)).toBe(4);
    const links = named("open positions").flatMap((span) => span.links ?? []);
    expect(links).toHaveLength(4 - batches.length);

    const settled = named("settle positions");
    expect(settled.map(tree)).toContainEqual({ settle_positions: {} });
    expect(settled.every(({ parentSpanId }) => (parentSpanId ?? "") === "")).toBe(true);
    // A statement without a name of its own is named by its action.
    expect(tree(named("POST /api/deposits")[0]!)).toMatchObject({
      transaction: { begin: {}, "update deposit_transactions": {}, commit: {} },
      "insert sandbox_books": {},
    });

    const [refused, failed] = named("GET /api/deposits");
    expect(attribute(refused!, "veritick.refused")).toBe("page_invalid");
    expect(failed!.status.code).toBe(2);
    // Pages, machines' requests and the work of every second make no spans.
    const roots = collector.spans.filter((span) => (span.parentSpanId ?? "") === "");
    expect(
      roots
        .map(({ name }) => name)
        .filter((name) => !/^(GET|POST) \/api\/|^settle positions$|callback$/.test(name)),
    ).toEqual([]);

    const sent = collector.bodies.join("\n");
    expect(sent).toContain("veritick-test");
    expect(collector.headers[0]!["x-collector-key"]).toBe("a key");
    const cookies = people.map(({ cookie }) => cookie.split("=")[1]!);
    const ids = people.flatMap(({ user }) => [user.id, user.email]);
    for (const secret of ["17.53", opened.body.id, opened.body.barrierPrice, "once", ...cookies, ...ids]) {
      expect(sent).not.toContain(secret);
    }
    expect(lines).toContainEqual(
      expect.objectContaining({ requestId: "from-the-proxy-1", traceId: TRACE_ID, status: 201 }),
    );
  });

  it("do not delay anything, not even the shutdown, if no collector answers; the log says so", async () => {
    collector.close();
    lines.length = 0;
    const app = await scope.start({ environment, log });
    const [person] = await seedPeople(app, 1, "1000");
    for (let count = 0; count < 20; count += 1) {
      expect((await person!.post("/api/trading/positions", ORDER)).status).toBe(201);
    }
    const started = performance.now();
    await app.close();
    expect(performance.now() - started).toBeLessThan(6_000);
    await expect
      .poll(() => lines.filter(({ msg }) => /traces/.test(String(msg))), { timeout: 8_000 })
      .toHaveLength(1);
  });
});

import promises from "node:dns/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { connect, createServer as createTcpServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { useNameServer } from "../../testing/name-server.ts";
import { withClient } from "./db/database.ts";
import { isPublicAddress, NotPostedError, postOutside } from "./http/post-outside.ts";
import { lookUpOffThreads, resolveHost } from "./resolve-host.ts";

/** More than the limit of two seconds, less than the four of the settings' names. */
const LATE_MS = 3_500;
const asking = { limitMs: 2_000, asksSystem: false };

async function tookMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
const codeOf = (failing: Promise<unknown>) =>
  failing.then(
    () => "found",
    (error: unknown) => (error as NodeJS.ErrnoException).code,
  );

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it("finds a host by the hosts file first, then by the name server, in whatever letters", async () => {
  const { asked } = await useNameServer({ "shop.example": "192.0.2.7" });
  expect(await resolveHost("Shop.Example.", asking)).toEqual([{ address: "192.0.2.7", family: 4 }]);
  const here = await resolveHost("localhost", asking);
  expect(here).toContainEqual({ address: "127.0.0.1", family: 4 });
  expect(await resolveHost("192.0.2.8", asking)).toEqual([{ address: "192.0.2.8", family: 4 }]);
  expect(new Set(asked)).toEqual(new Set(["shop.example"]));
});

it("gives a name up after its limit, and at once if the caller does", async () => {
  await useNameServer({});
  const slow = tookMs(async () =>
    expect(await codeOf(resolveHost("a.hangs.example", asking))).toBe("ETIMEDOUT"),
  );
  const giving = new AbortController();
  const given = tookMs(() => codeOf(resolveHost("b.hangs.example", { ...asking, signal: giving.signal })));
  giving.abort();
  expect(await given).toBeLessThan(asking.limitMs);
  expect(await slow).toBeLessThan(LATE_MS);
});

it("asks the system only for a name that the name server does not know, only if it may, and once at a time", async () => {
  await useNameServer({ "shop.example": "192.0.2.7" });
  const inside = { address: "10.0.0.9", family: 4 };
  const system = vi.spyOn(promises, "lookup").mockResolvedValue([inside] as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    system.mockRestore();
    syncBuiltinESMExports();
  });
  const may = { ...asking, asksSystem: true };
  expect(await codeOf(resolveHost("database", asking))).toBe("ENOTFOUND");
  await resolveHost("shop.example", may);
  expect(await codeOf(resolveHost("a.hangs.example", { ...may, limitMs: 200 }))).toBe("ETIMEDOUT");
  expect(system).not.toHaveBeenCalled();
  const found = Array.from({ length: 5 }, () => resolveHost("database", may));
  expect(await Promise.all(found)).toEqual(found.map(() => [inside]));
  expect(system).toHaveBeenCalledOnce();
});

it("connects to the provider and the database while many names hang", async () => {
  await useNameServer({ "vendor.example": "127.0.0.1", "database.example": "127.0.0.1" });
  onTestFinished(lookUpOffThreads());
  const site = await portOf(
    createServer((_request, response) => void response.setHeader("connection", "close").end("here")),
  );
  const postgres = inject("postgres");
  const database = await portOf(
    createTcpServer((client) => {
      client.pipe(connect(`${postgres.host}/.s.PGSQL.${postgres.port}`)).pipe(client);
    }),
  );
  const hanging = Array.from({ length: 20 }, (_, n) =>
    fetch(`http://n${n}.hangs.example/`, { signal: AbortSignal.timeout(5_000) }).catch(() => "hung"),
  );
  const took = await tookMs(async () => {
    expect(await (await fetch(`http://vendor.example:${site}/`)).text()).toBe("here");
    const place = { ...postgres, host: "database.example", port: database, database: "postgres" };
    await withClient(place, (client) => client.query("select"));
  });
  expect(took).toBeLessThan(LATE_MS);
  expect(await Promise.all(hanging)).toEqual(hanging.map(() => "hung"));
});

it("asks the name server about hosts of users and operators, and gives them up after two seconds", async () => {
  const { asked } = await useNameServer({ "inside.example": "127.0.0.1" });
  const post = (host: string) =>
    postOutside(`https://${host}/`, {
      headers: {},
      body: null,
      signal: AbortSignal.timeout(10_000),
      reaches: isPublicAddress,
    }).catch((error: unknown) => (error as NotPostedError).why);
  const hosts = Array.from({ length: 10 }, (_, n) => `n${n}.hangs.example`);
  const took = await tookMs(async () =>
    expect(await Promise.all(hosts.map(post))).toEqual(hosts.map(() => "time_limit")),
  );
  expect(took).toBeLessThan(LATE_MS);
  expect(asked).toEqual(expect.arrayContaining(hosts));
  expect(await post("inside.example")).toBe("address_not_allowed");
});

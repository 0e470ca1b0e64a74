import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { Person } from "../../../testing/people.ts";
import { TestClient } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedKey } from "../../../testing/valid-calls.ts";
import { withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";
import { countryBlocker } from "./headers.ts";

const BLOCKED = { BLOCKED_COUNTRIES: "us, KP", COUNTRY_HEADER: "CF-IPCountry" };
const scope = useApp({ ...BLOCKED, TRUSTED_PROXIES: "loopback" });
const US = { "cf-ipcountry": "US" };
const FR = { "cf-ipcountry": "fr" };
let person: Person;
beforeAll(async () => {
  person = (await withdrawingPeople(scope.app, 1, "1000"))[0]!;
});

const visitor = () => new TestClient(scope.app.url);
const register = (headers: Record<string, string>) =>
  visitor().post(
    "/api/auth/register",
    { email: `${randomUUID()}@example.com`, password: "secret-1" },
    headers,
  );
const order = (by: TestClient, headers: Record<string, string>) =>
  by.post("/api/trading/positions", { type: "buy", amount: "1.00", duration: 10 }, headers);
const restricted = async (headers: Record<string, string>) => {
  const { key } = await seedKey(scope.app, person.user.id, ["trade"]);
  return Promise.all([
    register(headers),
    order(person, headers),
    person.post("/api/deposits", { amount: "15" }, headers),
    order(visitor(), { ...headers, authorization: `Bearer ${key}` }),
  ]);
};

it.each([
  ["a blocked country", US],
  ["a country that the proxy does not know", { "cf-ipcountry": "XX" }],
  ["Tor", { "cf-ipcountry": "T1" }],
  ["a request without the header", {}],
])("refuses registration, orders and deposits from %s", async (_from, headers) => {
  for (const { status, body } of await restricted(headers as Record<string, string>))
    expect([status, body.code]).toEqual([451, "country_blocked"]);
});

it("refuses nothing from other countries", async () => {
  for (const { status } of await restricted(FR)) expect(status).toBe(201);
});

it("lets people from blocked countries sell, withdraw, read and stay connected", async () => {
  const opened = await order(person, FR);
  const sale = await person.post(
    `/api/trading/positions/${opened.body.id}/sell`,
    { minProceeds: "0.00" },
    US,
  );
  expect(sale.body.code).not.toBe("country_blocked");
  expect((await withdraw(person)).status).toBe(201);
  expect((await person.get("/api/auth/me", US)).status).toBe(200);
  (await person.live()).socket.terminate();
});

it("tells the web app, with an answer that no cache shares", async () => {
  const settings = (headers: Record<string, string>) => visitor().get("/api/settings", headers);
  const [there, here] = [await settings(US), await settings(FR)];
  expect([there.body.countryBlocked, here.body.countryBlocked]).toEqual([true, false]);
  expect(there.headers.get("cache-control")).toBe("private, no-cache");
  expect(there.headers.get("etag")).not.toBe(here.headers.get("etag"));
});

it("believes the header of a trusted proxy only", () => {
  const isBlocked = countryBlocker({ header: "x-country", codes: new Set(["US"]) }, ["10.0.0.1"]);
  const from = (remoteAddress: string | undefined, country?: string | string[]) =>
    isBlocked({ headers: { "x-country": country }, socket: { remoteAddress } } as never);
  expect(from("10.0.0.1", "FR")).toBe(false);
  expect(from("::ffff:10.0.0.1", " fr ")).toBe(false);
  expect(from("10.0.0.1", "us")).toBe(true);
  expect(from("10.0.0.1", ["FR", "US"])).toBe(true);
  expect(from("203.0.113.7", "FR")).toBe(true);
  expect(from(undefined, "FR")).toBe(true);
  expect(countryBlocker(undefined, [])({ headers: {}, socket: {} } as never)).toBe(false);
});

import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedKey } from "../../testing/valid-calls.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";

const LINKS = { LEGAL_LINKS: "en:Terms=https://terms.example/en, Privacy=https://terms.example/privacy" };
const scope = useApp({ ...LINKS, TERMS_VERSION: "2026-11-01" });

const register = (acceptedTerms?: string) =>
  new TestClient(scope.app.url).post("/api/auth/register", {
    email: `${randomUUID()}@example.com`,
    password: "secret-1",
    ...(acceptedTerms !== undefined && { acceptedTerms }),
  });
const order = (by: TestClient, headers: Record<string, string> = {}) =>
  by.post("/api/trading/positions", { type: "buy", amount: "1.00", duration: 1 }, headers);
const deposit = (by: TestClient) => by.post("/api/deposits", { amount: "15" });
const accept = (by: TestClient, version: string) => by.post("/api/auth/terms", { version });
const outcomes = async (calls: readonly Promise<{ status: number; body: { code?: string } }>[]) =>
  (await Promise.all(calls)).map(({ status, body }) => body.code ?? status);

let admin: Person;
const set = (name: string, value: string | null) => admin.post("/api/admin/settings", { name, value });
beforeEach(async () => {
  admin = await seedAdmin(scope.app);
  for (const name of ["LEGAL_LINKS", "TERMS_VERSION"]) await set(name, null);
});

it("registers only people who accept the current version, and keeps version and time", async () => {
  for (const other of [undefined, "2026-10-01"])
    expect((await register(other)).body).toMatchObject({ code: "terms_changed", field: "acceptedTerms" });
  const { status, body } = await register("2026-11-01");
  expect([status, body.acceptedTerms]).toEqual([201, "2026-11-01"]);
  expect((await admin.get(`/api/admin/users/${body.id}`)).body.terms).toEqual({
    version: "2026-11-01",
    acceptedAt: new Date(scope.app.clock.nowMs()).toISOString(),
  });
});

it("asks nobody and keeps nothing without the setting", async () => {
  await set("TERMS_VERSION", "");
  for (const sent of [undefined, "2026-11-01"]) {
    const { status, body } = await register(sent);
    expect([status, "acceptedTerms" in body]).toEqual([201, false]);
  }
  const [person] = (await seedPeople(scope.app, 1, "100")) as [Person];
  expect(await outcomes([order(person), deposit(person)])).toEqual([201, 201]);
});

it("refuses orders and deposits, of API keys too, until the person accepts, and nothing else", async () => {
  const [person] = (await withdrawingPeople(scope.app, 1, "1000")) as [Person];
  const program = { authorization: `Bearer ${(await seedKey(scope.app, person.user.id, ["trade"])).key}` };
  await accept(person, "2026-11-01");
  const opened = await order(person);
  expect(opened.status).toBe(201);

  await set("TERMS_VERSION", "2026-12-01");
  const refused = await outcomes([
    order(person),
    deposit(person),
    order(new TestClient(scope.app.url), program),
  ]);
  expect(refused).toEqual(Array(3).fill("terms_not_accepted"));
  expect((await withdraw(person)).status).toBe(201);
  const sale = await person.post(`/api/trading/positions/${opened.body.id}/sell`, { minProceeds: "0.00" });
  expect(sale.body.code).not.toBe("terms_not_accepted");

  expect((await accept(person, "2026-11-01")).body.code).toBe("terms_changed");
  expect((await accept(person, "2026-12-01")).body.acceptedTerms).toBe("2026-12-01");
  expect(
    await outcomes([order(person), deposit(person), order(new TestClient(scope.app.url), program)]),
  ).toEqual(Array(3).fill(201));
});

it("keeps the time of the first acceptance of a version", async () => {
  const [person] = (await seedPeople(scope.app, 1, "0")) as [Person];
  const terms = async () => (await admin.get(`/api/admin/users/${person.user.id}`)).body.terms;
  await accept(person, "2026-11-01");
  const first = await terms();
  scope.app.clock.jump(60);
  await accept(person, "2026-11-01");
  expect(await terms()).toEqual(first);
});

it("is refused as a setting without a link to the terms", async () => {
  expect((await set("LEGAL_LINKS", "")).body).toMatchObject({ code: "terms_unlinked", field: "value" });
  expect((await set("TERMS_VERSION", "")).status).toBe(200);
  expect((await set("LEGAL_LINKS", "")).status).toBe(200);
  expect((await set("TERMS_VERSION", "2")).body.code).toBe("terms_unlinked");
});

it("asks nobody once the environment has lost the link to the terms, and leaves other settings free", async () => {
  await set("TERMS_VERSION", "2026-12-01");
  const app = await scope.start({ environment: { LEGAL_LINKS: "", TERMS_VERSION: "" } });
  const there = <T extends TestClient>(client: T) =>
    Object.assign(new TestClient(app.url), { cookie: client.cookie });
  const [person] = (await seedPeople(app, 1, "100")) as [Person];
  expect((await there(admin).get("/api/settings")).body).toMatchObject({
    legalLinks: [],
    termsVersion: null,
  });
  expect(await outcomes([order(there(person)), deposit(there(person))])).toEqual([201, 201]);
  const change = (name: string, value: string) => there(admin).post("/api/admin/settings", { name, value });
  expect((await change("HELP_LINKS", "Help=https://help.example")).status).toBe(200);
  expect((await change("TERMS_VERSION", "3")).body.code).toBe("terms_unlinked");
  expect((await change("LEGAL_LINKS", "Terms=https://terms.example")).status).toBe(200);
  expect((await order(there(person))).body.code).toBe("terms_not_accepted");
});

it("tells visitors the links with their language, and the version", async () => {
  expect((await admin.get("/api/settings")).body).toMatchObject({
    legalLinks: [
      { title: "Terms", url: "https://terms.example/en", language: "en" },
      { title: "Privacy", url: "https://terms.example/privacy" },
    ],
    termsVersion: "2026-11-01",
    countryBlocked: false,
  });
});

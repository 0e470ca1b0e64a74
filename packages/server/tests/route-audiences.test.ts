import { isDescribed } from "@veritick/contract/endpoint.ts";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { endpoints } from "@veritick/contract/endpoints/endpoints.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../testing/people.ts";
import type { Person } from "../testing/people.ts";
import { rawCall, withUnknownIds } from "../testing/raw-http.ts";
import {
  pushDevice,
  savedAddress,
  seedKey,
  seedPasskey,
  targetsFor,
  validBody,
} from "../testing/valid-calls.ts";
import { useOutbox } from "../testing/outbox.ts";
import { useApp } from "../testing/use-app.ts";
import { seedAdmin, someAddress, withdraw, withdrawingPeople } from "../testing/withdrawals.ts";

// Uses the role of a real server, so that every call runs with that role's rights.
const outbox = useOutbox();
const scope = useApp({}, { asServer: true, outbox: outbox.path });
const ELSEWHERE = { origin: "https://evil.example" };

const person = async () => (await seedPeople(scope.app, 1, "10"))[0]!;
const adminCookie = async () => ({ cookie: (await seedAdmin(scope.app)).cookie });
/** The cookie of an administrator whose calls change nothing. */
let kept: { cookie: string };
beforeAll(async () => {
  kept = await adminCookie();
  await scope.app.database.query("update sessions set proved_at = created_at");
});

async function call(
  endpoint: Endpoint,
  headers: Record<string, string>,
  path = withUnknownIds(endpoint.path),
  body?: string,
) {
  const answer = await rawCall(scope.app.url, endpoint.method, path, {
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const isJson = String(answer.headers["content-type"]).startsWith("application/json");
  const reply = (isJson ? JSON.parse(answer.text) : undefined) as { code?: string } | undefined;
  return { ...answer, code: reply?.code };
}

const named = (chosen: readonly Endpoint[]) =>
  chosen.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const changing = endpoints.filter(({ method }) => method !== "GET");

describe.each(named(changing))("another website that calls %s", (_name, endpoint) => {
  it("is refused, whoever is signed in", async () => {
    const headers = { ...kept, ...ELSEWHERE };
    const { status, code } = await call(endpoint, headers);
    expect({ status, code }).toEqual({ status: 403, code: "origin_refused" });
  });
});

const withoutBody = changing.filter(
  ({ body, audience }) => !isDescribed(body) && (audience === "user" || audience === "admin"),
);

describe.each(named(withoutBody))("%s", (_name, endpoint) => {
  it("needs no body and no content type, and takes an empty one", async () => {
    const attempts: [Record<string, string>, string | undefined][] = [
      [{}, undefined],
      [{ "content-type": "application/json" }, undefined],
      [{ "content-type": "application/json" }, ""],
      [{ "content-type": "application/json; charset=utf-8" }, "{}"],
    ];
    for (const [headers, body] of attempts) {
      const cookie = await adminCookie();
      await scope.app.database.query("update sessions set proved_at = created_at");
      const { status, code } = await call(endpoint, { ...headers, ...cookie }, undefined, body);
      expect([status, code]).toEqual(isDescribed(endpoint.params) ? [404, "not_found"] : [200, undefined]);
    }
  });

  it("refuses a body with anything in it", async () => {
    const headers = { ...kept, "content-type": "application/json", "idempotency-key": "key" };
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const answers: unknown[] = [];
    for (const body of ['{"amount":"1.00","note":"only a part"}', "[]", "null", "0", deep]) {
      const answer = await call(endpoint, headers, undefined, body);
      const { code, field } = JSON.parse(answer.text);
      answers.push([answer.status, code, field]);
    }
    expect(answers).toEqual([
      [400, "field_unknown", "amount"],
      ...Array(4).fill([400, "body_invalid", undefined]),
    ]);
  });
});

const byId = endpoints.filter(({ path }) => path.includes("{id}"));

describe.each(named(byId))("%s", (_name, endpoint) => {
  it.each(["1", "null", "%00", "00000000-0000-7000-8000-00000000000g", "00000000000070008000000000000000"])(
    "does not take %s for an id, and says so before it reads a body",
    async (id) => {
      const headers = { ...kept, "content-type": "application/json" };
      const body = endpoint.method === "GET" ? undefined : "{}";
      const answer = await call(endpoint, headers, endpoint.path.replace("{id}", id), body);
      expect(JSON.parse(answer.text)).toMatchObject({ code: "id_invalid", field: "id" });
      expect(answer.status).toBe(400);
    },
  );

  it("finds nothing with an unknown id", async () => {
    const body = validBody(endpoint);
    const answer =
      body === undefined
        ? await call(endpoint, kept)
        : await call(
            endpoint,
            { ...kept, "content-type": "application/json" },
            undefined,
            JSON.stringify(body),
          );
    expect([answer.status, answer.code]).toEqual([404, "not_found"]);
  });
});

describe("an object of another user", () => {
  /** Makes an object of the owner and returns its id, for each call of users that names an object. */
  const THINGS: Record<string, (owner: Person) => Promise<string>> = {
    "GET /api/trading/positions/{id}": async (owner) =>
      (await owner.post("/api/trading/positions", { type: "buy", amount: 1, duration: 1 })).body.id,
    "POST /api/trading/positions/{id}/sell": async (owner) =>
      (await owner.post("/api/trading/positions", { type: "buy", amount: 1, duration: 1 })).body.id,
    "POST /api/withdrawals/{id}/cancel": async (owner) =>
      (await withdraw(owner, { amount: 15, address: someAddress() })).body.id,
    "POST /api/profile/passkeys/{id}/rename": (owner) => seedPasskey(scope.app, owner.user.id),
    "DELETE /api/profile/passkeys/{id}": (owner) => seedPasskey(scope.app, owner.user.id),
    "DELETE /api/profile/api-keys/{id}": async (owner) =>
      (await seedKey(scope.app, owner.user.id, ["read"])).id,
    "DELETE /api/profile/push-devices/{id}": (owner) => pushDevice(scope.app, owner.user.id),
    "DELETE /api/withdrawals/addresses/{id}": (owner) => savedAddress(scope.app, owner.user.id),
    "DELETE /api/profile/sessions/{id}": async (owner) =>
      (await owner.get("/api/profile/sessions")).body[0].id,
  };
  const ofUsers = byId.filter(({ audience }) => audience === "user");

  it("is tried for every call that names something of a user's", () => {
    expect(Object.keys(THINGS).toSorted()).toEqual(
      named(ofUsers)
        .map(([name]) => name)
        .toSorted(),
    );
  });

  it.each(named(ofUsers))("%s does not find it, even for an administrator", async (name, endpoint) => {
    const [owner, other] = (await withdrawingPeople(scope.app, 2, "100")) as [Person, Person];
    const path = endpoint.path.replace("{id}", await THINGS[name]!(owner));
    const balance = await owner.balance();
    const body = validBody(endpoint);
    const ask = ({ cookie }: Person, where?: string) =>
      body === undefined
        ? call(endpoint, { cookie }, where)
        : call(endpoint, { cookie, "content-type": "application/json" }, where, JSON.stringify(body));
    for (const stranger of [other, await seedAdmin(scope.app)]) {
      const answer = await ask(stranger, path);
      const missing = await ask(stranger);
      expect(answer.status).toBe(404);
      expect(answer.text).toBe(missing.text);
    }
    expect(await owner.balance()).toBe(balance);
    expect((await ask(owner, path)).status).toBe(200);
  });
});

describe("a call of administrators about an existing object", () => {
  const ofAdmins = byId.filter(({ audience }) => audience === "admin");

  it.each(named(ofAdmins))("%s refuses a user, even for their own account", async (_name, endpoint) => {
    const admin = await seedAdmin(scope.app);
    const [thing] = await targetsFor(scope.app, endpoint, admin);
    const user = await person();
    for (const id of [thing!, user.user.id]) {
      const path = endpoint.path.replace("{id}", id);
      const answer = await call(endpoint, { cookie: user.cookie }, path);
      const missing = await call(endpoint, { cookie: user.cookie });
      expect([answer.status, answer.text]).toEqual([403, missing.text]);
      expect((await call(endpoint, {}, path)).status).toBe(401);
    }
  });
});

const streaming = endpoints.filter(({ streams }) => streams === "text/csv");

describe.each(named(streaming))("%s", (_name, endpoint) => {
  it("answers a file to its owner, and refusals in JSON", async () => {
    const owner = await person();
    const { cookie } = endpoint.audience === "admin" ? await seedAdmin(scope.app) : owner;
    const path = withUnknownIds(endpoint.path.replace("{id}", owner.user.id));
    const file = await call(endpoint, { cookie }, path);
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      "content-type": `${endpoint.streams}; charset=utf-8`,
      "content-disposition": expect.stringMatching(/^attachment; filename="[\w.-]+\.csv"$/),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    // At least the names of the columns: this owner has no position that has ended.
    expect(file.text).toMatch(/^\w+(,\w+)+\r\n/);
    const head = await rawCall(scope.app.url, "HEAD", path, { headers: { cookie } });
    // A call that goes on record cannot be asked for its headers alone.
    expect([head.status, head.text]).toEqual([endpoint.audits === undefined ? 200 : 404, ""]);
    for (const [headers, status] of [
      [{}, 401],
      [{ cookie }, 400],
    ] as const) {
      const refused = await call(endpoint, headers, `${path}?from=yesterday&year=none`);
      expect(refused.status).toBe(status);
      expect(refused.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(refused.headers["content-disposition"]).toBeUndefined();
    }
  });
});

import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { CALLERS, mayCall } from "@veritick/contract/endpoints/call-matrix.ts";
import type { CallerKind } from "@veritick/contract/endpoints/call-matrix.ts";
import { endpoints } from "@veritick/contract/endpoints/endpoints.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../testing/people.ts";
import { SCOPES } from "@veritick/contract/key-scopes.ts";
import type { Scope } from "@veritick/contract/key-scopes.ts";
import { rawCall, withUnknownIds } from "../testing/raw-http.ts";
import { useOutbox } from "../testing/outbox.ts";
import { useApp } from "../testing/use-app.ts";
import type { TestApp } from "../testing/test-app.ts";
import { callerFor, seedKey, signInAgain, targetsFor, validBody } from "../testing/valid-calls.ts";
import { TestClient } from "../testing/test-client.ts";
import { seedAdmin } from "../testing/withdrawals.ts";

// Tries the statements of docs/calls.md and docs/calls-staff.md about each call, on a server with all safeguards on.
// The role of a real server makes every call run with that role's rights.
const outbox = useOutbox();
const scope = useApp(
  { STEP_UP_MINUTES: "10", FOUR_EYES_ABOVE: "0.01", SANDBOX_CONFIRM_SECONDS: "off" },
  { asServer: true, outbox: outbox.path },
);
beforeAll(async () => {
  await new TestClient(scope.app.url).register("grace@example.com");
});

const named = (chosen: readonly Endpoint[]) =>
  chosen.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const signedIn = endpoints.filter(({ audience }) => audience === "user" || audience === "admin");

async function call(app: TestApp, endpoint: Endpoint, cookie: string, full = withUnknownIds(endpoint.path)) {
  const { method, path } = endpoint;
  const valid = validBody(endpoint);
  // With four eyes, and only then, a deletion needs its reason.
  const body = valid && path.startsWith("/api/admin") && method === "DELETE" ? { note: "asked" } : valid;
  const { status, text } = await rawCall(app.url, method, full, {
    headers: { cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isRefused = status >= 400;
  return { status, code: isRefused ? (JSON.parse(text) as { code: string }).code : undefined };
}

describe.each(named(signedIn))("%s", (_name, endpoint) => {
  // The caller has no second step, and no valid body needs a proof by itself.
  const stepUp =
    typeof endpoint.stepUp !== "object" && endpoint.stepUp !== "with a second step" && endpoint.stepUp;
  it(`with an old proof of identity ${stepUp ? "asks for a new one" : "asks for nothing"}`, async () => {
    const caller = await callerFor(scope.app, endpoint);
    // Ages the proof by ten minutes. Moving the clock that far for each call would take longer than all calls together.
    await signInAgain(scope.app, caller);
    await scope.app.database.query(
      "update sessions set proved_at = proved_at - interval '601 seconds' where user_id = $1",
      [caller.user.id],
    );
    const { code } = await call(scope.app, endpoint, caller.cookie);
    if (stepUp) expect(code).toBe("step_up_required");
    else expect(code).not.toBe("step_up_required");
    await signInAgain(scope.app, caller);
    expect((await call(scope.app, endpoint, caller.cookie)).code).not.toBe("step_up_required");
  });
});

const deciding = endpoints.filter(
  ({ audience, method, audits }) => audience === "admin" && method !== "GET" && audits !== "identity_proved",
);

describe.each(named(deciding))("%s", (_name, endpoint) => {
  const { twoPersons, path } = endpoint;
  it(twoPersons === undefined ? "takes one administrator" : `takes two (${twoPersons})`, async () => {
    const { app } = scope;
    await seedAdmin(app);
    const caller = await callerFor(app, endpoint);
    const [target = ""] = await targetsFor(app, endpoint, caller);
    const { status } = await call(app, endpoint, caller.cookie, path.replace("{id}", target));
    expect(status).toBe(endpoint.status);
    const { rowCount } = await app.database.query("select from proposals where proposed_by = $1", [
      caller.user.id,
    ]);
    // The user to delete is no administrator, and the setting to change is no limit.
    const isSingle =
      twoPersons === undefined || twoPersons === "administrators" || twoPersons === "looser limits";
    expect(rowCount).toBe(isSingle ? 0 : 1);
  });
});

/** A visitor who invents a cookie is one, too. */
type Caller = CallerKind | "an inventor of cookies";
const kindOf = (caller: Caller): CallerKind => (caller === "an inventor of cookies" ? "visitor" : caller);

const TURNED_AWAY = { not_signed_in: 401, callback_refused: 401, forbidden: 403, role_insufficient: 403 };
function refusalOf(caller: Caller, { audience }: Endpoint): keyof typeof TURNED_AWAY {
  if (audience === "provider") return "callback_refused";
  if (kindOf(caller) === "visitor") return "not_signed_in";
  return caller === "user" ? "forbidden" : "role_insufficient";
}

async function cookieOf(caller: Caller): Promise<string> {
  if (caller === "visitor") return "";
  if (caller === "an inventor of cookies") return "session=invented";
  const [user] =
    caller === "user" ? await seedPeople(scope.app, 1, "10") : [await seedAdmin(scope.app, caller)];
  return user!.cookie;
}

async function ownerOfKey(held: Scope): Promise<{ cookie: string; key: string }> {
  const { cookie, user } = await seedAdmin(scope.app);
  return { cookie, key: (await seedKey(scope.app, user.id, [held])).key };
}

/** Makes a caller. Reuses one for all calls that change nothing: reading calls, and those that turn the caller away. */
function kept<Kind, Caller>(make: (kind: Kind) => Promise<Caller>) {
  const made = new Map<Kind, Promise<Caller>>();
  return (kind: Kind, endpoint: Endpoint, isIn: boolean): Promise<Caller> => {
    if (isIn && endpoint.method !== "GET") return make(kind);
    const caller = made.get(kind) ?? make(kind);
    made.set(kind, caller);
    return caller;
  };
}
const cookieFor = kept(cookieOf);
const keyFor = kept(ownerOfKey);

describe.each<Caller>([...CALLERS, "an inventor of cookies"])("a caller who is %s", (caller) => {
  it.each(named(endpoints))("may or may not call %s, as the matrix says", async (_name, endpoint) => {
    const isIn = mayCall(kindOf(caller), endpoint);
    const { status, code } = await call(scope.app, endpoint, await cookieFor(caller, endpoint, isIn));
    const refusal = refusalOf(caller, endpoint);
    if (!isIn) return expect([status, code]).toEqual([TURNED_AWAY[refusal], refusal]);
    expect(Object.keys(TURNED_AWAY)).not.toContain(code);
    // An earlier call of an administrator has begun maintenance.
    if (code !== "maintenance") expect(status).toBeLessThan(500);
  });
});

const KEY_TURNED_AWAY = ["key_scope_missing", "key_not_accepted", "callback_refused"];

describe.each(SCOPES)("a key with the scope %s", (held) => {
  it.each(named(endpoints))("may or may not call %s, as the matrix says", async (_name, endpoint) => {
    const { app } = scope;
    const isIn = endpoint.scope === "any" || endpoint.scope === held;
    // The key may do no more than its scope, although its owner may do more.
    const owner = await keyFor(held, endpoint, isIn);
    const body = validBody(endpoint);
    const { status, text } = await rawCall(app.url, endpoint.method, withUnknownIds(endpoint.path), {
      // The session of an administrator beside the key must add no rights.
      headers: {
        cookie: owner.cookie,
        authorization: `Bearer ${owner.key}`,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const code = status < 400 ? "" : (JSON.parse(text) as { code: string }).code;
    expect(KEY_TURNED_AWAY.includes(code)).toBe(!isIn);
    // An earlier call of an administrator has begun maintenance.
    if (code !== "maintenance") expect(status, text).toBeLessThan(500);
  });
});

it("no key may withdraw, begin a break, change protection or make a call that needs a proof of identity", () => {
  const open = endpoints.filter(({ scope: needed }) => needed !== undefined);
  expect(open.filter(({ stepUp, audience }) => stepUp !== false || audience === "admin")).toEqual([]);
  const paths = open.map(({ method, path }) => `${method} ${path}`);
  expect(paths).not.toContain("POST /api/limits/pause");
  expect(paths.filter((path) => path.includes("/api/profile"))).toEqual([]);
  expect(paths.filter((path) => path.includes("withdrawals"))).toEqual(["GET /api/withdrawals"]);
});

it("every call by which an administrator changes or exports data needs a proof of identity", () => {
  const without = endpoints.filter(
    ({ audience, method, streams, stepUp }) =>
      audience === "admin" && (method !== "GET" || streams !== undefined) && !stepUp,
  );
  expect(without.map(({ name }) => name)).toEqual(["proveStepUp"]);
});

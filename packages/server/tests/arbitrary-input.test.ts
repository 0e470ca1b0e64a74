import { isDescribed } from "@veritick/contract/endpoint.ts";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { errorWords, isErrorCode } from "@veritick/contract/errors.ts";
import { endpoints } from "@veritick/contract/endpoints/endpoints.ts";
import { openApiDocument } from "@veritick/contract/endpoints/openapi.ts";
import { epochSeed, parseSecret, toHex } from "@veritick/domain/epochs.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import * as fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { databaseState } from "../testing/database-state.ts";
import { oddBody, oddBytes, oddHeader, oddHeaders, oddPathPart, oddQuery } from "../testing/odd-input.ts";
import type { Attempt } from "../testing/odd-input.ts";
import { useOutbox } from "../testing/outbox.ts";
import { seedPeople } from "../testing/people.ts";
import { rawCall } from "../testing/raw-http.ts";
import type { RawAnswer } from "../testing/raw-http.ts";
import {
  callerFor,
  VALID_BODIES,
  validBody,
  VALID_BUT_REFUSED,
  signInAgain,
  targetsFor,
} from "../testing/valid-calls.ts";
import { TEST_BEACON_KEY, TEST_PEPPER, TEST_SECRET, TEST_SIGNING_KEY } from "../testing/test-app.ts";
import { TestClient } from "../testing/test-client.ts";
import { useApp } from "../testing/use-app.ts";
import { collectSecrets } from "../testing/wire-secrets.ts";
import { nowTick } from "../src/platform/clock.ts";

const outbox = useOutbox();
// This test sends wrong passwords, too. Limits on them would hide the answers to all later calls.
const unlimited = { LIMIT_FAILED_LOGINS_PER_ACCOUNT: "100000", LIMIT_FAILED_LOGINS_PER_ADDRESS: "100000" };
// The server's whole log, without later redaction.
const lines: string[] = [];
const log = pino({ level: "trace", base: null }, { write: (line) => void lines.push(line) });
const scope = useApp(unlimited, { outbox: outbox.path, log });
const secrets = collectSecrets([TEST_SECRET, TEST_PEPPER, TEST_SIGNING_KEY, TEST_BEACON_KEY]);
let stateNow: () => Promise<Record<string, string>>;

beforeAll(async () => {
  stateNow = await databaseState(scope.app.database);
  await new TestClient(scope.app.url).register("grace@example.com");
});
afterAll(async () => {
  expect(await scope.app.checkLedger()).toEqual([]);
});

type Parameters = { in: string; name: string }[];
type Documented = Record<
  string,
  Record<string, { parameters: Parameters; responses: Record<string, unknown> }>
>;
const documented = openApiDocument("1.0.0")["paths"] as Documented;
const documentedAs = ({ path, method }: Endpoint) => documented[path]![method.toLowerCase()]!;

/** The downloads of personal data go on record, and each live connection has a token of its own. */
const WRITING_READS = new Set(["/api/profile/export", "/api/ws-token"]);
const isPlainRead = ({ method, path, audits }: Endpoint) =>
  method === "GET" && audits === undefined && !WRITING_READS.has(path);

type Sent = { path: string; headers: Record<string, string>; attempt: Attempt | undefined };
const JSON_TYPE = { "content-type": "application/json" };

/** Sends one request and checks the rules of every answer: above all, that a refusal has changed nothing. */
async function tryOut(endpoint: Endpoint, { path, headers, attempt }: Sent): Promise<RawAnswer> {
  // Finishes the work that the previous call left behind, so that this call is not blamed for it.
  await scope.settled();
  const before = await stateNow();
  const answer = await rawCall(scope.app.url, endpoint.method, path, {
    headers: { ...(attempt === undefined ? {} : JSON_TYPE), ...headers },
    ...(attempt === undefined ? {} : { body: attempt.body }),
  });
  const refused = answer.status >= 400;
  expect(answer.status).toBeLessThan(500);
  // A cache may keep personal data only if it asks again before each use.
  const { "cache-control": kept, etag } = answer.headers;
  if (kept !== "no-store") expect([kept, etag]).toEqual(["private, no-cache", expect.any(String)]);
  if (answer.status !== 304) {
    const type = refused ? "application/json" : (endpoint.streams ?? "application/json");
    expect(answer.headers["content-type"]).toBe(type === "application/zip" ? type : `${type}; charset=utf-8`);
  }
  if (!refused) {
    if (isPlainRead(endpoint)) expect(await stateNow()).toEqual(before);
    return answer;
  }

  const reply = JSON.parse(answer.text) as { message: string; code: string; field?: string };
  expect(isErrorCode(reply.code)).toBe(true);
  expect(reply.message).toMatch(/^[^{}]+$/);
  expect(errorWords[reply.code as keyof typeof errorWords].status).toBe(answer.status);
  expect(await stateNow()).toEqual(before);
  const isOwnPath = answer.status !== 404 && reply.code !== "body_invalid";
  if (isOwnPath) {
    expect(Object.keys(documentedAs(endpoint).responses)).toContain(`${answer.status}`);
  }

  const isOfBody =
    answer.status === 400 && reply.code !== "idempotency_key_invalid" && isRead(endpoint, path);
  if (attempt?.broken === undefined || !isOfBody) return answer;
  const { success } = z.safeParse(endpoint.body, JSON.parse(attempt.body));
  if (!success) expect(attempt.broken.map((name) => name.slice(0, 100))).toContain(reply.field);
  return answer;
}

/** Returns true if the server reads the body of a call to this path. It refuses a malformed id before. */
const isRead = (endpoint: Endpoint, path: string) =>
  !isDescribed(endpoint.params) || /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/|$)/i.test(path);

const pathOf = ({ path }: Endpoint, part: string, query = "") => path.replace(/\{\w+\}/, part) + query;

/** Requests of any content to an endpoint; the caller is set elsewhere. */
function anythingTo(endpoint: Endpoint, things: readonly string[]): fc.Arbitrary<Sent> {
  const ofProvider = endpoint.audience === "provider";
  const body: fc.Arbitrary<Attempt | undefined> =
    endpoint.method === "GET"
      ? fc.constant(undefined)
      : ofProvider
        ? oddBytes.map((bytes) => ({ body: bytes, broken: undefined }))
        : oddBody(validBody(endpoint));
  const queryNames = documentedAs(endpoint).parameters.filter((one) => one.in === "query");
  const headers = ofProvider
    ? fc
        .tuple(oddHeaders, fc.record({ "content-type": oddHeader, "x-sandbox-sig": oddSignature }))
        .map(([common, own]) => ({ ...common, ...own }))
    : oddHeaders;
  return fc
    .tuple(
      oddPathPart(endpoint, things),
      oddQuery(queryNames.map(({ name }) => name)),
      headers as fc.Arbitrary<Record<string, string>>,
      body,
    )
    .map(([part, query, given, attempt]) => ({
      path: pathOf(endpoint, part, query),
      headers: given,
      attempt,
    }));
}

const oddSignature = fc.oneof(oddHeader, fc.constantFrom("0".repeat(64), "é".repeat(64), "0".repeat(63)));

/** Calls that each cost a slow hash. */
const SLOW = new Set([
  "/api/auth/register",
  "/api/auth/login",
  "/api/profile/change-password",
  "/api/profile/two-step/begin",
  "/api/withdrawals",
]);

/** Returns the number of odd requests to each call, ten times as many in the long form. */
function runsOf(endpoint: Endpoint, caller: "stranger" | "user" | "entitled"): number {
  const factor = process.env["VERITICK_LONG"] === undefined ? 1 : 10;
  return factor * shortRunsOf(endpoint, caller);
}

function shortRunsOf(endpoint: Endpoint, caller: "stranger" | "user" | "entitled"): number {
  if (endpoint.audience === "provider") return 8;
  const isIn = caller === "entitled" || endpoint.audience === "public";
  if (!isIn) return 2;
  if (isDescribed(endpoint.body)) return SLOW.has(endpoint.path) ? 5 : 8;
  return isDescribed(endpoint.query) ? 6 : 3;
}

it("has a valid body for each call that takes one", () => {
  const taking = endpoints.filter(({ body }) => isDescribed(body));
  expect(Object.keys(VALID_BODIES).toSorted()).toEqual(taking.map(({ path }) => path).toSorted());
  for (const { path, body } of taking) expect(z.safeParse(body, VALID_BODIES[path]).success, path).toBe(true);
});

it("would notice a change that is committed after the first look", async () => {
  const before = await stateNow();
  const connection = await scope.app.database.connect();
  try {
    const rename = (email: string) => connection.query("update users set email = $1 returning id", [email]);
    await connection.query("begin");
    await rename("heidi@example.com");
    expect(await stateNow()).toEqual(before);
    await connection.query("commit");
    expect(await stateNow()).not.toEqual(before);
    await rename("grace@example.com");
    expect(await stateNow()).toEqual(before);
  } finally {
    connection.release();
  }
});

const called = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe.each(called)("any input to %s", (name, endpoint) => {
  it("by a stranger is answered in JSON and changes nothing", async () => {
    const property = fc.asyncProperty(anythingTo(endpoint, []), async (sent) => {
      await tryOut(endpoint, sent);
    });
    await fc.assert(property, { numRuns: runsOf(endpoint, "stranger") });
  });

  it("by somebody who may call it names the wrong field; only valid calls change anything", async () => {
    const caller = await callerFor(scope.app, endpoint);
    const things = await targetsFor(scope.app, endpoint, caller);
    const right = validBody(endpoint);
    const answer = await tryOut(endpoint, {
      path: pathOf(endpoint, things[0] ?? ""),
      headers: { cookie: caller.cookie },
      attempt: right === undefined ? undefined : { body: JSON.stringify(right), broken: undefined },
    });
    const code = answer.status < 400 ? undefined : (JSON.parse(answer.text) as { code: string }).code;
    expect(code).toBe(VALID_BUT_REFUSED[name]);
    for (const cookie of [caller.cookie, ...[answer.headers["set-cookie"] ?? []].flat()])
      secrets.addCookie(cookie);
    secrets.add(right);
    // A refusal's code is our own word, not a secret; a file is no JSON.
    if (code === undefined && answer.text.startsWith("{")) secrets.add(JSON.parse(answer.text));

    const property = fc.asyncProperty(anythingTo(endpoint, things), async (sent) => {
      const { headers } = await tryOut(endpoint, {
        ...sent,
        headers: { ...sent.headers, cookie: caller.cookie },
      });
      // The request may have ended the session.
      if (headers["set-cookie"] !== undefined) await signInAgain(scope.app, caller);
    });
    await signInAgain(scope.app, caller);
    await fc.assert(property, { numRuns: runsOf(endpoint, "entitled") });
  });
});

const ofAdmins = called.filter(([, { audience }]) => audience === "admin");

describe.each(ofAdmins)("any input of an ordinary user to %s", (_name, endpoint) => {
  it("is refused and changes nothing", async () => {
    const [user] = await seedPeople(scope.app, 1, "1000");
    const things = await targetsFor(scope.app, endpoint, user!);
    const property = fc.asyncProperty(anythingTo(endpoint, things), async (sent) => {
      const { status } = await tryOut(endpoint, {
        ...sent,
        headers: { ...sent.headers, cookie: user!.cookie },
      });
      expect(status).toBeGreaterThanOrEqual(400);
    });
    await fc.assert(property, { numRuns: runsOf(endpoint, "user") });
  });
});

it("the log has one line for each call, and no input or output", () => {
  const said = lines.join("");
  const answered = new Set(
    [...said.matchAll(/"route":"([^"]+)","status":\d+,.*"msg":"answered"/g)].map(([, route]) => route),
  );
  for (const { path } of endpoints) expect(answered).toContain(path.replaceAll(/\{(\w+)\}/g, ":$1"));
  expect(secrets.size()).toBeGreaterThan(60);
  expect(secrets.in(`{"given":"${TEST_SECRET}"}`)).toEqual([TEST_SECRET]);
  expect(secrets.in(said)).toEqual([]);
  // The log has no seed of an epoch that is not over.
  const epoch = epochOf(nowTick(scope.app.clock));
  const seeds = Array.from({ length: 25 }, (_, ahead) =>
    toHex(epochSeed(parseSecret(TEST_SECRET), epoch + ahead)),
  );
  expect(seeds.filter((seed) => said.includes(seed))).toEqual([]);
});

it("the ledger is correct after everything that was accepted", async () => {
  await scope.pass(10);
  expect(await scope.app.checkLedger()).toEqual([]);
});

import { isDescribed } from "@veritick/contract/endpoint.ts";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { errorWords, isErrorCode } from "@veritick/contract/errors.ts";
import { endpoints, openApiDocument } from "@veritick/contract/openapi.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { rawCall } from "../testing/raw-http.ts";
import { fundedClient } from "../testing/test-client.ts";
import { useApp } from "../testing/use-app.ts";

const scope = useApp();

/** A body that is right, for each call that takes one: what is tried is mostly one step away from it. */
const RIGHT_BODIES: Record<string, Record<string, unknown>> = {
  "/api/auth/register": { email: "grace@example.com", password: "secret1" },
  "/api/auth/login": { email: "nobody@example.com", password: "secret1" },
  "/api/profile/change-password": { currentPassword: "not this", newPassword: "secret2" },
  "/api/trading/positions": { type: "buy", amount: "1.00", duration: 1 },
  "/api/deposits": { amount: "15" },
};

const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udc00x",
    "NaN",
    "Infinity",
    "-1",
    "+1",
    "0x10",
    "1e3",
    "1,5",
    ".5",
    "5.",
    "１",
  ),
  fc.constantFrom(
    "0.001",
    "99999999999999",
    "9".repeat(300),
    "'; drop table users; --",
    "${1+1}",
    "constructor",
    "__proto__",
  ),
  fc.constantFrom("a@b", "a@b.c\0", "\u202ea@b.co", "x".repeat(250) + "@example.com", "ſ@example.com"),
);
const oddNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, -1, 0.001, 1e-7, 1e21, 1e308, Number.MAX_SAFE_INTEGER + 2, 1.005, 10_000_000_000),
);
const odd = fc.oneof(
  { weight: 3, arbitrary: oddText },
  { weight: 2, arbitrary: oddNumber },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [["buy"]], { $gt: "" }) },
);

/** JSON text that is odd as such. */
const oddJson = fc.constantFrom(
  '{"__proto__":{"amount":"1","isAdmin":true},"constructor":{"prototype":{"amount":1}}}',
  '{"amount":"1","amount":"2","type":"buy","duration":1,"__proto__":null}',
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  `${'{"amount":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  '{"amount":1e999,"duration":-1e999,"type":"sell"}',
  `{"amount":${"9".repeat(400)}}`,
  "null",
  '""',
  "0",
);

type Attempt = { body: string; broken: string | undefined };

function attemptAt(endpoint: Endpoint): fc.Arbitrary<Attempt> {
  const right = RIGHT_BODIES[endpoint.path] ?? {};
  const fields = Object.keys(right);
  const text = (value: unknown, broken?: string): Attempt => ({ body: JSON.stringify(value), broken });
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 4 }), odd).map((value) => text(value));
  if (fields.length === 0)
    return fc.oneof(
      anything,
      oddJson.map((body) => ({ body, broken: undefined })),
    );
  const nearlyRight = fc
    .tuple(
      fc.constantFrom(...fields),
      fc.option(odd, { nil: undefined }),
      fc.dictionary(oddText, odd, { maxKeys: 2 }),
    )
    .map(([field, value, extra]) => text({ ...extra, ...right, [field]: value }, field));
  return fc.oneof(
    { weight: 4, arbitrary: nearlyRight },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: oddJson.map((body) => ({ body, broken: undefined })) },
  );
}

const oddQuery = fc.oneof(
  fc.constant(""),
  fc
    .array(
      fc.tuple(
        fc.constantFrom("from", "to", "before", "limit", "__proto__", "from[]", "x"),
        fc.oneof(oddText, oddNumber.map(String), fc.constantFrom("1789999999", "1790000010", "497222")),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((pairs) => `?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")}`),
  fc.constantFrom(
    "?",
    "?&&&=",
    "?from=%",
    "?from=%ff&to=%00",
    "?limit=1&limit=2",
    "?a=%u0031",
    `?from=${"1".repeat(5_000)}`,
  ),
);
const encode = (text: string) => encodeURIComponent(text.toWellFormed());
const oddId = fc.oneof(
  oddText.map(encode),
  fc.uuid(),
  fc.constantFrom(
    "%00",
    "..",
    ".",
    "%2e%2e%2f",
    "a".repeat(300),
    "{id}",
    "null",
    "00000000-0000-0000-0000-00000000000G",
  ),
);
const oddHeader = fc.oneof(
  // What the client half of the test can send at all: no control characters.
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .map((code) => String.fromCharCode(code === 0x7f ? 0x80 : code)),
    maxLength: 210,
  }),
  fc.constantFrom("", " ", "the same key", "a,b", "x".repeat(201)),
);
const oddHeaders = fc.record(
  {
    "idempotency-key": oddHeader,
    "accept-language": oddHeader,
    "user-agent": oddHeader,
    "if-none-match": oddHeader,
    "x-forwarded-for": oddHeader,
  },
  { requiredKeys: [] },
);

/** Everything an outsider could have changed. Attempts are counted on purpose, so they are left out. */
const STATE = `select json_build_object(
  'users', (select json_agg(u order by u.id) from users u), 'sessions', (select count(*) from sessions),
  'positions', (select count(*) from trading_positions), 'deposits', (select count(*) from deposit_transactions),
  'transactions', (select count(*) from ledger_transactions), 'entries', (select count(*) from ledger_entries),
  'keys', (select count(*) from idempotency_keys), 'stripes', (select json_agg(s) from house_stripes s))::text as state`;
const stateOfDatabase = async () => (await scope.app.database.query<{ state: string }>(STATE)).rows[0]!.state;

type Documented = Record<string, Record<string, { responses: Record<string, unknown> }>>;
const documented = openApiDocument()["paths"] as Documented;

/** Sends one request and holds what must be true of any answer. */
async function tryOut(
  endpoint: Endpoint,
  path: string,
  headers: Record<string, string>,
  attempt: Attempt | undefined,
): Promise<void> {
  const before = await stateOfDatabase();
  const answer = await rawCall(scope.app.url, endpoint.method, path, {
    headers: { ...(attempt === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(attempt === undefined ? {} : { body: attempt.body }),
  });
  const refused = answer.status >= 400;
  expect(answer.status).toBeLessThan(500);
  if (answer.status !== 304) expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  if (!refused) return;

  const reply = JSON.parse(answer.text) as { message: string; code: string; field?: string };
  expect(isErrorCode(reply.code)).toBe(true);
  expect(reply.message.length).toBeGreaterThan(0);
  expect(errorWords[reply.code as keyof typeof errorWords].status).toBe(answer.status);
  expect(await stateOfDatabase()).toBe(before);
  const isOwnPath = answer.status !== 404 && reply.code !== "body_invalid";
  if (isOwnPath)
    expect(Object.keys(documented[endpoint.path]![endpoint.method.toLowerCase()]!.responses)).toContain(
      `${answer.status}`,
    );

  if (attempt?.broken === undefined || answer.status !== 400 || reply.code === "idempotency_key_invalid")
    return;
  const { success } = z.safeParse(endpoint.body, JSON.parse(attempt.body));
  if (!success) expect(reply.field).toBe(attempt.broken);
}

const pathOf = (endpoint: Endpoint, id: string, query: string) => endpoint.path.replace("{id}", id) + query;
it("knows a right body for each call that takes one", () => {
  const taking = endpoints.filter(({ body }) => isDescribed(body));
  expect(Object.keys(RIGHT_BODIES).toSorted()).toEqual(taking.map(({ path }) => path).toSorted());
  for (const { path, body } of taking) expect(z.safeParse(body, RIGHT_BODIES[path]).success, path).toBe(true);
});

const called = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe.each(called)("whatever is sent to %s", (_name, endpoint) => {
  const hasBody = endpoint.method !== "GET";
  const parts = fc.tuple(
    hasBody ? attemptAt(endpoint) : fc.constant(undefined),
    isDescribed(endpoint.params) ? oddId : fc.constant(""),
    isDescribed(endpoint.query) ? oddQuery : fc.oneof({ weight: 5, arbitrary: fc.constant("") }, oddQuery),
    oddHeaders,
  );
  const numRuns = isDescribed(endpoint.body) ? 70 : 30;

  it("by a stranger is answered in JSON and changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(parts, ([attempt, id, query, headers]) =>
        tryOut(endpoint, pathOf(endpoint, id, query), headers as Record<string, string>, attempt),
      ),
      { numRuns },
    );
  });

  it("by a signed-in user is answered in JSON, names the field and changes nothing but by a valid call", async () => {
    const { cookie } = await fundedClient(scope.app, "1000");
    await fc.assert(
      fc.asyncProperty(parts, ([attempt, id, query, headers]) =>
        tryOut(
          endpoint,
          pathOf(endpoint, id, query),
          { ...(headers as Record<string, string>), cookie },
          attempt,
        ),
      ),
      { numRuns },
    );
    expect(await scope.app.checkLedger()).toEqual([]);
  });
});

import { isDescribed } from "@veritick/contract/endpoint.ts";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import * as fc from "fast-check";

const SURROGATES = [0xd800, 0xe000] as const;

/** Any character. fast-check's own arbitrary would first list all million of them, which takes half a second. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - (SURROGATES[1] - SURROGATES[0]) }).map(
  (number) => String.fromCodePoint(number < SURROGATES[0] ? number : number + SURROGATES[1] - SURROGATES[0]),
  (text) => {
    const [code, ...others] = Array.from(String(text), (character) => character.codePointAt(0)!);
    if (code === undefined || others.length > 0) throw new Error("not one character");
    return code < SURROGATES[0] ? code : code - SURROGATES[1] + SURROGATES[0];
  },
);

const oddText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 30 }),
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
  fc.constantFrom("%", "_", "\\", "%%_\\%", "'", "@EXAMPLE"),
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

/** JSON text that is itself unusual. */
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

/** A body to send, and its changed and added fields; undefined if nothing of it is valid. */
export type Attempt = { body: string; broken: string[] | undefined };

const anything = fc.oneof(
  fc.oneof(fc.jsonValue({ maxDepth: 4 }), odd).map((value) => JSON.stringify(value)),
  oddJson,
);

/** Bodies that are mostly one step away from a valid one. */
export function oddBody(right: Record<string, unknown> | undefined): fc.Arbitrary<Attempt> {
  const whatever = anything.map((body): Attempt => ({ body, broken: undefined }));
  if (right === undefined) return whatever;
  const nearlyRight = fc
    .tuple(
      fc.constantFrom(...Object.keys(right)),
      fc.option(odd, { nil: undefined }),
      fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, fc.dictionary(oddText, odd, { maxKeys: 2 })),
    )
    .map(([field, value, extra]): Attempt => {
      const body = JSON.stringify({ ...extra, ...right, [field]: value });
      return { body, broken: [field, ...Object.keys(extra)] };
    });
  return fc.oneof({ weight: 2, arbitrary: nearlyRight }, { weight: 1, arbitrary: whatever });
}

/** Bytes without a valid signature, as text. */
export const oddBytes = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 2_000 }), anything);

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

const oddQueryValue = fc.oneof(
  oddText,
  oddNumber.map(String),
  fc.constantFrom("1789999999", "1790000010", "497222", "9007199254740991", "999999999999999", "200", "501"),
  fc.constantFrom(
    "deposit_credited",
    "deposit_credited,position_won,",
    "position_won,position_won",
    ",",
    "all",
    "user_deleted",
  ),
  fc.constantFrom(
    "2026-01-31T00:00:00.000Z",
    "2026-09-21T00:00:00.000Z",
    "2026-02-30T00:00:00Z",
    "2026-01-31T24:00:00Z",
    "0000-01-01T00:00:00Z",
    "0001-12-31T23:59:59.999Z",
    "9999-12-31T23:59:59.999Z",
    "2026-01-31",
  ),
  fc.uuid(),
);

/** A query with names that the call has, and some that it does not have. */
export function oddQuery(names: readonly string[]): fc.Arbitrary<string> {
  const none = fc.constant("");
  const pairs = fc
    .array(fc.tuple(fc.constantFrom(...names, ...names, "__proto__", "from[]", "x"), oddQueryValue), {
      minLength: 1,
      maxLength: 4,
    })
    .map((chosen) => `?${chosen.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")}`);
  const nonsense = fc.constantFrom(
    "?",
    "?&&&=",
    "?from=%",
    "?from=%ff&to=%00",
    "?limit=1&limit=2",
    "?a=%u0031",
    `?from=${"1".repeat(5_000)}`,
  );
  return fc.oneof(
    { weight: names.length > 0 ? 1 : 8, arbitrary: none },
    { weight: names.length > 0 ? 6 : 1, arbitrary: pairs },
    { weight: 1, arbitrary: nonsense },
  );
}

const UNFIT_IDS = [
  "%00",
  "..",
  ".",
  "%2e%2e%2f",
  "a".repeat(300),
  "{id}",
  "null",
  "00000000-0000-0000-0000-00000000000G",
];

/** A part of a path: an existing id in either case, an unknown one, or nonsense. */
export function oddPathPart(endpoint: Endpoint, there: readonly string[]): fc.Arbitrary<string> {
  if (!isDescribed(endpoint.params)) return fc.constant("");
  const nonsense = fc.oneof(oddText.map(encode), fc.uuid(), fc.constantFrom(...UNFIT_IDS));
  if (there.length === 0) return nonsense;
  const existing = fc.constantFrom(...there, ...there.map((id) => id.toUpperCase()));
  return fc.oneof({ weight: 3, arbitrary: existing }, { weight: 1, arbitrary: nonsense });
}

export const oddHeader = fc.oneof(
  // Without control characters, which the test's own client cannot send.
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .map((code) => String.fromCharCode(code === 0x7f ? 0x80 : code)),
    maxLength: 210,
  }),
  fc.constantFrom("", " ", "key", "key", "the same key", "a,b", "x".repeat(201)),
);
/** The headers that a caller chooses. */
export const oddHeaders = fc.record(
  {
    "idempotency-key": oddHeader,
    "accept-language": oddHeader,
    "user-agent": oddHeader,
    "if-none-match": oddHeader,
    "x-forwarded-for": oddHeader,
  },
  { requiredKeys: [] },
);

import * as z from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import { SCOPES } from "../key-scopes.ts";
import { byId, hasNoNul, instant, uuid, wellFormed } from "../values.ts";

const MOST_ADDRESSES = 20;
const MOST_DAYS = 366;

/** A key for programs of its owner. `begins` is its first characters, by which the owner recognises it. */
export const apiKey = z.object({
  id: uuid,
  name: z.string(),
  begins: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** The addresses and networks it works from; empty for everywhere. */
  addresses: z.array(z.string()),
  createdAt: instant,
  /** Null if it does not expire. */
  expiresAt: z.nullable(instant),
  /** The time of its last use, to the minute; null before the first. */
  lastUsedAt: z.nullable(instant),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = endpoint("listApiKeys", {
  summary: "List the API keys of the account, the newest first",
  audience: "user",
  reply: z.array(apiKey),
});

export const createApiKey = endpoint("createApiKey", {
  summary: "Create an API key; the answer holds it, and nothing shows it again",
  audience: "user",
  stepUp: "always",
  body: z.strictObject({
    name: z
      .string({ error: "key_name_invalid" })
      .check(
        wellFormed(),
        z.trim(),
        z.minLength(1, "key_name_invalid"),
        z.maxLength(50, "key_name_invalid"),
        z.refine(hasNoNul, "key_name_invalid"),
      ),
    scopes: z
      .array(z.enum(SCOPES, { error: "key_scopes_invalid" }), { error: "key_scopes_invalid" })
      .check(z.minLength(1, "key_scopes_invalid"), z.maxLength(SCOPES.length, "key_scopes_invalid")),
    /** Addresses such as 203.0.113.7 and networks such as 2001:db8::/48; without any it works from everywhere. */
    addresses: z.optional(
      z
        .array(
          z
            .string({ error: "key_addresses_invalid" })
            .check(z.trim(), z.maxLength(50, "key_addresses_invalid")),
          { error: "key_addresses_invalid" },
        )
        .check(z.maxLength(MOST_ADDRESSES, "key_addresses_invalid")),
    ),
    /** Whole days from now; without it the key does not expire. */
    expiresInDays: z.optional(
      z.nullable(
        z
          .number({ error: "key_expiry_invalid" })
          .check(
            z.int("key_expiry_invalid"),
            z.minimum(1, "key_expiry_invalid"),
            z.maximum(MOST_DAYS, "key_expiry_invalid"),
          ),
      ),
    ),
  }),
  /** `key` goes into the header `Authorization: Bearer <key>`. */
  reply: z.object({ key: z.string(), apiKey }),
  status: 201,
  refusals: [
    "key_name_invalid",
    "key_scopes_invalid",
    "key_addresses_invalid",
    "key_address_invalid",
    "key_expiry_invalid",
    "too_many_keys",
  ],
});

export const revokeApiKey = endpoint("revokeApiKey", {
  summary: "Revoke an API key; its live connections end at once",
  audience: "user",
  params: byId,
  reply: done,
  refusals: ["id_invalid", "not_found"],
});

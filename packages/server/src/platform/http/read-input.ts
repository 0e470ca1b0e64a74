import { createHash } from "node:crypto";
import { isDescribed } from "@veritick/contract/endpoint.ts";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { isErrorCode } from "@veritick/contract/errors.ts";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { refuse } from "../refusal.ts";
import type { Refused } from "../refusal.ts";
import type { Call, IdempotencyClaim } from "./call.ts";

type Input = Pick<Call<Endpoint>, "params" | "query" | "body">;

/** Path, query and body as the contract describes them. A body that the call does not take is not looked at. */
export function readInput(endpoint: Endpoint, request: FastifyRequest): Input | Refused {
  const body = isDescribed(endpoint.body) ? request.body : undefined;
  const read = { params: request.params, query: request.query, body };
  for (const part of ["params", "query", "body"] as const) {
    const result = z.safeParse(endpoint[part], read[part]);
    if (!result.success) return refusalOfIssue(result.error.issues[0]);
    read[part] = result.data;
  }
  return read;
}

/** The schema's own code where the field has one; otherwise the request as a whole is at fault. */
function refusalOfIssue(issue: z.core.$ZodIssue | undefined): Refused {
  const field = issue?.path.find((step) => typeof step === "string");
  const code = issue !== undefined && isErrorCode(issue.message) ? issue.message : "body_invalid";
  return refuse(code, field === undefined ? {} : { field });
}

/** The key, with a digest of what it stands for; undefined where none was sent. */
export function readIdempotencyKey(
  endpoint: Endpoint,
  request: FastifyRequest,
  body: unknown,
): IdempotencyClaim | Refused | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key)) return refuse("idempotency_key_invalid");
  const requestHash = createHash("sha256")
    .update(`${endpoint.method} ${request.url}\n${canonicalJson(body, endpoint.secrets)}`)
    .digest();
  return { key, requestHash };
}

/**
 * The checked body with its keys in order, so that the same request has the same digest however it was written. The
 * digest is stored, so secrets stay out of it: a short one could be found by trying all there are.
 */
function canonicalJson(body: unknown, secrets: readonly string[]): string {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>)
    .filter(([name]) => !secrets.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(fields, (_key, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
}

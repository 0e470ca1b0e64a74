import type { Endpoint } from "@veritick/contract/endpoint.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { isRefused, refuse } from "../refusal.ts";
import type { Refused } from "../refusal.ts";
import { addressKey } from "./headers.ts";
import { sendRefusal } from "./server.ts";

/** The most proven calls worked on at once. Further callers have to call again later. */
const MOST_AT_ONCE = 64;
/** The largest body. Anybody may send one, and it is read before its signature is checked. A callback has about 1 KB. */
const BODY_LIMIT = 8 * 1024;

export type RawHandler = (call: {
  params: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  /** Exactly the bytes that were sent. The signature covers them. */
  body: Buffer;
}) => Promise<Refused | undefined>;

export type BindRaw = (endpoint: Endpoint, handler: RawHandler) => void;

/**
 * Binds a call that a signature over its raw body proves to its handler. Such calls have no session. Only those with a wrong
 * signature are limited: proven ones may come from the same address, and a refused callback is a payment heard of late.
 *
 * @param mayFail false if too many calls from this address had a wrong signature
 */
export function bindRaw(
  http: FastifyInstance,
  mayFail: (place: string) => boolean,
  endpoint: Endpoint,
  handler: RawHandler,
): void {
  let running = 0;
  void http.register(async (raw) => {
    // The body is read as bytes, whatever content type the caller states.
    raw.addHook("onRequest", async (request) => {
      request.headers["content-type"] = "application/octet-stream";
    });
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    raw.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      bodyLimit: BODY_LIMIT,
      async handler(request, reply) {
        const params = z.safeParse(endpoint.params, request.params);
        if (!params.success) return sendRefusal(request, reply, refuse("not_found"));
        if (running >= MOST_AT_ONCE) {
          return sendRefusal(request, reply, refuse("too_many_requests", { retryAfterSeconds: 5 }));
        }
        running += 1;
        try {
          const refusal = await handler({
            params: params.data as Record<string, string>,
            headers: request.headers,
            body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          });
          if (refusal?.refused === "callback_refused" && !mayFail(addressKey(request.ip)))
            return sendRefusal(request, reply, refuse("too_many_requests", { retryAfterSeconds: 60 }));
          if (isRefused(refusal)) return sendRefusal(request, reply, refusal);
          return reply.header("cache-control", "no-store").send({ ok: true });
        } finally {
          running -= 1;
        }
      },
    });
  });
}

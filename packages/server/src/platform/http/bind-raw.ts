import type { Endpoint } from "@veritick/contract/endpoint.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { isRefused, refuse } from "../refusal.ts";
import type { Refused } from "../refusal.ts";
import { sendRefusal } from "./server.ts";

/**
 * The most calls worked on at once. Further callers have to call again later. The body's size is bounded as for every
 * request.
 */
const MOST_AT_ONCE = 64;

export type RawHandler = (call: {
  params: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  /** Exactly the bytes that were sent. The signature covers them. */
  body: Buffer;
}) => Promise<Refused | undefined>;

/** Binds a call that a signature over its raw body proves to its handler. Such calls have no session and no rate limit. */
export function bindRaw(http: FastifyInstance, endpoint: Endpoint, handler: RawHandler): void {
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
          if (isRefused(refusal)) return sendRefusal(request, reply, refusal);
          return reply.header("cache-control", "no-store").send({ ok: true });
        } finally {
          running -= 1;
        }
      },
    });
  });
}

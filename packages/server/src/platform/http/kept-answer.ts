import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A text that is sent again and again: compressed once, and not sent to those who have it. */
export function keptAnswer(text: string): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const plain = Buffer.from(text);
  const etag = `"${createHash("sha256").update(plain).digest("base64url")}"`;
  const forms = [
    { encoding: "br", body: brotliCompressSync(plain) },
    { encoding: "gzip", body: gzipSync(plain) },
  ];
  return (request, reply) => {
    void reply.header("etag", etag).header("vary", "accept-encoding");
    if (request.headers["if-none-match"]?.includes(etag) === true) return reply.code(304).send();
    const accepted = acceptedEncodings(request.headers["accept-encoding"]);
    const form = forms.find(({ encoding }) => accepted.includes(encoding));
    if (form === undefined) return reply.send(plain);
    return reply.header("content-encoding", form.encoding).send(form.body);
  };
}

/** The names in an `Accept-Encoding`, without those it refuses by a weight of zero. */
function acceptedEncodings(header: string | string[] | undefined): string[] {
  return String(header ?? "")
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/i.test(part))
    .map((part) => part.split(";")[0]!.trim().toLowerCase());
}

import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { correctedHint } from "./headers.ts";
import type { SessionCookie } from "./headers.ts";
import { sendRefusal } from "./server.ts";

type WebAppOptions = {
  /** The folder of the built web app. */
  root: string;
  cookie: SessionCookie;
  publicUrl: URL | undefined;
};

/**
 * Serves the built web app. Its files carry their content's hash in the name and may be kept for good; the page
 * itself is asked for each time. Any other path is the app's to route.
 */
export async function webApp(http: FastifyInstance, options: WebAppOptions): Promise<void> {
  const { root } = options;
  const isBuilt = existsSync(join(root, "index.html"));
  if (isBuilt) {
    await http.register(fastifyStatic, {
      root,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (response, path) => {
        response.header(
          "cache-control",
          relative(root, path).startsWith("assets") ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });
  }
  const sendPage = isBuilt ? pageSender(options) : undefined;
  http.setNotFoundHandler((request, reply) => {
    const isPage = request.method === "GET" || request.method === "HEAD";
    // A file of an earlier build is gone: the page must not come in its place.
    const isNoPage = /^\/(api|assets)(\/|\?|$)/.test(request.url);
    if (isNoPage || !isPage || sendPage === undefined) {
      return sendRefusal(request, reply, { refused: "not_found" });
    }
    return sendPage(request, reply);
  });
}

/** Keeps the page of the build that this server began with, as its file list is of that build as well. */
function pageSender({ root, cookie, publicUrl }: WebAppOptions) {
  const html = readFileSync(join(root, "index.html"), "utf8");
  const answer = keptAnswer(publicUrl === undefined ? html : withOrigin(html, publicUrl.origin));
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const hint = correctedHint(cookie, request.headers.cookie);
    if (hint !== undefined) void reply.header("set-cookie", hint);
    void reply.type("text/html; charset=utf-8").header("cache-control", "no-cache");
    return answer(request, reply);
  };
}

/** Other sites follow no relative address to the picture that they show of a link. */
function withOrigin(html: string, origin: string): string {
  return html.replace(/(<meta property="og:image" content=")\//, `$1${origin}/`);
}

/** A text that is sent again and again: compressed once, and not sent to those who have it. */
function keptAnswer(text: string): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
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

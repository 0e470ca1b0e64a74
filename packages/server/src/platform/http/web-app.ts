import { openApiDocument } from "@veritick/contract/endpoints/openapi.ts";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { correctedHint } from "./headers.ts";
import type { SessionCookie } from "./headers.ts";
import { productVersion } from "../version.ts";
import { sendRefusal } from "./server.ts";

type WebAppOptions = {
  root: string;
  cookie: SessionCookie;
  publicUrl: URL | undefined;
};

/**
 * Serves the built web app. Its files carry their content's hash in the name, so browsers may keep them for good; browsers
 * revalidate the page itself each time. The app routes any other path.
 */
export async function webApp(http: FastifyInstance, options: WebAppOptions): Promise<void> {
  const { root } = options;
  const isBuilt = existsSync(join(root, "index.html"));
  const sendFile = isBuilt ? fileSender(root) : () => undefined;
  const sendPage = isBuilt ? pageSender(options) : undefined;
  http.setNotFoundHandler((request, reply) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const sent = isRead ? sendFile(request, reply) : undefined;
    if (sent !== undefined) return sent;
    // The file belongs to an earlier build. The server must not send the page in its place.
    const isNoPage = /^\/(api|assets|beacon|log|\.well-known)(\/|\?|$)/.test(request.url);
    if (isNoPage || !isRead || sendPage === undefined) {
      return sendRefusal(request, reply, { refused: "not_found" });
    }
    return sendPage(request, reply);
  });
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/**
 * Returns a function that sends a file of the build, or returns undefined if the path is none. A page asks for some fifty
 * files, so each is read once and kept: together they are a few megabytes. The function looks paths up itself, because two
 * hundred routes would take longer than the rest of a start.
 */
function fileSender(root: string): (...call: Parameters<Answer>) => FastifyReply | undefined {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  const known = new Set(paths.filter((path) => TYPES[extname(path)] !== undefined));
  const answers = new Map<string, Answer>();
  return (request, reply) => {
    const path = request.url.split("?", 1)[0]!.slice(1);
    if (!known.has(path)) return undefined;
    const answer = answers.get(path) ?? keptFile(join(root, path));
    // A later build has removed the file.
    if (answer === undefined) return undefined;
    answers.set(path, answer);
    const caching = path.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    void reply.type(TYPES[extname(path)]!).header("cache-control", caching);
    return answer(request, reply);
  };
}

function keptFile(path: string): Answer | undefined {
  const read = (name: string) => (existsSync(name) ? readFileSync(name) : undefined);
  const plain = read(path);
  return plain && keptAnswer({ plain, br: read(`${path}.br`), gzip: read(`${path}.gz`) });
}

/** Keeps the page of the build with which this server began. The list of files is of the same build. */
function pageSender({ root, cookie, publicUrl }: WebAppOptions) {
  const html = readFileSync(join(root, "index.html"), "utf8");
  const plain = Buffer.from(publicUrl === undefined ? html : withOrigin(html, publicUrl.origin));
  const answer = keptAnswer({ plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) });
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const hint = correctedHint(cookie, request.headers.cookie);
    if (hint !== undefined) void reply.header("set-cookie", hint);
    void reply.type("text/html; charset=utf-8").header("cache-control", "no-cache");
    return answer(request, reply);
  };
}

/** Makes the address of the preview picture absolute, because other sites follow no relative one. */
function withOrigin(html: string, origin: string): string {
  return html.replace(/(<meta property="og:image" content=")\//, `$1${origin}/`);
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
type Forms = { plain: Buffer; br: Buffer | undefined; gzip: Buffer | undefined };

/** Returns an answer that is kept compressed, and replies with a 304 to clients that have it. */
function keptAnswer(forms: Forms): Answer {
  const { plain } = forms;
  const etag = `"${createHash("sha256").update(plain).digest("base64url")}"`;
  return (request, reply) => {
    void reply.header("etag", etag).header("vary", "accept-encoding");
    if (request.headers["if-none-match"]?.includes(etag) === true) return reply.code(304).send();
    const accepted = acceptedEncodings(request.headers["accept-encoding"]);
    const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name) && forms[name]);
    if (encoding === undefined) return reply.send(plain);
    return reply.header("content-encoding", encoding).send(forms[encoding]);
  };
}

/** Returns the names in an `Accept-Encoding`, without those that it refuses by a weight of zero. */
function acceptedEncodings(header: string | string[] | undefined): string[] {
  return String(header ?? "")
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/i.test(part))
    .map((part) => part.split(";")[0]!.trim().toLowerCase());
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Veritick API</title>
    <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css" />
  </head>
  <body>
    <div id="api"></div>
    <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `window.addEventListener("load", () => {
  SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#api", deepLinking: true, validatorUrl: null });
});
`;

let json: string | undefined;
/** Made at the first request, because it takes some 30 ms. */
const documentText = (): string => (json ??= JSON.stringify(openApiDocument(productVersion())));

/** Serves the description of all calls, for programs at /api/openapi.json and for people at /api/docs. */
export async function docsPage(http: FastifyInstance): Promise<void> {
  const assets = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  http.get("/api/openapi.json", (_request, reply) =>
    reply
      .type("application/json; charset=utf-8")
      .header("cache-control", "public, max-age=300")
      .send(documentText()),
  );
  http.get("/api/docs", (_request, reply) => {
    // Swagger UI builds its own styles at run time. All else is as on every page.
    const policy = String(reply.getHeader("content-security-policy"));
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", policy.replace("style-src 'self'", "$& 'unsafe-inline'"))
      .send(PAGE);
  });
  http.get("/api/docs/start.js", (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(START),
  );
  await http.register(fastifyStatic, {
    root: assets,
    prefix: "/api/docs/assets/",
    decorateReply: false,
    index: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
  });
}

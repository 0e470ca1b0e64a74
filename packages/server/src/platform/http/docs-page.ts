import { createRequire } from "node:module";
import { dirname } from "node:path";
import fastifyStatic from "@fastify/static";
import { openApiDocument } from "@veritick/contract/endpoints/openapi.ts";
import type { FastifyInstance } from "fastify";

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
/** Takes some 30 ms to make, which a process that nobody asks for it does not spend. */
const documentText = (): string => (json ??= JSON.stringify(openApiDocument()));

/** The description of all calls, for programs at /api/openapi.json and for people at /api/docs. */
export async function docsPage(http: FastifyInstance): Promise<void> {
  const assets = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  http.get("/api/openapi.json", (_request, reply) =>
    reply
      .type("application/json; charset=utf-8")
      .header("cache-control", "public, max-age=300")
      .send(documentText()),
  );
  http.get("/api/docs", (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      // The reader builds its own styles at run time.
      .header(
        "content-security-policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
      )
      .send(PAGE),
  );
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

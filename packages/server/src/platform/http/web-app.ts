import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { sendRefusal } from "./server.ts";

/**
 * Serves the built web app. Its files carry their content's hash in the name and may be kept for good; the page
 * itself is asked for each time. Any other path is the app's to route.
 */
export async function webApp(http: FastifyInstance, root: string): Promise<void> {
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
  http.setNotFoundHandler((request, reply) => {
    const isPage = request.method === "GET" || request.method === "HEAD";
    // A file of an earlier build is gone: the page must not come in its place.
    const isNoPage = /^\/(api|assets)(\/|\?|$)/.test(request.url);
    if (isNoPage || !isPage || !isBuilt) {
      return sendRefusal(request, reply, { refused: "not_found" });
    }
    return reply.sendFile("index.html");
  });
}

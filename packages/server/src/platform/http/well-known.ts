import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";

const VALID_MS = 180 * 24 * 3600 * 1000;

/** Serves the addresses at which researchers and password managers look first. */
export function wellKnown(
  http: FastifyInstance,
  {
    clock,
    publicUrl,
    securityContact,
  }: { clock: Clock; publicUrl: URL | undefined; securityContact: string | undefined },
): void {
  // https://w3c.github.io/webappsec-change-password-url/
  http.get("/.well-known/change-password", (_request, reply) => reply.redirect("/profile#account", 302));

  if (securityContact === undefined || publicUrl === undefined) return;
  const path = "/.well-known/security.txt";
  // RFC 9116 wants an end within a year. The server that answers is kept up to date, so the end moves on.
  http.get(path, (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(
        [
          `Contact: ${securityContact}`,
          `Expires: ${new Date(clock.nowMs() + VALID_MS).toISOString()}`,
          "Preferred-Languages: en, fr",
          `Canonical: ${new URL(path, publicUrl).href}`,
          "",
        ].join("\n"),
      ),
  );
}

import Fastify from "fastify";
import { expect, it } from "vitest";
import { movableClock, START_MS } from "../../../testing/movable-clock.ts";
import { wellKnown } from "./well-known.ts";

function serve(securityContact: string | undefined) {
  const http = Fastify();
  const publicUrl = new URL("https://veritick.example/");
  wellKnown(http, { clock: movableClock(), publicUrl, securityContact });
  return (path: string) => http.inject(`/.well-known/${path}`);
}

it("names the contact of SECURITY_CONTACT as RFC 9116 asks, with an end within a year", async () => {
  const { headers, body } = await serve("mailto:security@veritick.example")("security.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  const expires = /^Expires: (.*)$/m.exec(body)![1]!;
  expect(body).toBe(
    `Contact: mailto:security@veritick.example\nExpires: ${expires}\nPreferred-Languages: en, fr\n` +
      "Canonical: https://veritick.example/.well-known/security.txt\n",
  );
  const days = (Date.parse(expires) - START_MS) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(366);
});

it("has no such file without the setting", async () => {
  expect((await serve(undefined)("security.txt")).statusCode).toBe(404);
});

it("leads password managers to the form that changes a password", async () => {
  const { statusCode, headers } = await serve(undefined)("change-password");
  expect([statusCode, headers.location]).toEqual([302, "/profile#account"]);
});

import * as fc from "fast-check";
import Fastify from "fastify";
import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { createLog } from "../telemetry/log.ts";
import { addressKey, clientAddress, isCrossOrigin, languageOf, sessionCookie } from "./headers.ts";
import { createHttp } from "./server.ts";

const plain = sessionCookie(false);
const secure = sessionCookie(true);

describe("the session cookie", () => {
  it("reads back what it set, among other cookies", () => {
    const token = fc.stringMatching(/^[\w-]{1,50}$/);
    fc.assert(
      fc.property(token, (value) => {
        for (const cookie of [plain, secure]) {
          const sent = cookie.set(value, 60).split(";")[0]!;
          expect(cookie.read(`theme=dark; ${sent}; language=fr`)).toBe(value);
          expect(cookie.read(sent)).toBe(value);
        }
      }),
    );
  });

  it.each([
    undefined,
    "",
    "sessions=a",
    "xsession=a",
    "session",
    "sessionx",
    "theme=session=a",
    "Session=a",
    ";;; =",
  ])("is not in %j", (header) => {
    expect(plain.read(header)).toBeUndefined();
  });

  it("has its own name over https, so that a planted plain cookie is not accepted", () => {
    expect(secure.read("session=planted")).toBeUndefined();
    expect(secure.read("session=planted; __Host-session=own")).toBe("own");
  });

  it("is cleared with the attributes it was set with", () => {
    expect(plain.clear()).toBe("session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
    expect(secure.clear()).toBe("__Host-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure");
  });

  it("accepts any header without throwing", () => {
    fc.assert(fc.property(fc.string(), (header) => void plain.read(header)));
  });
});

describe("the language asked for", () => {
  it.each([
    ["fr", "fr"],
    ["en", "en"],
    ["FR-ca", "fr"],
    ["en-US,en;q=0.9,fr;q=0.8", "en"],
    ["fr;q=0.8,en;q=0.9", "en"],
    ["de,fr;q=0.5", "fr"],
    [" fr ; q=1.0 , en", "fr"],
    ["en;q=0,fr;q=0.1", "fr"],
    ["de", undefined],
    ["*", undefined],
    ["", undefined],
    ["fr;q=0", undefined],
    ["french", undefined],
    [undefined, undefined],
  ])("by %j is %j", (header, language) => {
    expect(languageOf(header)).toBe(language);
  });

  it("is English, French or none, whatever the header", () => {
    fc.assert(fc.property(fc.string(), (header) => [undefined, "en", "fr"].includes(languageOf(header))));
  });
});

const host = "veritick.example";

describe("a request from another site", () => {
  it.each([
    ["a program, which sends neither header", {}, false],
    ["our own page", { origin: "http://veritick.example", "sec-fetch-site": "same-origin" }, false],
    ["the address bar", { "sec-fetch-site": "none" }, false],
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, true],
    ["another site in an old browser", { origin: "https://evil.example" }, true],
    ["a sibling", { origin: "http://x.veritick.example", "sec-fetch-site": "same-site" }, true],
    ["a name that only begins alike", { origin: "http://veritick.example.evil.example" }, true],
    ["another port", { origin: "http://veritick.example:81" }, true],
    ["a sandboxed frame", { origin: "null" }, true],
    ["nonsense", { origin: "://" }, true],
    [
      "our own origin said to be cross-site",
      { origin: "http://veritick.example", "sec-fetch-site": "cross-site" },
      true,
    ],
  ])("is told apart from our own: %s", (_name, headers, expected) => {
    expect(isCrossOrigin({ host, ...headers }, undefined)).toBe(expected);
  });

  it("is measured by PUBLIC_URL where that is set, scheme included", () => {
    const from = (origin: string) =>
      isCrossOrigin({ host: "internal:3000", origin }, "https://veritick.example");
    expect(from("https://veritick.example")).toBe(false);
    expect(from("http://veritick.example")).toBe(true);
    expect(from("http://internal:3000")).toBe(true);
  });
});

it("lets pages ask the addresses that are given, and no others", async () => {
  const policyOf = async (connectsTo?: string[]) => {
    const http = await createHttp({
      log: createLog("silent"),
      publicUrl: undefined,
      trustedProxies: [],
      isClosing: () => false,
      ...(connectsTo && { connectsTo }),
    });
    const { headers } = await fetch(await http.listen({ port: 0, host: "127.0.0.1" }));
    await http.close();
    return String(headers.get("content-security-policy")).split(";");
  };
  expect(await policyOf()).toContain("connect-src 'self'");
  expect(await policyOf(["https://api.drand.sh", "http://localhost:4444/a/b"])).toContain(
    "connect-src 'self' https://api.drand.sh http://localhost:4444",
  );
});

const requestFrom = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

it.each([
  [[], "203.0.113.7", "198.51.100.1", "203.0.113.7"],
  [["10.0.0.1"], "203.0.113.7", "198.51.100.1", "203.0.113.7"],
  [["10.0.0.1"], "10.0.0.1", "198.51.100.1", "198.51.100.1"],
  [["10.0.0.1"], "10.0.0.1", "192.0.2.9, 198.51.100.1", "198.51.100.1"],
  [["10.0.0.0/8"], "::ffff:10.0.0.1", "192.0.2.9, 198.51.100.1, 10.2.0.1", "198.51.100.1"],
  [["loopback"], "::1", "nonsense", "nonsense"],
  [["loopback"], "127.0.0.1", undefined, "127.0.0.1"],
])(
  "behind %j, a request from %s forwarded for %s comes from %s",
  async (proxies, remote, forwarded, from) => {
    expect(clientAddress(proxies)(requestFrom(remote, forwarded))).toBe(from);

    const http = Fastify({ trustProxy: proxies.length > 0 ? proxies : false });
    http.get("/", (request) => request.ip);
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    expect((await http.inject({ url: "/", remoteAddress: remote, headers })).body).toBe(from);
  },
);

it("is empty if the connection has closed meanwhile", () => {
  expect(clientAddress([])(requestFrom(undefined))).toBe("");
  expect(clientAddress(["loopback"])(requestFrom(undefined, "198.51.100.1"))).toBe("");
});

describe("one address, as it is counted", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["2001:db8::1:2:3:4", "2001:db8:0:0::/64"],
    [undefined, ""],
  ])("%s counts as %s", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

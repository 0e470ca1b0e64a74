import Fastify from "fastify";
import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { addressKey, clientAddress } from "./client-address.ts";

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
  ])("%s counts as %s", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

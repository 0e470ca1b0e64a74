import { once } from "node:events";
import http, { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import { connect } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { movableClock } from "../../testing/movable-clock.ts";
import { useNameServer } from "../../testing/name-server.ts";
import { Relay } from "../beacon/ask-relay.ts";
import { vendorCaller } from "../payments/nowpayments/call-vendor.ts";
import { vendorQueue } from "../payments/nowpayments/vendor-queue.ts";
import { createScreening } from "../payments/screening/ask-screening.ts";
import { createLog } from "./telemetry/log.ts";
import { createMetrics } from "./telemetry/metrics.ts";
import { proxyFor, useOutgoingProxy } from "./outgoing-proxy.ts";
import { isPublicAddress, NotPostedError, postOutside } from "./http/post-outside.ts";

/** A self-signed certificate for outside.example, valid until 2126, with its key. For this test only. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBpzCCAU2gAwIBAgIUcf5sI9JuUBQudcePcSDOC3/qFaQwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPb3V0c2lkZS5leGFtcGxlMCAXDTI2MTEzMDEwNTEyNFoYDzIx
MjYxMTA2MTA1MTI0WjAaMRgwFgYDVQQDDA9vdXRzaWRlLmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAS6C7m9b0Zwn9lLjZeOEjYqD4flhC3wAi42y2BQ
dd8mLgSGyoseoilFJFURM/iN7TucApShbLBnQMX1NQR6zDiho28wbTAdBgNVHQ4E
FgQUa6t+rD16RPzA/YeDQZ+Myl+n3UEwHwYDVR0jBBgwFoAUa6t+rD16RPzA/YeD
QZ+Myl+n3UEwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgg9vdXRzaWRlLmV4
YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIhAMXRXcm+Z+DYecxDjf6ASw2xGJFZYzQB
UU1b0GHEy1QoAiBPsoqYUqod+KL9WQNeQ2jPV/wgY2QtXLrrpaI1YpnPxw==
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgk1FYFIPXpc0Otjoy
if7eHzzTT8+JPZXvDRFaAOrQh6ShRANCAAS6C7m9b0Zwn9lLjZeOEjYqD4flhC3w
Ai42y2BQdd8mLgSGyoseoilFJFURM/iN7TucApShbLBnQMX1NQR6zDih
-----END PRIVATE KEY-----
`;

const known = getCACertificates();
beforeAll(() => setDefaultCACertificates([...known, cert]));
afterAll(() => setDefaultCACertificates(known));

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

type Asked = { to: string; login: string | undefined };

/**
 * Starts an HTTPS server as outside.example, and a proxy that connects to it whatever it is asked for.
 *
 * @param answer what the proxy answers instead of connecting: a status, or nothing at all
 */
async function outside(answer?: number | "nothing") {
  const asked: Asked[] = [];
  const hosts: (string | undefined)[] = [];
  const site = createServer({ cert, key }, (request, response) => {
    hosts.push(request.headers.host);
    response.statusCode = 418;
    response.end("{}");
  });
  const sitePort = await portOf(site);
  const sockets = new Set<Socket>();
  const proxy = createPlainServer().on("connect", (request, client: Socket) => {
    asked.push({ to: request.url!, login: request.headers["proxy-authorization"] });
    sockets.add(client.on("error", () => {}));
    if (answer === "nothing") return client.resume().once("end", () => client.end());
    if (answer !== undefined) return client.end(`HTTP/1.1 ${answer} No\r\n\r\n`);
    const behind = connect(sitePort, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connected\r\n\r\n");
      behind.pipe(client).pipe(behind);
    });
    sockets.add(behind.on("error", () => {}));
    client.on("close", () => behind.destroy());
  });
  const url = new URL(`http://user:p%40ss@127.0.0.1:${await portOf(proxy)}`);
  onTestFinished(useOutgoingProxy({ url, except: ["direct.example"] }));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  return { asked, hosts, sockets, url };
}

const LOGIN = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;

const post = (url: string, limitMs = 10_000) =>
  postOutside(url, {
    headers: {},
    body: "{}",
    signal: AbortSignal.timeout(limitMs),
    reaches: isPublicAddress,
  });
const whyNot = (url: string, limitMs?: number) =>
  post(url, limitMs).then(
    ({ status }) => status,
    (error: unknown) => (error as NotPostedError).why,
  );

const clock = movableClock(1_000_000);
const log = createLog("silent");
const metrics = createMetrics();

const CALLS = {
  relay: () => new Relay("https://outside.example", "abc").ask(7, AbortSignal.timeout(5_000)),
  screening: () => {
    const settings = { url: "https://outside.example/ask", key: Buffer.alloc(24) };
    return createScreening(settings, { clock, log, metrics })!.ask("n", {
      id: "1",
      kind: "deposit",
    } as never);
  },
  "payment provider": () => {
    const reach = { baseUrl: "https://outside.example/v1", apiKey: "k", timeoutMs: 5_000, clock, log };
    const call = vendorCaller({ ...reach, queue: vendorQueue(clock, 3) });
    return call({ method: "GET", path: "/status" }).catch((error: Error) => error.message);
  },
};

it.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
  "asks a %s through the proxy, by its name",
  async (name) => {
    const { asked, hosts } = await outside();
    expect(JSON.stringify(await CALLS[name]())).toContain("418");
    expect(asked).toEqual([{ to: "outside.example:443", login: LOGIN }]);
    expect(hosts).toEqual(["outside.example"]);
  },
);

it.each(Object.keys(CALLS) as (keyof typeof CALLS)[])("names the proxy's refusal of a %s", async (name) => {
  await outside(407);
  expect(JSON.stringify(await CALLS[name]())).toContain("proxy_status_407");
});

it("posts outside through the proxy, which gets the address that was checked and not the name", async () => {
  await useNameServer({ "outside.example": "93.184.216.34" });
  const { asked, hosts } = await outside();
  expect(await post("https://outside.example/hook")).toMatchObject({ status: 418 });
  expect(asked).toEqual([{ to: "93.184.216.34:443", login: LOGIN }]);
  expect(hosts).toEqual(["outside.example"]);
});

it("asks the proxy for no address that the sender may not reach", async () => {
  await useNameServer({ "inside.example": "10.0.0.9", "cloud.example": "169.254.169.254" });
  const { asked } = await outside();
  for (const host of ["inside.example", "cloud.example", "10.0.0.9", "[::ffff:10.0.0.9]", "2130706433"])
    expect(await whyNot(`https://${host}/`), host).toBe("address_not_allowed");
  expect(asked).toEqual([]);
});

it("checks the certificate for the name although the proxy got an address", async () => {
  await useNameServer({ "other.example": "93.184.216.34" });
  const { asked } = await outside();
  expect(await whyNot("https://other.example/")).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  expect(await whyNot("https://93.184.216.34/")).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  expect(asked).toHaveLength(2);
});

it("ends a post when the proxy refuses it, or does not answer in time", async () => {
  await useNameServer({ "outside.example": "93.184.216.34" });
  await outside(403);
  expect(await whyNot("https://outside.example/")).toBe("proxy_status_403");
  const { sockets } = await outside("nothing");
  expect(await whyNot("https://outside.example/", 300)).toBe("time_limit");
  const [held] = sockets;
  if (!held!.destroyed) await once(held!, "close");
});

it("looks names up itself where it posts directly, also if Node.js was told of a proxy", async () => {
  await useNameServer({ "direct.example": "10.0.0.9" });
  const { asked, url } = await outside();
  expect(await whyNot("https://direct.example/")).toBe("address_not_allowed");
  // NODE_USE_ENV_PROXY=1 does this.
  onTestFinished(http.setGlobalProxyFromEnv({ HTTPS_PROXY: url.href }));
  expect(await whyNot("https://direct.example/")).toBe("address_not_allowed");
  expect(asked).toEqual([]);
});

it("leaves out plain http, this machine and what NO_PROXY names", () => {
  const url = new URL("http://proxy.example:3128");
  const except = ["one.example", "two.example:8443", ".three.example", "*.four.example", "192.0.2.7"];
  onTestFinished(useOutgoingProxy({ url, except }));
  const isDirect = (target: string) => proxyFor(new URL(target)) === undefined;
  const direct = [
    "http://outside.example",
    "https://localhost:3000",
    "https://127.0.0.1",
    "https://[::1]:1",
    "https://ONE.example",
    "https://two.example:8443",
    "https://a.three.example",
    "https://a.b.four.example",
    "https://192.0.2.7",
  ];
  for (const target of direct) expect(isDirect(target), target).toBe(true);
  const proxied = [
    "https://outside.example",
    "https://a.one.example",
    "https://two.example",
    "https://three.example",
    "https://notfour.example",
    "https://192.0.2.70",
  ];
  for (const target of proxied) expect(isDirect(target), target).toBe(false);
  onTestFinished(useOutgoingProxy({ url, except: ["*"] }));
  expect(isDirect("https://outside.example")).toBe(true);
});

import type { LookupAddress } from "node:dns";
import { request as requestHttp } from "node:http";
import type { Agent } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import type { TLSSocket } from "node:tls";
import { asLookup, resolveHost } from "../resolve-host.ts";
import type { Lookup } from "../resolve-host.ts";
import { connectThrough, proxyFor } from "../outgoing-proxy.ts";

const PRIVATE = new BlockList();
const LOCAL = new BlockList();
for (const [network, prefix] of [
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  LOCAL.addSubnet(network, prefix, "ipv4");
  PRIVATE.addSubnet(network, prefix, "ipv4");
}
LOCAL.addAddress("::1", "ipv6");
LOCAL.addSubnet("fc00::", 7, "ipv6");
/** Private networks in which a cloud hands out secrets. AWS uses this one, which is not link-local. */
const CLOUD = new BlockList();
CLOUD.addSubnet("fd00:ec2::", 32, "ipv6");
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv4");
/** The only IPv6 range that is allocated to public networks. The ranges excluded below are not public either. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet("2000::", 3, "ipv6");
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv6");

const familyOf = (address: string) => (isIP(address) === 4 ? "ipv4" : "ipv6");

export const isPublicAddress = (address: string): boolean =>
  isIP(address) === 4
    ? !PRIVATE.check(address, "ipv4")
    : GLOBAL.check(address, "ipv6") && !PRIVATE.check(address, "ipv6");

/**
 * True for this machine and for private networks. Link-local addresses are neither, because clouds hand out secrets there.
 */
export const isLocalAddress = (address: string): boolean =>
  LOCAL.check(address, familyOf(address)) && !CLOUD.check(address, familyOf(address));

/** True for names that only a private network resolves. */
export const isLocalName = (hostname: string): boolean =>
  !hostname.includes(".") || /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/.test(hostname);

/** Returns the IP address in a URL; undefined if the URL has a host name. */
export function addressIn({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? undefined : bare;
}

/** No answer arrived. `why` is `time_limit`, `address_not_allowed` or the network's code, such as ECONNREFUSED. */
export class NotPostedError extends Error {
  override readonly name = "NotPostedError";
  readonly why: string;
  /** True if the other side accepted the connection and did not answer in time. */
  readonly isSilent: boolean;

  constructor(why: string, isSilent = false) {
    super(`no answer (${why})`);
    this.why = why;
    this.isSilent = isSilent;
  }
}

const unreachable = () => new NotPostedError("address_not_allowed");

/** The time in which the name of somebody else's host must be found. */
const NAME_MS = 2_000;

/**
 * Looks a name up for the very connection that uses it, so that the name cannot point elsewhere a moment later. Only names
 * of a private network may take one of the threads: nobody outside can make those hang.
 */
const lookupWith = ({ reaches, signal }: Bounds): Lookup =>
  asLookup((hostname) => resolveOpen(hostname, { reaches, signal }));

type Bounds = { reaches(address: string): boolean; signal: AbortSignal };

async function resolveOpen(hostname: string, { reaches, signal }: Bounds): Promise<LookupAddress[]> {
  const asking = { limitMs: NAME_MS, signal, asksSystem: isLocalName(hostname) };
  const open = (await resolveHost(hostname, asking)).filter(({ address }) => reaches(address));
  if (open.length === 0) throw unreachable();
  return open;
}

/**
 * Connects through a proxy. The name is looked up and checked here, and the proxy gets the address: it may stand in a network
 * in which the name leads elsewhere.
 */
async function tunnelTo(url: URL, proxy: URL, bounds: Bounds): Promise<TLSSocket> {
  const { hostname } = url;
  const given = addressIn(url);
  const found =
    given === undefined ? await resolveOpen(hostname, bounds) : [{ address: given, family: isIP(given) }];
  const { address, family } = found.find((one) => one.family === 4) ?? found[0]!;
  const host = family === 6 ? `[${address}]` : address;
  const socket = await connectThrough(proxy, `${host}:${url.port || 443}`, bounds.signal);
  return connectTls({ socket, ...(given === undefined ? { servername: hostname } : { host: given }) });
}

export type Posted = {
  status: number;
  /** Whole seconds; undefined if the answer gives no number of seconds. */
  retryAfterSeconds: number | undefined;
};

/** The most bytes of an answer that the server waits for. */
const MOST_BYTES = 16_384;

/**
 * Posts to an address that a user has chosen. It connects only to addresses that `reaches` allows, through the proxy for
 * outgoing calls too, follows no redirect and keeps only the answer's status and `Retry-After`.
 *
 * @throws NotPostedError if there is no answer
 */
export async function postOutside(
  target: string,
  options: {
    headers: Record<string, string | number>;
    body: Buffer | string | null;
    /** Ends the call: after a time limit, or because the process ends. */
    signal: AbortSignal;
    reaches(address: string): boolean;
    /** Keeps connections open between calls; it must serve one target only. */
    agent?: Agent;
  },
): Promise<Posted> {
  const { headers, body, signal, reaches, agent } = options;
  const url = new URL(target);
  // A numeric address is not looked up, so `lookupWith` does not check it.
  const address = addressIn(url);
  if (address !== undefined && !reaches(address)) throw unreachable();
  const proxy = proxyFor(url);
  let isConnected = false;
  const failure = (error: Error) => {
    const { code } = error as NodeJS.ErrnoException;
    const isLate = signal.aborted && (signal.reason as Error | undefined)?.name === "TimeoutError";
    const why = isLate || code === "ETIMEDOUT" ? "time_limit" : (code ?? "connection lost");
    return error instanceof NotPostedError ? error : new NotPostedError(why, isLate && isConnected);
  };
  const tunnel =
    proxy && (await tunnelTo(url, proxy, options).catch((error: Error) => Promise.reject(failure(error))));
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      tunnel?.destroy();
      reject(failure(error));
    };
    const sent = (url.protocol === "http:" ? requestHttp : requestHttps)(
      url,
      {
        method: "POST",
        headers: body === null ? headers : { "content-length": Buffer.byteLength(body), ...headers },
        signal,
        lookup: lookupWith(options),
        // Never the agent of the whole process: through a proxy it would have names looked up there.
        ...(tunnel === undefined
          ? { agent: agent ?? false }
          : { createConnection: () => tunnel, defaultPort: 443 }),
      },
      (answer) => {
        answer.on("error", fail);
        const status = answer.statusCode ?? 0;
        const said = answer.headers["retry-after"] ?? "";
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MOST_BYTES) answer.destroy();
        });
        if (agent === undefined || tunnel !== undefined) answer.destroy();
        resolve({ status, retryAfterSeconds: /^\d{1,6}$/.test(said) ? Number(said) : undefined });
      },
    );
    sent.on("socket", (socket) =>
      socket.once(tunnel === undefined ? "connect" : "secureConnect", () => (isConnected = true)),
    );
    sent.on("error", fail);
    sent.end(body);
  });
}

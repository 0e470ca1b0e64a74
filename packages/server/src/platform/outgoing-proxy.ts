import http, { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";

/** A proxy through which this process reaches `https` addresses. */
export type OutgoingProxy = {
  url: URL;
  /** Hosts that are reached directly: `host`, `host:port`, `.domain`, `*.domain`, or `*` for all. */
  except: readonly string[];
};

/** The proxy is asked for other machines only. */
const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];

let proxy: OutgoingProxy | undefined;

/** Makes `fetch` and `postOutside` in this process use a proxy. Returns the function that undoes it. */
export function useOutgoingProxy(chosen: OutgoingProxy): () => void {
  proxy = { ...chosen, except: [...chosen.except, ...THIS_MACHINE] };
  // A named import would need Node.js 24.14 of installations without a proxy, too.
  const undo = http.setGlobalProxyFromEnv({ HTTPS_PROXY: chosen.url.href, NO_PROXY: proxy.except.join(",") });
  return () => {
    proxy = undefined;
    undo();
  };
}

/** Returns the proxy that a target is reached through; undefined if it is reached directly. */
export function proxyFor(target: URL): URL | undefined {
  if (proxy === undefined || target.protocol !== "https:") return undefined;
  const host = target.hostname;
  const isExcepted = proxy.except.some((entry) => {
    const [, name = "", port] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase())!;
    if (name === "*") return true;
    if (port !== undefined && port !== (target.port || "443")) return false;
    return /^[.*]/.test(name) ? host.endsWith(name.replace("*", "")) : host === name;
  });
  return isExcepted ? undefined : proxy.url;
}

/** The proxy did not connect. `code` is what the log and the list of deliveries show. */
class ProxyError extends Error {
  readonly code: string;

  constructor(status: number | undefined) {
    super(`the proxy answered ${status}`);
    this.code = `proxy_status_${status}`;
  }
}

/** Asks a proxy for a connection to an address, which it then need not look up. */
export function connectThrough(by: URL, address: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const login = `${decodeURIComponent(by.username)}:${decodeURIComponent(by.password)}`;
    const asked = (by.protocol === "http:" ? requestHttp : requestHttps)({
      hostname: by.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: by.port,
      method: "CONNECT",
      path: address,
      headers: {
        host: address,
        ...(login !== ":" && { "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}` }),
      },
      agent: false,
      signal,
    });
    asked.on("connect", ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new ProxyError(statusCode));
    });
    // A proxy that answers a CONNECT as another server would, with a body.
    asked.on("response", (answer) => {
      answer.destroy();
      reject(new ProxyError(answer.statusCode));
    });
    asked.on("error", reject);
    asked.end();
  });
}

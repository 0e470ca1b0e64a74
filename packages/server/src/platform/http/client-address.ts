import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";

/**
 * From where a request comes that no route of the framework's sees, as `request.ip` says of the others: the address of
 * the connection or, where that is one of the trusted proxies, the last one forwarded that is not.
 */
export function clientAddress(trustedProxies: string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return (request) => request.socket.remoteAddress ?? "";
  const isTrusted = proxyAddress.compile(trustedProxies);
  return (request) => (request.socket.remoteAddress === undefined ? "" : proxyAddress(request, isTrusted));
}

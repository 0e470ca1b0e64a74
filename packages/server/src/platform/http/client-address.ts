import proxyAddress from "@fastify/proxy-addr";
import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/**
 * From where a request comes that no route of the framework's sees, as `request.ip` says of the others: the address of
 * the connection or, where that is one of the trusted proxies, the last one forwarded that is not.
 */
export function clientAddress(trustedProxies: string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return (request) => request.socket.remoteAddress ?? "";
  const isTrusted = proxyAddress.compile(trustedProxies);
  return (request) => (request.socket.remoteAddress === undefined ? "" : proxyAddress(request, isTrusted));
}

/**
 * What counts as one address when calls are counted: an IPv4 address, or the /64 network of an IPv6 one, all of
 * which usually belongs to one customer.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("%")[0]!.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ""));
  return `${groups.slice(0, 4).join(":")}::/64`;
}

import type { IncomingHttpHeaders } from "node:http";

/**
 * True where a state-changing request may have been made by another website. Browsers always send `Origin` or
 * `Sec-Fetch-Site` with such requests; programs that send neither carry no cookie of a browser's.
 */
export function isCrossOrigin(headers: IncomingHttpHeaders, publicOrigin: string | undefined): boolean {
  const site = headers["sec-fetch-site"];
  if (typeof site === "string" && site !== "same-origin" && site !== "none") return true;
  const origin = headers.origin;
  if (origin === undefined) return false;
  if (publicOrigin !== undefined) return origin !== publicOrigin;
  if (!URL.canParse(origin)) return true;
  return new URL(origin).host !== headers.host;
}

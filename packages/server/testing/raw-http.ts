import { Agent, request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";

/** Connections that stay open, for tests that send many requests. */
const fewConnections = new Agent({ keepAlive: true, maxSockets: 4 });

export type RawAnswer = {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
};

/** Sends a request exactly as given. Only the length and the host are added. */
export function rawCall(
  url: string,
  method: string,
  path: string,
  options: { body?: string | Buffer | undefined; headers?: Record<string, string>; agent?: Agent } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const { body } = options;
  // Node would send the body of a DELETE without its length, so the server would read it as another request.
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent: options.agent ?? fewConnections,
        hostname,
        port,
        method,
        path,
        headers: { ...length, ...options.headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode!,
            text: Buffer.concat(chunks).toString("utf8"),
            headers: response.headers,
          }),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Fills the path of a call with ids that do not exist. The provider is that of the tests. */
export const withUnknownIds = (path: string): string =>
  path
    .replace("{id}", "00000000-0000-7000-8000-000000000000")
    .replace("{number}", "999999999")
    .replace("{provider}", "sandbox")
    .replace("{kind}", "users");

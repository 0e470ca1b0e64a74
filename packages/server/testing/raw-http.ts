import { Agent, request } from "node:http";

/** A connection kept open, for tests that send many requests. */
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

export type RawAnswer = {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
};

/** Sends exactly what it is given: no header is added or corrected but the length and the host. */
export function rawCall(
  url: string,
  method: string,
  path: string,
  options: { body?: string | Buffer; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, hostname, port, method, path, headers: options.headers ?? {} },
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
    outgoing.end(options.body);
  });
}

import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The vendor's calls by name, for faults and counts. */
export type RouteName =
  | "status"
  | "minAmount"
  | "auth"
  | "createPayment"
  | "readPayment"
  | "listPayments"
  | "createPayout"
  | "verifyPayout"
  | "readPayout"
  | "validateAddress"
  | "minPayout";

/** A fault of a call. */
export type Fault =
  /** Does nothing, and answers nothing until the fake closes. */
  | "timeout"
  /** Does nothing. Answers 500 with an uninformative body. */
  | "500"
  /** Carries the call out, or refuses it, and then breaks the connection. */
  | "lostAnswer"
  /** Carries the call out and answers this many milliseconds late. */
  | { slow: number }
  /** Carries the call out at once and answers when this settles. */
  | { held: Promise<unknown> }
  /** Does nothing. Answers 429 with this `Retry-After`, or without one. */
  | { busy: string | undefined }
  /** Does nothing. Answers with the vendor's own error. */
  | { refuse: string; status: number; message?: string }
  /** Does nothing. Answers with any text. */
  | { answer: string; status: number; headers?: Record<string, string> };

export type Call = {
  headers: IncomingMessage["headers"];
  query: URLSearchParams;
  /** The id in the path. */
  id: string;
  body: string;
};

/** A successful answer (2xx). A text body is sent as it is, any other as JSON. */
export type Answer = { status: number; body: unknown };

/** A refusal in the vendor's form. */
export class VendorError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type Routes = Readonly<Record<RouteName, (call: Call) => Answer>>;

const PATHS: readonly [method: string, path: RegExp, name: RouteName][] = [
  ["GET", /^\/v1\/status$/, "status"],
  ["GET", /^\/v1\/min-amount$/, "minAmount"],
  ["POST", /^\/v1\/auth$/, "auth"],
  ["POST", /^\/v1\/payment$/, "createPayment"],
  ["GET", /^\/v1\/payment\/$/, "listPayments"],
  ["GET", /^\/v1\/payment\/([^/]+)$/, "readPayment"],
  ["POST", /^\/v1\/payout$/, "createPayout"],
  ["POST", /^\/v1\/payout\/validate-address$/, "validateAddress"],
  ["POST", /^\/v1\/payout\/([^/]+)\/verify$/, "verifyPayout"],
  ["GET", /^\/v1\/payout\/([^/]+)$/, "readPayout"],
  ["GET", /^\/v1\/payout-withdrawal\/min-amount\/([^/]+)$/, "minPayout"],
];

export type VendorHttp = {
  /** The base address, which ends with `/v1`. */
  readonly baseUrl: string;
  readonly calls: Readonly<Record<RouteName, number>>;
  /** Makes the next `times` calls fail, after the failures already ordered. */
  fail(route: RouteName, fault: Fault, times: number): void;
  clearFaults(): void;
  close(): Promise<void>;
};

export async function serveVendor(routes: Routes): Promise<VendorHttp> {
  const faults = new Map<RouteName, Fault[]>();
  const calls = Object.fromEntries(Object.keys(routes).map((name) => [name, 0])) as Record<RouteName, number>;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, "http://fake");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const found = PATHS.find(([method, path]) => method === request.method && path.test(url.pathname));
    if (found === undefined) return refuse(response, 404, "NOT_FOUND", "no such call");
    const [, path, name] = found;
    calls[name] += 1;
    const fault = faults.get(name)?.shift();
    if (fault === "timeout") return;
    if (fault === "500") return send(response, 500, "text/html", "<h1>Internal Server Error</h1>");
    if (typeof fault === "object" && "busy" in fault) {
      if (fault.busy !== undefined) response.setHeader("retry-after", fault.busy);
      return refuse(response, 429, "TOO_MANY_REQUESTS", "Too many requests");
    }
    if (typeof fault === "object" && "refuse" in fault) {
      return refuse(response, fault.status, fault.refuse, fault.message ?? "refused as the test told");
    }
    if (typeof fault === "object" && "answer" in fault) {
      return void response.writeHead(fault.status, fault.headers).end(fault.answer);
    }
    if (typeof fault === "object" && "slow" in fault)
      await new Promise((resolve) => setTimeout(resolve, fault.slow).unref());

    const call: Call = {
      headers: request.headers,
      query: url.searchParams,
      id: decodeURIComponent(path.exec(url.pathname)?.[1] ?? ""),
      body: Buffer.concat(chunks).toString("utf8"),
    };
    try {
      const { status, body } = routes[name](call);
      if (fault === "lostAnswer") return void request.socket.destroy();
      if (typeof fault === "object" && "held" in fault) await fault.held;
      if (typeof body === "string") send(response, status, "text/plain", body);
      else send(response, status, "application/json", JSON.stringify(body));
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      if (fault === "lostAnswer") return void request.socket.destroy();
      refuse(response, error.status, error.code, error.message);
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    fail(route, fault, times) {
      const planned = faults.get(route) ?? [];
      faults.set(route, [...planned, ...Array.from({ length: times }, () => fault)]);
    },
    clearFaults: () => faults.clear(),
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const body = { status: false, statusCode: status, code, message };
  send(response, status, "application/json", JSON.stringify(body));
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { "content-type": `${type}; charset=utf-8` }).end(text);
}

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { messageFor } from "@veritick/contract/errors.ts";
import type { ErrorCode } from "@veritick/contract/errors.ts";
import { errorWords } from "@veritick/contract/errors.ts";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import { isCrossOrigin } from "../http/headers.ts";
import type { Log } from "../telemetry/log.ts";
import { SESSION_ENDED } from "./hub.ts";
import type { Hub } from "./hub.ts";

export type UpgradeOptions = {
  hub: Hub;
  log: Log;
  publicOrigin: string | undefined;
  socketsPerUser: number;
  /** How many live connections the user has on other processes, as far as is known. */
  socketsElsewhere?: (userId: string) => number;
  isClosing(): boolean;
  /** False where whoever asks has asked too often. */
  mayAsk(request: IncomingMessage): boolean;
  /** Uses up a token; undefined where it is wrong, used, expired or its session has ended. */
  redeem(token: string): Promise<{ userId: string; sessionKey: string } | undefined>;
  /** Whether the session is still there. */
  isAlive(sessionKey: string): Promise<boolean>;
};

const CLOSE_MS = 2_000;
/** What a token looks like: the database is asked about nothing else. */
const TOKEN = /^[\w-]{43}$/;

const STATUS_TEXT: Record<number, string> = {
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  429: "Too Many Requests",
  503: "Service Unavailable",
};

/** Answers upgrades to `/ws?token=`: a live connection, or a plain HTTP refusal. */
export function createUpgradeHandler(options: UpgradeOptions) {
  const settings = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: 1024,
    // A client that does not answer the close is not waited for.
    closeTimeout: CLOSE_MS,
  };
  const server = new WebSocketServer(settings);

  /** A session that ended after its token was used, but before the hub knew the connection, has left it open. */
  async function closeIfEnded(ws: WebSocket, sessionKey: string): Promise<void> {
    try {
      if (!(await options.isAlive(sessionKey))) ws.close(SESSION_ENDED.code, SESSION_ENDED.reason);
    } catch (error) {
      options.log.warn({ error: String(error) }, "the session of a live connection could not be checked");
      ws.close(1011, "unavailable");
    }
  }

  return async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on("error", () => socket.destroy());
    try {
      const url = readUrl(request.url);
      if (url?.pathname !== "/ws") return refuseUpgrade(socket, "not_found");
      if (options.isClosing()) return refuseUpgrade(socket, "shutting_down");
      const { "sec-fetch-site": _, ...headers } = request.headers;
      if (isCrossOrigin(headers, options.publicOrigin)) return refuseUpgrade(socket, "origin_refused");
      if (!options.mayAsk(request)) return refuseUpgrade(socket, "too_many_requests");
      const token = url.searchParams.get("token") ?? "";
      const holder = TOKEN.test(token) ? await options.redeem(token) : undefined;
      if (holder === undefined) return refuseUpgrade(socket, "not_signed_in");
      if (options.isClosing()) return refuseUpgrade(socket, "shutting_down");
      const elsewhere = options.socketsElsewhere?.(holder.userId) ?? 0;
      if (options.hub.countOf(holder.userId) + elsewhere >= options.socketsPerUser)
        return refuseUpgrade(socket, "socket_limit");
      server.handleUpgrade(request, socket, head, (ws) => {
        options.hub.add(ws, socket, holder.userId, holder.sessionKey);
        void closeIfEnded(ws, holder.sessionKey);
      });
    } catch (error) {
      options.log.warn({ error: String(error) }, "a live connection could not be opened");
      refuseUpgrade(socket, "unavailable");
    }
  };
}

function readUrl(path = "/"): URL | undefined {
  return URL.canParse(path, "http://localhost") ? new URL(path, "http://localhost") : undefined;
}

function refuseUpgrade(socket: Duplex, code: ErrorCode): void {
  // The client may never close its end: this connection is over with our last word.
  socket.once("finish", () => socket.destroy());
  const { status } = errorWords[code];
  const body = JSON.stringify({ message: messageFor(code, "en"), code });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_TEXT[status] ?? "Error"}\r\n` +
      "Connection: close\r\nContent-Type: application/json; charset=utf-8\r\n" +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

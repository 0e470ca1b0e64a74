import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { messageFor } from "@veritick/contract/errors.ts";
import type { ErrorCode } from "@veritick/contract/errors.ts";
import { errorWords } from "@veritick/contract/errors.ts";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import type { Log } from "../telemetry/log.ts";
import { SESSION_ENDED } from "./hub.ts";
import type { Hub } from "./hub.ts";

export /** Tells who may open a live connection. */
type SocketSessions = {
  /**
   * Uses up a token. Undefined where it is wrong, used or expired, or its session or API key has ended. `allows` is there where
   * a key works from some addresses only.
   */
  redeemWsToken(
    token: string,
  ): Promise<{ userId: string; sessionKey: string; allows?: (address: string) => boolean } | undefined>;
  /** True while the session exists. */
  isAlive(sessionKey: string): Promise<boolean>;
};

type UpgradeOptions = {
  hub: Hub;
  log: Log;
  limits: { readonly socketsPerUser: number };
  /** How many live connections the user has on other processes, as far as this process knows. */
  socketsElsewhere?: (userId: string) => number;
  isClosing(): boolean;
  addressOf(request: IncomingMessage): string;
  /** What counts as one address, for limits and the log. */
  placeOf(request: IncomingMessage): string;
  /** False where the client at this place asked too often. */
  mayAsk(place: string): boolean;
  /** True where another website may have made the request. */
  isCrossOrigin(headers: IncomingHttpHeaders): boolean;
  sessions: SocketSessions;
};

const CLOSE_MS = 2_000;
/** The form of a token. Anything else is refused without asking the database. */
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

  /** Closes a connection whose session ended between the use of its token and the entry in the hub. */
  async function closeIfEnded(ws: WebSocket, sessionKey: string): Promise<void> {
    try {
      if (!(await options.sessions.isAlive(sessionKey))) ws.close(SESSION_ENDED.code, SESSION_ENDED.reason);
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
      if (options.isCrossOrigin(headers)) {
        options.log.info(
          { status: 403, refused: "origin_refused", clientAddress: options.placeOf(request) },
          "answered",
        );
        return refuseUpgrade(socket, "origin_refused");
      }
      if (!options.mayAsk(options.placeOf(request))) return refuseUpgrade(socket, "too_many_requests");
      const token = url.searchParams.get("token") ?? "";
      const holder = TOKEN.test(token) ? await options.sessions.redeemWsToken(token) : undefined;
      if (holder === undefined) return refuseUpgrade(socket, "not_signed_in");
      if (holder.allows?.(options.addressOf(request)) === false)
        return refuseUpgrade(socket, "key_address_refused");
      if (options.isClosing()) return refuseUpgrade(socket, "shutting_down");
      const elsewhere = options.socketsElsewhere?.(holder.userId) ?? 0;
      if (options.hub.countOf(holder.userId) + elsewhere >= options.limits.socketsPerUser)
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
  // The client may never close its end, so the server closes after the answer.
  socket.once("finish", () => socket.destroy());
  const { status } = errorWords[code];
  const body = JSON.stringify({ message: messageFor(code, "en"), code });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_TEXT[status] ?? "Error"}\r\n` +
      "Connection: close\r\nContent-Type: application/json; charset=utf-8\r\n" +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

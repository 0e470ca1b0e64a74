import type { ErrorCode } from "@veritick/contract/errors.ts";
import { KEY_PUSHES } from "@veritick/contract/schemas/pushes.ts";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import type { Log } from "../telemetry/log.ts";
import { warnOf } from "../db/unavailable.ts";

/** A client with a larger backlog is not reading. The hub drops it rather than buffer without bound. */
const MAX_BACKLOG_BYTES = 64 * 1024;
/** Messages to a user that come at once, as the results of a settlement, leave together in writes of about this size. */
const GATHERED_BYTES = 16 * 1024;
const HEARTBEAT_TICKS = 30;
/** The code and reason with which the hub closes a connection whose session is over. */
const SESSION_ENDED = { code: 4001, reason: "session ended" };
/**
 * The frames that a client may send at once, and each second after that. A browser only answers pings, and libraries send
 * one every few seconds.
 */
const FRAMES_AT_ONCE = 30;
const FRAMES_A_SECOND = 5;
const FRAGMENTS_OF_MESSAGE = 4;
/** The code of a broken policy. */
const TOO_MANY_FRAMES = { code: 1008, reason: "too many frames: this connection is for receiving" };

/** The owner of a live connection: a session, or an API key, which gets only `KEY_PUSHES`. */
type Holder = { userId: string; sessionKey: string; isKey: boolean };

type Client = Holder & {
  ws: WebSocket;
  socket: Socket;
  answered: boolean;
  /** The frames that count against the client. */
  frames: number;
  pingTick?: number;
};

/** All live connections of this process. The hub ignores what clients send, and ends the connection of one that sends much. */
export type Hub = {
  add(ws: WebSocket, socket: Duplex, holder: Holder): void;
  broadcast(message: unknown): void;
  /** Sends a message to the user's connections, or to those of the sessions named. */
  pushTo(userId: string, message: unknown, sessionKeys?: ReadonlySet<string>): void;
  hasUser(userId: string): boolean;
  users(): string[];
  sessions(): { userId: string; sessionKey: string }[];
  countOf(userId: string): number;
  size(): number;
  /** Closes those of the user's connections whose session is over. */
  endSessions(userId: string, isOver: (sessionKey: string) => boolean): void;
  /** Moves the connections of this session to its new key. */
  renewSession(userId: string, from: string, to: string): void;
  /** Runs once a second, finds dead connections and lets clients send again. */
  heartbeat(tick: number): void;
  closeAll(code: number, reason: string): void;
};

/** @param onCount gets the number of a user's connections whenever it changes */
export function createHub(onCount: (userId: string, count: number) => void = () => {}): Hub {
  const clients = new Set<Client>();
  const byUser = new Map<string, Set<Client>>();
  let pingAfter = 0;

  function remove(client: Client) {
    clients.delete(client);
    const own = byUser.get(client.userId);
    own?.delete(client);
    if (own?.size === 0) byUser.delete(client.userId);
    onCount(client.userId, own?.size ?? 0);
  }

  // The frame goes to the raw socket. No compression is negotiated and nothing else sends text, so frames cannot interleave.
  function write(client: Client, frame: Buffer) {
    if (client.socket.writableLength > MAX_BACKLOG_BYTES) client.ws.terminate();
    else if (client.ws.readyState === client.ws.OPEN) client.socket.write(frame);
  }

  function send(to: Iterable<Client>, message: unknown, sessionKeys?: ReadonlySet<string>) {
    const frame = textFrame(JSON.stringify(message));
    const isForKeys = KEY_PUSHES.has((message as { type?: string }).type);
    for (const client of to) {
      if (client.isKey && !isForKeys) continue;
      if (sessionKeys === undefined || sessionKeys.has(client.sessionKey)) write(client, frame);
    }
  }

  function countFrame(client: Client) {
    client.frames += 1;
    if (client.frames <= FRAMES_AT_ONCE || client.ws.readyState !== client.ws.OPEN) return;
    client.ws.close(TOO_MANY_FRAMES.code, TOO_MANY_FRAMES.reason);
    // Nothing more is read until the close timeout ends the connection.
    client.ws.pause();
  }

  return {
    add(ws, socket, holder) {
      const { userId } = holder;
      const client: Client = { ...holder, ws, socket: socket as Socket, answered: true, frames: 0 };
      clients.add(client);
      const own = byUser.get(userId) ?? new Set();
      byUser.set(userId, own.add(client));
      onCount(userId, own.size);
      for (const frame of ["message", "ping", "pong"]) ws.on(frame, () => countFrame(client));
      ws.on("pong", () => (client.answered = true));
      ws.on("close", () => remove(client));
      ws.on("error", () => ws.terminate());
    },
    broadcast: (message) => send(clients, message),
    pushTo(userId, message, sessionKeys) {
      const own = byUser.get(userId);
      if (own === undefined) return;
      // Each write to a socket is a call of the system, so what follows in this turn of the event loop is written together.
      for (const { socket } of own) {
        if (socket.writableCorked > 0) continue;
        socket.cork();
        process.nextTick(() => socket.uncork());
      }
      send(own, message, sessionKeys);
      for (const { socket } of own) {
        if (socket.writableLength < GATHERED_BYTES) continue;
        socket.uncork();
        socket.cork();
      }
    },
    hasUser: (userId) => byUser.has(userId),
    users: () => [...byUser.keys()],
    sessions: () => [...clients].map(({ userId, sessionKey }) => ({ userId, sessionKey })),
    countOf: (userId) => byUser.get(userId)?.size ?? 0,
    size: () => clients.size,
    endSessions(userId, isOver) {
      for (const client of byUser.get(userId) ?? []) {
        if (isOver(client.sessionKey)) client.ws.close(SESSION_ENDED.code, SESSION_ENDED.reason);
      }
    },
    renewSession(userId, from, to) {
      for (const client of byUser.get(userId) ?? []) {
        if (client.sessionKey === from) client.sessionKey = to;
      }
    },
    heartbeat(tick) {
      for (const client of clients) {
        client.frames = Math.max(0, client.frames - FRAMES_A_SECOND);
        // A tick this far ahead is from before the clock stepped back.
        if (client.pingTick === undefined || tick < client.pingTick - HEARTBEAT_TICKS) {
          // Clients that connected at once, as after a restart, are pinged in different seconds: pinging all in one second
          // delayed its price.
          pingAfter = (pingAfter % HEARTBEAT_TICKS) + 1;
          client.pingTick = tick + pingAfter;
        }
        if (tick < client.pingTick) continue;
        if (!client.answered) client.ws.terminate();
        else {
          client.answered = false;
          client.pingTick = tick + HEARTBEAT_TICKS;
          client.ws.ping();
        }
      }
    },
    closeAll(code, reason) {
      for (const client of clients) client.ws.close(code, reason);
    },
  };
}

/**
 * Returns one unmasked, final text frame of RFC 6455, ready for any number of sockets. A tick is cheap because it is framed
 * once and the same bytes go to each socket.
 */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text, "utf8");
  const header =
    payload.length < 126
      ? Buffer.from([0x81, payload.length])
      : payload.length < 65_536
        ? Buffer.from([0x81, 126, payload.length >> 8, payload.length & 0xff])
        : longHeader(payload.length);
  return Buffer.concat([header, payload]);
}

function longHeader(length: number): Buffer {
  const header = Buffer.alloc(10);
  header[0] = 0x81;
  header[1] = 127;
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

/** Tells who may open a live connection. */
export type SocketSessions = {
  /**
   * Uses up a token. Returns undefined if it is wrong, used or expired, or if its session or API key has ended. `allows` is
   * set if a key works from some addresses only.
   */
  redeemWsToken(token: string): Promise<(Holder & { allows?: (address: string) => boolean }) | undefined>;
  /** True while the session exists. */
  isAlive(sessionKey: string): Promise<boolean>;
};

type UpgradeOptions = {
  hub: Hub;
  log: Log;
  limits: { readonly socketsPerUser: number };
  /** Returns how many live connections the user has on other processes, as far as this process knows. */
  socketsElsewhere?: (userId: string) => number;
  isClosing(): boolean;
  addressOf(request: IncomingMessage): string;
  /** Returns the address under which limits and the log count the client. */
  placeOf(request: IncomingMessage): string;
  /** False if the client at this place asked too often. */
  mayAsk(place: string): boolean;
  /** True if another website may have made the request. */
  isCrossOrigin(headers: IncomingHttpHeaders): boolean;
  sessions: SocketSessions;
  /** Answers a refusal and ends the connection. */
  refuse(socket: Duplex, code: ErrorCode): void;
};

const CLOSE_MS = 2_000;
/** The form of a token. Other texts are refused without asking the database. */
const TOKEN = /^[\w-]{43}$/;

/** Answers upgrades to `/ws?token=`: a live connection, or a plain HTTP refusal. */
export function createUpgradeHandler(options: UpgradeOptions) {
  const settings = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: 1024,
    maxFragments: FRAGMENTS_OF_MESSAGE,
    // The server does not wait for a client that does not answer the close.
    closeTimeout: CLOSE_MS,
  };
  const server = new WebSocketServer(settings);

  /** Closes a connection whose session ended between the use of its token and the entry in the hub. */
  async function closeIfEnded(ws: WebSocket, sessionKey: string): Promise<void> {
    try {
      if (!(await options.sessions.isAlive(sessionKey))) ws.close(SESSION_ENDED.code, SESSION_ENDED.reason);
    } catch (error) {
      warnOf(options.log, error, "the session of a live connection could not be checked");
      ws.close(1011, "unavailable");
    }
  }

  return async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on("error", () => socket.destroy());
    try {
      const url = readUrl(request.url);
      if (url?.pathname !== "/ws") return options.refuse(socket, "not_found");
      if (options.isClosing()) return options.refuse(socket, "shutting_down");
      const { "sec-fetch-site": _, ...headers } = request.headers;
      const forbid = (refused: ErrorCode, by: { userId?: string } = {}) => {
        options.log.info(
          { status: 403, refused, clientAddress: options.placeOf(request), ...by },
          "answered",
        );
        options.refuse(socket, refused);
      };
      if (options.isCrossOrigin(headers)) return forbid("origin_refused");
      if (!options.mayAsk(options.placeOf(request))) return options.refuse(socket, "too_many_requests");
      const token = url.searchParams.get("token") ?? "";
      const holder = TOKEN.test(token) ? await options.sessions.redeemWsToken(token) : undefined;
      if (holder === undefined) return options.refuse(socket, "not_signed_in");
      if (holder.allows?.(options.addressOf(request)) === false)
        return forbid("key_address_refused", { userId: holder.userId });
      if (options.isClosing()) return options.refuse(socket, "shutting_down");
      const elsewhere = options.socketsElsewhere?.(holder.userId) ?? 0;
      if (options.hub.countOf(holder.userId) + elsewhere >= options.limits.socketsPerUser)
        return options.refuse(socket, "socket_limit");
      server.handleUpgrade(request, socket, head, (ws) => {
        options.hub.add(ws, socket, holder);
        void closeIfEnded(ws, holder.sessionKey);
      });
    } catch (error) {
      warnOf(options.log, error, "a live connection could not be opened");
      options.refuse(socket, "unavailable");
    }
  };
}

function readUrl(path = "/"): URL | undefined {
  return URL.canParse(path, "http://localhost") ? new URL(path, "http://localhost") : undefined;
}

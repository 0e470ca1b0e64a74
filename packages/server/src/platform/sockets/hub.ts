import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";

/** A client that lets this much pile up is not reading, and is dropped rather than buffered without bound. */
const MAX_BACKLOG_BYTES = 64 * 1024;
const HEARTBEAT_TICKS = 30;
/** How a connection is closed whose session is over. */
export const SESSION_ENDED = { code: 4001, reason: "session ended" };

type Client = {
  ws: WebSocket;
  socket: Socket;
  userId: string;
  sessionKey: string;
  answered: boolean;
  pingTick?: number;
};

/** All live connections of this process. Receive-only for the client: what it sends is ignored. */
export type Hub = {
  add(ws: WebSocket, socket: Duplex, userId: string, sessionKey: string): void;
  broadcast(message: unknown): void;
  pushTo(userId: string, message: unknown): void;
  hasUser(userId: string): boolean;
  users(): string[];
  /** Whose connection belongs to which session. */
  sessions(): { userId: string; sessionKey: string }[];
  countOf(userId: string): number;
  size(): number;
  /** Ends those of the user's connections whose session is over. */
  endSessions(userId: string, isOver: (sessionKey: string) => boolean): void;
  /** The connections of this session belong to its new key from now on. */
  renewSession(userId: string, from: string, to: string): void;
  /** Called once a second: finds out which connections are dead. */
  heartbeat(tick: number): void;
  closeAll(code: number, reason: string): void;
};

/** @param onCount told how many connections a user has whenever that changes */
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

  // The frame is written to the raw socket: no compression is negotiated and nothing else sends text, so
  // frames cannot interleave.
  function write(client: Client, frame: Buffer) {
    if (client.socket.writableLength > MAX_BACKLOG_BYTES) client.ws.terminate();
    else if (client.ws.readyState === client.ws.OPEN) client.socket.write(frame);
  }

  return {
    add(ws, socket, userId, sessionKey) {
      const client: Client = { ws, socket: socket as Socket, userId, sessionKey, answered: true };
      clients.add(client);
      const own = byUser.get(userId) ?? new Set();
      byUser.set(userId, own.add(client));
      onCount(userId, own.size);
      ws.on("pong", () => (client.answered = true));
      ws.on("close", () => remove(client));
      ws.on("error", () => ws.terminate());
    },
    broadcast(message) {
      const frame = textFrame(JSON.stringify(message));
      for (const client of clients) write(client, frame);
    },
    pushTo(userId, message) {
      const own = byUser.get(userId);
      if (own === undefined) return;
      const frame = textFrame(JSON.stringify(message));
      for (const client of own) write(client, frame);
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
        if (client.pingTick === undefined) {
          // Those that came at once, as after a restart, are pinged in different seconds: all in one delayed its price.
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
 * One unmasked, final text frame of RFC 6455, ready for any number of sockets. Framing once and writing the
 * same bytes to each socket is what makes a tick cheap.
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

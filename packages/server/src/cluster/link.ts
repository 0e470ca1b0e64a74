import type { ConnectionOptions, NatsConnection, Subscription } from "@nats-io/transport-node";
import { randomInt } from "node:crypto";
import { setImmediate as soon } from "node:timers/promises";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/telemetry/log.ts";

/** Carries texts between the processes of one installation: at most once, and not at all while it is down. */
export type Link = {
  /**
   * Sends to the other processes that follow the subject, never back to this one. The text is lost while the link is down.
   */
  send(subject: string, text: string): void;
  /**
   * Calls back with texts that others send on the subject, even after the link was down. Returns a function that stops it.
   */
  follow(subject: string, onText: (text: string) => void): () => void;
  isConnected(): boolean;
  /** Returns the time before which all messages of others have arrived here, as far as this process can know. */
  heardUntilMs(): number;
  /** Calls the listener when the link goes down, and when it is up again with every subject followed. */
  onChange(listener: (isConnected: boolean) => void): void;
  close(): Promise<void>;
};

const CONNECT_MS = 2_000;
/** A server that leaves a ping unanswered for this long is considered gone. */
const SILENT_MS = 3_000;
const ASK_EVERY_MS = 500;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;

export type LinkServer = {
  readonly host: string;
  readonly tls: boolean;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
};

type Followed = { subject: string; onText: (text: string) => void; subscription?: Subscription };

/**
 * Opens a link over NATS. It begins to connect and returns. It retries for ever, one server after the other, with growing
 * pauses. The client's own reconnecting is off, because it would send buffered messages late, after the other processes have
 * already polled for the events.
 */
export function natsLink(options: { servers: readonly LinkServer[]; clock: Clock; log: Log }): Link {
  const { servers, clock, log } = options;
  const followed = new Set<Followed>();
  const listeners: ((isConnected: boolean) => void)[] = [];
  const closing = new AbortController();
  let connection: NatsConnection | undefined;
  let isConnected = false;
  let heardUntilMs = clock.nowMs();

  function change(to: boolean): void {
    if (isConnected === to) return;
    isConnected = to;
    for (const listener of listeners) listener(to);
  }

  function subscribe(one: Followed): void {
    one.subscription = connection!.subscribe(one.subject, {
      callback: (error, message) => {
        if (error === null) one.onText(message.string());
      },
    });
  }

  /**
   * Pings the server again and again. The answer comes after all messages that were sent before the ping. Ends with the
   * connection, or if the server refused a subscription.
   */
  async function watch(current: NatsConnection): Promise<void> {
    const refusals: Error[] = [];
    void noteRefusals(current, refusals);
    while (!current.isClosed()) {
      const askedAtMs = clock.nowMs();
      if (!(await within(SILENT_MS, current.flush()))) break;
      await soon();
      if (refusals[0] !== undefined) throw refusals[0];
      heardUntilMs = askedAtMs;
      change(true);
      await pause(ASK_EVERY_MS, closing.signal);
    }
  }

  async function serve(server: LinkServer): Promise<void> {
    // Imported here so that a process without NATS starts without loading the client.
    const { connect } = await import("@nats-io/transport-node");
    const current = await connect(connectOptions(server));
    connection = current;
    try {
      if (closing.signal.aborted) return;
      for (const one of followed) subscribe(one);
      await Promise.race([watch(current), current.closed()]);
    } finally {
      connection = undefined;
      change(false);
      void current.close().catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    let isSaid = false;
    for (let turn = 0; !closing.signal.aborted; turn += 1) {
      const server = servers[turn % servers.length]!;
      const lostSince = heardUntilMs;
      let reason = "the connection was lost";
      try {
        await serve(server);
        if (heardUntilMs !== lostSince) pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
      if (closing.signal.aborted) return;
      if (heardUntilMs !== lostSince) isSaid = false;
      if (!isSaid)
        log.warn(
          { server: server.host, reason },
          "NATS is unreachable: polling the database for what other processes do",
        );
      isSaid = true;
      await pause(pauseMs + randomInt(FIRST_PAUSE_MS), closing.signal);
      if ((turn + 1) % servers.length === 0) pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    }
  }

  listeners.push((connected) => {
    if (connected) log.info("NATS is connected");
  });
  const running = run();

  return {
    send(subject, text) {
      if (connection === undefined || connection.isClosed()) return;
      try {
        connection.publish(subject, text);
      } catch (error) {
        log.warn({ error: String(error) }, "a message could not be sent over NATS: too large or too late");
      }
    },
    follow(subject, onText) {
      const one: Followed = { subject, onText };
      followed.add(one);
      if (connection?.isClosed() === false) subscribe(one);
      return () => {
        followed.delete(one);
        if (connection?.isClosed() === false) one.subscription?.unsubscribe();
      };
    },
    isConnected: () => isConnected,
    heardUntilMs: () => heardUntilMs,
    onChange: (listener) => void listeners.push(listener),
    async close() {
      const current = connection;
      // Sends the last messages, such as goodbye.
      if (current?.isClosed() === false) await within(SILENT_MS, current.flush());
      closing.abort();
      await current?.close().catch(() => undefined);
      await running;
    },
  };
}

function connectOptions({ host, tls, user, password, token }: LinkServer): ConnectionOptions {
  return {
    servers: [host],
    name: "veritick",
    noEcho: true,
    reconnect: false,
    maxReconnectAttempts: 1,
    ignoreClusterUpdates: true,
    timeout: CONNECT_MS,
    ...(tls ? { tls: {} } : {}),
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { pass: password }),
    ...(token === undefined ? {} : { token }),
  };
}

async function noteRefusals(connection: NatsConnection, refusals: Error[]): Promise<void> {
  for await (const status of connection.status()) if (status.type === "error") refusals.push(status.error);
}

async function within(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const limit = new AbortController();
  try {
    return await Promise.race([
      work.then(
        () => true,
        () => false,
      ),
      pause(limitMs, limit.signal).then(() => false),
    ]);
  } finally {
    limit.abort();
  }
}

/** Pauses. Ends early, without an error, when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}

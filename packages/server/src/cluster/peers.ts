import { createHash, randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { RateLimit, SharedRateLimit } from "../platform/rate-limit.ts";
import type { Link } from "./link.ts";
import { parseMessage } from "./networked-bus.ts";

/** The interval at which each process reports its changes to the others. */
export const REPORT_EVERY_MS = 250;
/** The interval at which a process without changes sends a sign of life. */
const SIGN_OF_LIFE_MS = 1_000;
const GONE_MS = 5_000;
/** The time for which the last message of a gone peer is remembered, in case the peer comes back. */
const KNOWN_MS = 15 * 60_000;
const ENTRIES_IN_ONE = 1_000;

const counts = z.array(z.tuple([z.string(), z.number()]));
const message = z.object({
  from: z.string(),
  /** Counts the messages of the sender and the losses of its link. A gap in the numbers means a message was missed. */
  n: z.number(),
  /** `hello`: the sender has just joined and has no data of the others. `bye`: the sender leaves in order. */
  about: z.optional(z.enum(["hello", "bye"])),
  /** Users whose number of live connections changed, with the new number. */
  sockets: z.optional(counts),
  /** For each limit, the busy keys with the calls that passed. */
  limits: z.optional(z.record(z.string(), counts)),
});
type Report = z.infer<typeof message>;

type Peer = { heardAtMs: number; n: number; isGone: boolean; sockets: Map<string, number> };

/** Exchanges live connections and rate limits with the other processes of the installation. */
export type Peers = {
  /** Shares a limit among all processes, approximately: calls elsewhere count a moment later. */
  share(name: string, limit: SharedRateLimit): RateLimit;
  countSockets(userId: string, count: number): void;
  /** Returns how many live connections the user has elsewhere, as far as this process knows. */
  socketsElsewhere(userId: string): number;
  /** Sends the changes and forgets peers that were silent for too long. */
  report(): void;
  /**
   * Calls the listener if a peer vanished or a message of a peer was missed, with the time the peer was last heard before.
   */
  onMissed(listener: (heardAtMs: number) => void): void;
  leave(): void;
};

export function createPeers(options: { link: Link; prefix: string; clock: Clock; log: Log }): Peers {
  const { link, clock, log } = options;
  const subject = `${options.prefix}.neighbours`;
  const me = randomUUID();
  const others = new Map<string, Peer>();
  const sockets = new Map<string, number>();
  const changed = new Set<string>();
  const limits = new Map<string, SharedRateLimit>();
  const missedListeners: ((heardAtMs: number) => void)[] = [];
  let reportedAtMs = -Infinity;
  let connectedAtMs = -Infinity;
  let mustGreet = false;
  // Messages sent before the link is up for the first time are lost too.
  let n = link.isConnected() ? 0 : 1;

  const send = (report: Omit<Report, "from" | "n">) =>
    link.send(subject, JSON.stringify({ from: me, n: (n += 1), ...report }));
  const markAllChanged = () => sockets.forEach((_, userId) => changed.add(userId));

  /** Greets the peers. Every peer that hears the greeting reports everything again, as this process does. */
  function greet(): void {
    mustGreet = false;
    markAllChanged();
    send({ about: "hello" });
  }

  function announceMissed(heardAtMs: number): void {
    for (const listener of missedListeners) listener(heardAtMs);
  }

  function hear(report: Report): void {
    const nowMs = clock.nowMs();
    const peer = others.get(report.from) ?? {
      heardAtMs: nowMs,
      n: 0,
      isGone: false,
      sockets: new Map<string, number>(),
    };
    if (report.n !== peer.n + 1) {
      announceMissed(peer.heardAtMs);
      // A peer that says hello reports everything again; so do all others once this process has said hello.
      if (report.about === undefined && Math.abs(nowMs - connectedAtMs) >= GONE_MS) mustGreet = true;
    }
    if (report.about === "bye") return void others.delete(report.from);
    others.set(report.from, peer);
    Object.assign(peer, { heardAtMs: nowMs, n: report.n, isGone: false });
    if (report.about === "hello") {
      peer.sockets.clear();
      markAllChanged();
    }
    for (const [userId, count] of report.sockets ?? []) {
      if (count > 0) peer.sockets.set(userId, count);
      else peer.sockets.delete(userId);
    }
    for (const [name, calls] of Object.entries(report.limits ?? {})) {
      for (const [key, count] of calls) limits.get(name)?.takeOff(key, count, nowMs);
    }
  }

  link.follow(subject, (text) => {
    const report = parseMessage(message, text);
    if (report === undefined) log.warn({ subject: "neighbours" }, "a malformed message was dropped");
    else if (report.from !== me) hear(report);
  });
  link.onChange((isConnected) => {
    if (!isConnected) return void (n += 1);
    // Messages sent meanwhile are lost, so all peers report everything again.
    connectedAtMs = clock.nowMs();
    for (const peer of others.values()) {
      if (!peer.isGone) peer.heardAtMs = connectedAtMs;
      peer.sockets.clear();
    }
    greet();
  });

  function forgetSilent(nowMs: number): void {
    if (!link.isConnected()) return;
    for (const [id, peer] of others) {
      // The clock may have stepped back since.
      peer.heardAtMs = Math.min(peer.heardAtMs, nowMs);
      const silentMs = nowMs - peer.heardAtMs;
      if (silentMs >= KNOWN_MS) others.delete(id);
      if (silentMs < GONE_MS || peer.isGone) continue;
      peer.isGone = true;
      peer.sockets.clear();
      announceMissed(peer.heardAtMs);
    }
  }

  return {
    share(name, limit) {
      limits.set(name, limit);
      // Tokens and addresses never leave the process: a digest stands for each key.
      const digest = (key: string) =>
        createHash("sha256").update(`${subject}/${key}`).digest("base64url").slice(0, 22);
      return { take: (key, nowMs) => limit.take(digest(key), nowMs) };
    },
    countSockets(userId, count) {
      if (count > 0) sockets.set(userId, count);
      else sockets.delete(userId);
      changed.add(userId);
    },
    socketsElsewhere(userId) {
      let sum = 0;
      for (const peer of others.values()) sum += peer.sockets.get(userId) ?? 0;
      return sum;
    },
    report() {
      const nowMs = clock.nowMs();
      forgetSilent(nowMs);
      const drained = [...limits].map(([name, limit]) => [name, limit.drain()] as const);
      if (!link.isConnected()) return;
      if (mustGreet) greet();
      const news: Omit<Report, "from" | "n">[] = [
        ...inParts([...changed].map((userId): [string, number] => [userId, sockets.get(userId) ?? 0])).map(
          (part) => ({ sockets: part }),
        ),
        ...drained.flatMap(([name, calls]) => inParts(calls).map((part) => ({ limits: { [name]: part } }))),
      ];
      changed.clear();
      // The distance counts, because the clock may step back.
      if (news.length === 0 && Math.abs(nowMs - reportedAtMs) < SIGN_OF_LIFE_MS) return;
      reportedAtMs = nowMs;
      for (const one of news.length === 0 ? [{}] : news) send(one);
    },
    onMissed: (listener) => void missedListeners.push(listener),
    leave: () => send({ about: "bye" }),
  };
}

function inParts<T>(entries: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < entries.length; from += ENTRIES_IN_ONE) {
    parts.push(entries.slice(from, from + ENTRIES_IN_ONE));
  }
  return parts;
}

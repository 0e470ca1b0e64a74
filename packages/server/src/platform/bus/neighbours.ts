import { createHash, randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { RateLimit, SharedRateLimit } from "../rate-limit.ts";
import type { Link } from "./link.ts";
import { readAs } from "./wire.ts";

/** How often each process tells the others what it has to tell. */
export const TELL_EVERY_MS = 250;
/** A process that has nothing to tell says so, this often. */
const SIGN_OF_LIFE_MS = 1_000;
/** Who was silent for so long is gone. */
const GONE_MS = 5_000;
const ENTRIES_IN_ONE = 1_000;

const counts = z.array(z.tuple([z.string(), z.number()]));
const message = z.object({
  from: z.string(),
  /** `hello`: has just come and knows nothing of the others. `bye`: is about to go, with all that was told. */
  about: z.optional(z.enum(["hello", "bye"])),
  /** Users whose number of live connections changed, with the number. */
  sockets: z.optional(counts),
  /** For each limit the busy keys, with the calls that passed. */
  limits: z.optional(z.record(z.string(), counts)),
});
type Told = z.infer<typeof message>;

type Neighbour = { heardAtMs: number; sockets: Map<string, number> };

/** What the processes of one installation keep telling each other about themselves. */
export type Neighbours = {
  /** This limit over all processes, approximately: what passed elsewhere is known a moment later. */
  share(name: string, limit: SharedRateLimit): RateLimit;
  /** The user has so many live connections here now. */
  countSockets(userId: string, count: number): void;
  /** How many the user has elsewhere, as far as is known. */
  socketsElsewhere(userId: string): number;
  /** Tells what there is to tell and forgets who was silent for too long. */
  tell(): void;
  /** Called for a process that went without a word, with the time it was last heard. */
  onLost(listener: (heardAtMs: number) => void): void;
  /** Says goodbye. */
  leave(): void;
};

export function createNeighbours(options: {
  link: Link;
  prefix: string;
  clock: Clock;
  log: Log;
}): Neighbours {
  const { link, clock, log } = options;
  const subject = `${options.prefix}.neighbours`;
  const me = randomUUID();
  const others = new Map<string, Neighbour>();
  const sockets = new Map<string, number>();
  const changed = new Set<string>();
  const limits = new Map<string, SharedRateLimit>();
  const lostListeners: ((heardAtMs: number) => void)[] = [];
  let toldAtMs = -Infinity;

  const send = (told: Omit<Told, "from">) => link.send(subject, JSON.stringify({ from: me, ...told }));
  const tellAllAgain = () => sockets.forEach((_, userId) => changed.add(userId));

  function hear(told: Told): void {
    const nowMs = clock.nowMs();
    if (told.about === "bye") return void others.delete(told.from);
    const neighbour = others.get(told.from) ?? { heardAtMs: nowMs, sockets: new Map<string, number>() };
    others.set(told.from, neighbour);
    neighbour.heardAtMs = nowMs;
    if (told.about === "hello") {
      neighbour.sockets.clear();
      tellAllAgain();
    }
    for (const [userId, count] of told.sockets ?? []) {
      if (count > 0) neighbour.sockets.set(userId, count);
      else neighbour.sockets.delete(userId);
    }
    for (const [name, calls] of Object.entries(told.limits ?? {})) {
      for (const [key, count] of calls) limits.get(name)?.takeOff(key, count, nowMs);
    }
  }

  link.follow(subject, (text) => {
    const told = readAs(message, text);
    if (told === undefined) log.warn({ subject: "neighbours" }, "a malformed message was dropped");
    else if (told.from !== me) hear(told);
  });
  link.onChange((isConnected) => {
    if (!isConnected) return;
    // What the others said meanwhile is lost: everybody tells everything anew.
    for (const neighbour of others.values()) neighbour.heardAtMs = clock.nowMs();
    for (const neighbour of others.values()) neighbour.sockets.clear();
    tellAllAgain();
    send({ about: "hello" });
  });

  function forgetSilent(nowMs: number): void {
    if (!link.isConnected()) return;
    for (const [id, { heardAtMs }] of others) {
      if (nowMs - heardAtMs < GONE_MS) continue;
      others.delete(id);
      for (const listener of lostListeners) listener(heardAtMs);
    }
  }

  return {
    share(name, limit) {
      limits.set(name, limit);
      // Neither tokens nor addresses travel: each key is known by a digest that means nothing elsewhere.
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
      for (const neighbour of others.values()) sum += neighbour.sockets.get(userId) ?? 0;
      return sum;
    },
    tell() {
      const nowMs = clock.nowMs();
      forgetSilent(nowMs);
      const drained = [...limits].map(([name, limit]) => [name, limit.drain()] as const);
      if (!link.isConnected()) return;
      const news: Omit<Told, "from">[] = [
        ...inParts([...changed].map((userId): [string, number] => [userId, sockets.get(userId) ?? 0])).map(
          (part) => ({ sockets: part }),
        ),
        ...drained.flatMap(([name, calls]) => inParts(calls).map((part) => ({ limits: { [name]: part } }))),
      ];
      changed.clear();
      if (news.length === 0 && nowMs - toldAtMs < SIGN_OF_LIFE_MS) return;
      toldAtMs = nowMs;
      for (const one of news.length === 0 ? [{}] : news) send(one);
    },
    onLost: (listener) => void lostListeners.push(listener),
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

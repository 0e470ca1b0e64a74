import { createHash, randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { RateLimit, SharedRateLimit } from "../platform/rate-limit.ts";
import type { Link } from "./link.ts";
import { readAs } from "./wire.ts";

/** How often each process tells the others what it has to tell. */
export const TELL_EVERY_MS = 250;
/** A process that has nothing to tell says so, this often. */
const SIGN_OF_LIFE_MS = 1_000;
/** Who was silent for so long is gone. */
const GONE_MS = 5_000;
/** For so long it is known when somebody was last heard who is gone, and may come back. */
const KNOWN_MS = 15 * 60_000;
const ENTRIES_IN_ONE = 1_000;

const counts = z.array(z.tuple([z.string(), z.number()]));
const message = z.object({
  from: z.string(),
  /** Counts what the sender says here, and the times its link was lost: a number left out is something not heard. */
  n: z.number(),
  /** `hello`: has just come and knows nothing of the others. `bye`: is about to go, with all that was told. */
  about: z.optional(z.enum(["hello", "bye"])),
  /** Users whose number of live connections changed, with the number. */
  sockets: z.optional(counts),
  /** For each limit the busy keys, with the calls that passed. */
  limits: z.optional(z.record(z.string(), counts)),
});
type Told = z.infer<typeof message>;

type Neighbour = { heardAtMs: number; n: number; isGone: boolean; sockets: Map<string, number> };

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
  /** Called where a process went without a word, or said what was not heard, with the time it was last heard before. */
  onMissed(listener: (heardAtMs: number) => void): void;
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
  const missedListeners: ((heardAtMs: number) => void)[] = [];
  let toldAtMs = -Infinity;
  let connectedAtMs = -Infinity;
  let mustAsk = false;
  // Until a link is up for the first time what is said is lost as well.
  let n = link.isConnected() ? 0 : 1;

  const send = (told: Omit<Told, "from" | "n">) =>
    link.send(subject, JSON.stringify({ from: me, n: (n += 1), ...told }));
  const tellAllAgain = () => sockets.forEach((_, userId) => changed.add(userId));

  /** All that hear it tell everything anew, as is done here. */
  function greet(): void {
    mustAsk = false;
    tellAllAgain();
    send({ about: "hello" });
  }

  function sayMissed(heardAtMs: number): void {
    for (const listener of missedListeners) listener(heardAtMs);
  }

  function hear(told: Told): void {
    const nowMs = clock.nowMs();
    const neighbour = others.get(told.from) ?? {
      heardAtMs: nowMs,
      n: 0,
      isGone: false,
      sockets: new Map<string, number>(),
    };
    if (told.n !== neighbour.n + 1) {
      sayMissed(neighbour.heardAtMs);
      // Who says hello will tell everything anew; so will all others once this process has said it.
      if (told.about === undefined && nowMs - connectedAtMs >= GONE_MS) mustAsk = true;
    }
    if (told.about === "bye") return void others.delete(told.from);
    others.set(told.from, neighbour);
    Object.assign(neighbour, { heardAtMs: nowMs, n: told.n, isGone: false });
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
    if (!isConnected) return void (n += 1);
    // What the others said meanwhile is lost: everybody tells everything anew.
    connectedAtMs = clock.nowMs();
    for (const neighbour of others.values()) {
      if (!neighbour.isGone) neighbour.heardAtMs = connectedAtMs;
      neighbour.sockets.clear();
    }
    greet();
  });

  function forgetSilent(nowMs: number): void {
    if (!link.isConnected()) return;
    for (const [id, neighbour] of others) {
      const silentMs = nowMs - neighbour.heardAtMs;
      if (silentMs >= KNOWN_MS) others.delete(id);
      if (silentMs < GONE_MS || neighbour.isGone) continue;
      neighbour.isGone = true;
      neighbour.sockets.clear();
      sayMissed(neighbour.heardAtMs);
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
      if (mustAsk) greet();
      const news: Omit<Told, "from" | "n">[] = [
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

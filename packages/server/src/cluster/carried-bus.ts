import type { Bus, BusMessage } from "./bus.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Link } from "./link.ts";
import { readControl, readPush } from "./wire.ts";

/** A bus that also reaches the other processes. */
export type CarriedBus = Bus & {
  /** Tells the listeners here alone. */
  tellHere(message: BusMessage): void;
  /** From now on what others push to this user is heard. */
  follow(userId: string): void;
  unfollow(userId: string): void;
  /** Says that something may have been missed. */
  announceGap(): void;
};

const pushSubject = (prefix: string, userId: string): string => `${prefix}.push.${userId.toLowerCase()}`;

/**
 * Listeners here get each message at once; other processes by the link, a push only where the user has a live connection.
 *
 * @param prefix what the subjects of this installation begin with
 */
export function carriedBus(options: {
  link: Link;
  prefix: string;
  log: Log;
  isWhole(): boolean;
}): CarriedBus {
  const { link, prefix, log, isWhole } = options;
  const listeners: ((message: BusMessage) => void)[] = [];
  const gapListeners: (() => void)[] = [];
  const followed = new Map<string, () => void>();
  const controlSubject = `${prefix}.control`;

  const tellHere = (message: BusMessage) => listeners.forEach((listener) => listener(message));

  link.follow(controlSubject, (text) => {
    const message = readControl(text);
    if (message === undefined) log.warn({ subject: "control" }, "a malformed message was dropped");
    else tellHere(message);
  });

  return {
    publish(message) {
      tellHere(message);
      if (message.kind === "push") {
        link.send(pushSubject(prefix, message.userId), JSON.stringify(message.push));
      } else link.send(controlSubject, JSON.stringify(message));
    },
    subscribe: (listener) => void listeners.push(listener),
    isWhole,
    onGap: (listener) => void gapListeners.push(listener),
    tellHere,
    follow(userId) {
      if (followed.has(userId)) return;
      const unfollow = link.follow(pushSubject(prefix, userId), (text) => {
        const push = readPush(text);
        if (push === undefined) log.warn({ subject: "push" }, "a malformed message was dropped");
        else tellHere({ kind: "push", userId, push });
      });
      followed.set(userId, unfollow);
    },
    unfollow(userId) {
      followed.get(userId)?.();
      followed.delete(userId);
    },
    announceGap: () => gapListeners.forEach((listener) => listener()),
  };
}

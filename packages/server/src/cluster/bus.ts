import type { UserPush } from "@veritick/contract/schemas/pushes.ts";

/**
 * Carries what concerns one user to whichever process holds that user's sockets, and tells every process
 * when sessions end or what a user may do has changed. Nothing is published before the change it tells of is committed.
 */
export type BusMessage =
  | { readonly kind: "push"; readonly userId: string; readonly push: UserPush }
  /** One session has ended. */
  | { readonly kind: "sessionEnded"; readonly userId: string; readonly sessionKey: string }
  /** All sessions of a user have ended, except the one to keep. */
  | { readonly kind: "sessionsEnded"; readonly userId: string; readonly keep?: string }
  /** A user has become an administrator or is one no more; their sessions go on. */
  | { readonly kind: "identityChanged"; readonly userId: string }
  /** Maintenance has begun, ended or got another message: what it is now stands in the database. */
  | { readonly kind: "maintenanceChanged" };

export type Bus = {
  publish(message: BusMessage): void;
  subscribe(listener: (message: BusMessage) => void): void;
  /** False while other processes may be saying things that are not heard here. */
  isWhole(): boolean;
  /** Called whenever things may have been missed: what is remembered of what they tell of has to be read anew. */
  onGap(listener: () => void): void;
};

/** True where the message ends this session of the user's. */
export function endsSession(message: BusMessage, userId: string, sessionKey: string): boolean {
  if (message.kind === "sessionEnded") return message.userId === userId && message.sessionKey === sessionKey;
  return message.kind === "sessionsEnded" && message.userId === userId && message.keep !== sessionKey;
}

/** One process, one bus: no broker. */
export function localBus(): Bus {
  const listeners: ((message: BusMessage) => void)[] = [];
  return {
    publish: (message) => listeners.forEach((listener) => listener(message)),
    subscribe: (listener) => void listeners.push(listener),
    isWhole: () => true,
    onGap: () => {},
  };
}

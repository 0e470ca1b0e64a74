import type { AdminList, UserPush } from "@veritick/contract/schemas/pushes.ts";

/**
 * Carries pushes to the process that holds a user's sockets, and tells every process when sessions end or rights change.
 * A message is published only after its change is committed.
 */
export type BusMessage =
  | { readonly kind: "push"; readonly userId: string; readonly push: UserPush }
  | { readonly kind: "sessionEnded"; readonly userId: string; readonly sessionKey: string }
  /** Sessions of a user have ended: all their live connections are closed. */
  | { readonly kind: "sessionsEnded"; readonly userId: string }
  /** A session has another token: its live connections continue under the new key. */
  | { readonly kind: "sessionRenewed"; readonly userId: string; readonly from: string; readonly to: string }
  /** A user became an administrator or stopped being one. Their sessions continue. */
  | { readonly kind: "identityChanged"; readonly userId: string }
  /** Maintenance has begun, ended or got another message: the database has its current state. */
  | { readonly kind: "maintenanceChanged" }
  | { readonly kind: "adminChanged"; readonly of: readonly AdminList[] }
  /** An administrator has changed a setting: the database has the current ones. */
  | { readonly kind: "settingsChanged" };

export type Bus = {
  publish(message: BusMessage): void;
  subscribe(listener: (message: BusMessage) => void): void;
  /** False while this process may miss messages of others. */
  isWhole(): boolean;
  /** Calls the listener when messages may have been missed: data cached from them must be read again. */
  onGap(listener: () => void): void;
};

/** True if the message ends this session of the user. */
export function endsSession(message: BusMessage, userId: string, sessionKey: string): boolean {
  if (message.kind === "sessionEnded") return message.userId === userId && message.sessionKey === sessionKey;
  return message.kind === "sessionsEnded" && message.userId === userId;
}

export function localBus(): Bus {
  const listeners: ((message: BusMessage) => void)[] = [];
  return {
    publish: (message) => listeners.forEach((listener) => listener(message)),
    subscribe: (listener) => void listeners.push(listener),
    isWhole: () => true,
    onGap: () => {},
  };
}

import { push } from "@veritick/contract/schemas/pushes.ts";
import type { UserPush } from "@veritick/contract/schemas/pushes.ts";
import { hex32, uuid } from "@veritick/contract/values.ts";
import * as z from "zod/mini";
import type { Log } from "../platform/telemetry/log.ts";
import type { Bus, BusMessage } from "./bus.ts";
import type { Link } from "./link.ts";

/** A bus that also reaches the other processes. */
export type NetworkedBus = Bus & {
  /** Publishes to the listeners of this process alone. */
  publishHere(message: BusMessage): void;
  /** Listens to what other processes push to this user. */
  follow(userId: string): void;
  unfollow(userId: string): void;
  /** Tells the listeners that messages may have been missed. */
  announceGap(): void;
};

const pushSubject = (prefix: string, userId: string): string => `${prefix}.push.${userId.toLowerCase()}`;

/**
 * Listeners of this process get each message at once. Other processes get it over the link: a push only where the user has a
 * live connection, every other message in any case.
 *
 * @param prefix begins the subjects of this installation
 */
export function networkedBus(options: {
  link: Link;
  prefix: string;
  log: Log;
  isWhole(): boolean;
}): NetworkedBus {
  const { link, prefix, log, isWhole } = options;
  const listeners: ((message: BusMessage) => void)[] = [];
  const gapListeners: (() => void)[] = [];
  const followed = new Map<string, () => void>();
  const controlSubject = `${prefix}.control`;

  const publishHere = (message: BusMessage) => listeners.forEach((listener) => listener(message));

  link.follow(controlSubject, (text) => {
    const message = readControl(text);
    if (message === undefined) log.warn({ subject: "control" }, "a malformed message was dropped");
    else publishHere(message);
  });

  return {
    publish(message) {
      publishHere(message);
      if (message.kind === "push") {
        link.send(pushSubject(prefix, message.userId), JSON.stringify(message.push));
      } else link.send(controlSubject, JSON.stringify(message));
    },
    subscribe: (listener) => void listeners.push(listener),
    isWhole,
    onGap: (listener) => void gapListeners.push(listener),
    publishHere,
    follow(userId) {
      if (followed.has(userId)) return;
      const unfollow = link.follow(pushSubject(prefix, userId), (text) => {
        const push = readPush(text);
        if (push === undefined) log.warn({ subject: "push" }, "a malformed message was dropped");
        else publishHere({ kind: "push", userId, push });
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

/** A message that every process must hear. */
type ControlMessage = Exclude<BusMessage, { kind: "push" }>;

const control = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sessionEnded"), userId: uuid, sessionKey: hex32 }),
  z.object({ kind: z.literal("sessionsEnded"), userId: uuid }),
  z.object({ kind: z.literal("sessionRenewed"), userId: uuid, from: hex32, to: hex32 }),
  z.object({ kind: z.literal("identityChanged"), userId: uuid }),
  z.object({ kind: z.enum(["maintenanceChanged", "settingsChanged"]) }),
]);

const readControl = (text: string): ControlMessage | undefined =>
  parseMessage(control, text) as ControlMessage | undefined;

const userPush = push.check(
  z.refine(({ type }) => type !== "price" && type !== "maintenance", "a push for everybody"),
);

/** Undefined for anything but a push to one user. */
const readPush = (text: string): UserPush | undefined => parseMessage(userPush, text) as UserPush | undefined;

/** Parses a JSON text by a schema; undefined where it does not match. */
export function parseMessage<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
): z.output<Schema> | undefined {
  try {
    const result = z.safeParse(schema, JSON.parse(text));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

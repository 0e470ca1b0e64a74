import { push } from "@veritick/contract/schemas/pushes.ts";
import type { UserPush } from "@veritick/contract/schemas/pushes.ts";
import { hex32, uuid } from "@veritick/contract/values.ts";
import * as z from "zod/mini";
import type { BusMessage } from "./bus.ts";

/** What is not for one user's sockets alone. */
export type ControlMessage = Exclude<BusMessage, { kind: "push" }>;

const control = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sessionEnded"), userId: uuid, sessionKey: hex32 }),
  z.object({ kind: z.literal("sessionsEnded"), userId: uuid, keep: z.optional(hex32) }),
  z.object({ kind: z.literal("identityChanged"), userId: uuid }),
  z.object({ kind: z.literal("maintenanceChanged") }),
]);

export const readControl = (text: string): ControlMessage | undefined =>
  readAs(control, text) as ControlMessage | undefined;

const userPush = push.check(
  z.refine(({ type }) => type !== "price" && type !== "maintenance", "a push for everybody"),
);

/** Undefined for anything that is no push to one user. */
export const readPush = (text: string): UserPush | undefined =>
  readAs(userPush, text) as UserPush | undefined;

/** The value a text stands for; undefined where it is none of this kind. */
export function readAs<Schema extends z.ZodMiniType>(
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

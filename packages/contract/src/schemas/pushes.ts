import * as z from "zod/mini";
import { decimal8, instant } from "../values.ts";
import { deposit, withdrawal } from "./payments.ts";
import { position } from "./positions.ts";
import { securityEvent } from "./security.ts";
import { maintenance } from "./settings.ts";

/** The price of the second that has just begun. `price` has at most three decimals. */
export const pricePush = z.object({
  type: z.literal("price"),
  price: z.number(),
  tick: z.number(),
  time: instant,
});

/**
 * The state of the beacon, sent each second while it delays prices and once when they go on. `hold`: the next round is
 * awaited. `late`: no position can be opened. `catch_up`: missing rounds come in order. `tick` is the second that
 * should be shown now.
 */
const beaconPush = z.object({
  type: z.literal("beacon"),
  state: z.enum(["live", "hold", "late", "catch_up"]),
  tick: z.number(),
});

const balancePush = z.object({ type: z.literal("balanceUpdate"), balance: decimal8 });

const positionResolvedPush = z.object({ type: z.literal("positionResolved"), position });

const depositPush = z.object({ type: z.literal("depositUpdate"), deposit });

const withdrawalPush = z.object({ type: z.literal("withdrawalUpdate"), withdrawal });

/** A security event of the account has just happened, in this session or in another. */
const securityPush = z.object({ type: z.literal("securityEvent"), event: securityEvent });

/** Maintenance has begun, ended or got another message. */
const maintenancePush = z.object({ type: z.literal("maintenance"), maintenance });

/** The lists of the administration. `decisions` is what people with a role did, which may change any list. */
export const ADMIN_LISTS = ["deposits", "withdrawals", "users", "attention", "decisions"] as const;
export type AdminList = (typeof ADMIN_LISTS)[number];

/** A list of the administration has changed. Only sessions of people with a role get it, at most once a second for each list. */
const adminPush = z.object({ type: z.literal("adminUpdate"), of: z.enum(ADMIN_LISTS) });

/** A message of the live connection. The server sends it only after it has committed the change. */
export const push = z.discriminatedUnion("type", [
  pricePush,
  beaconPush,
  balancePush,
  positionResolvedPush,
  depositPush,
  withdrawalPush,
  securityPush,
  maintenancePush,
  adminPush,
]);
export type Push = z.infer<typeof push>;
export type PricePush = z.infer<typeof pricePush>;
export type BeaconPush = z.infer<typeof beaconPush>;
export type MaintenancePush = z.infer<typeof maintenancePush>;
export type AdminPush = z.infer<typeof adminPush>;
/** The pushes that API keys get: of trade and money. No other push reaches them, nor one that is added later. */
export const KEY_PUSHES: ReadonlySet<string | undefined> = new Set<Push["type"]>([
  "price",
  "beacon",
  "maintenance",
  "balanceUpdate",
  "positionResolved",
  "depositUpdate",
  "withdrawalUpdate",
]);
/** A push that concerns one user only. */
export type UserPush = Exclude<Push, PricePush | BeaconPush | MaintenancePush | AdminPush>;

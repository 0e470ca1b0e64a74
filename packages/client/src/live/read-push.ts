import type { Deposit, Withdrawal } from "@veritick/contract/schemas/payments.ts";
import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import type { Push } from "@veritick/contract/schemas/pushes.ts";
import type { SecurityEvent } from "@veritick/contract/schemas/security.ts";

type Check = (value: unknown) => boolean;
/** One check per field of the contract's type, so that a new field is a type error here. */
type Shape<T> = { readonly [K in keyof T]: Check };

const number: Check = (value) => typeof value === "number" && Number.isFinite(value);
const text: Check = (value) => typeof value === "string";
const flag: Check = (value) => typeof value === "boolean";
const decimal8: Check = (value) => typeof value === "string" && /^-?\d{1,12}\.\d{8}$/.test(value);
const instant: Check = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf =
  (...names: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && names.includes(value);
const shaped =
  <T>(shape: Shape<T>, fields = Object.entries<Check>(shape)): Check =>
  (value) =>
    isRecord(value) && fields.every(([name, check]) => check(value[name]));

const position = shaped<Position>({
  id: text,
  userId: text,
  type: oneOf("buy", "sell"),
  entryPrice: decimal8,
  barrierPrice: decimal8,
  winChance: number,
  amount: decimal8,
  duration: number,
  multiplier: (value) => typeof value === "string" && /^\d{1,3}\.\d{2}$/.test(value),
  status: oneOf("active", "won", "lost", "sold", "refunded"),
  createdAt: instant,
  expiresAt: instant,
  entryTick: number,
  round: number,
  expiryTick: number,
  resultPrice: orNull(decimal8),
  profit: orNull(decimal8),
  refundReason: orNull(text),
  soldTick: orNull(number),
  soldPrice: orNull(decimal8),
  proceeds: orNull(decimal8),
});

const deposit = shaped<Deposit>({
  id: text,
  userId: text,
  amount: decimal8,
  payAmount: orNull(decimal8),
  paymentId: orNull(text),
  payAddress: orNull(text),
  leastAmount: orNull(decimal8),
  watchedUntil: orNull(instant),
  arrived: orNull(decimal8),
  credited: orNull(decimal8),
  status: oneOf("pending", "confirming", "confirmed", "failed"),
  failureReason: orNull(text),
  rejectionReason: orNull(text),
  beingChecked: flag,
  sandbox: flag,
  createdAt: instant,
  updatedAt: instant,
});

const withdrawal = shaped<Withdrawal>({
  id: text,
  userId: text,
  amount: decimal8,
  fee: decimal8,
  netAmount: decimal8,
  address: text,
  status: oneOf("pending", "processing", "completed", "failed"),
  failureReason: orNull(text),
  rejectionReason: orNull(text),
  beingChecked: flag,
  transactionHash: orNull(text),
  sandbox: flag,
  createdAt: instant,
  updatedAt: instant,
});

const securityEvent = shaped<SecurityEvent>({
  id: text,
  kind: text,
  sessionId: orNull(text),
  address: orNull(text),
  userAgent: orNull(text),
  createdAt: instant,
  seen: flag,
});

const maintenance = shaped<Omit<NonNullable<Maintenance>, "withdrawalsStopped" | "restored">>({
  since: instant,
  message: orNull(text),
});

const shapes: { readonly [P in Push as P["type"]]: Check } = {
  price: shaped({ type: text, price: number, tick: number, time: instant }),
  beacon: shaped({ type: text, state: oneOf("live", "hold", "late", "catch_up"), tick: number }),
  balanceUpdate: shaped({ type: text, balance: decimal8 }),
  positionResolved: shaped({ type: text, position }),
  depositUpdate: shaped({ type: text, deposit }),
  withdrawalUpdate: shaped({ type: text, withdrawal }),
  securityEvent: shaped({ type: text, event: securityEvent }),
  maintenance: shaped({ type: text, maintenance: orNull(maintenance) }),
  adminUpdate: shaped({
    type: text,
    of: oneOf("deposits", "withdrawals", "users", "attention", "decisions"),
  }),
};

/**
 * Reads a pushed message; undefined for anything else. The contract's own schemas would make the dashboard nearly a tenth
 * heavier, so these checks replace them; a test compares them with the contract.
 */
export function readPush(message: string): Push | undefined {
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch {
    return undefined;
  }
  return isPush(value) ? value : undefined;
}

function isPush(value: unknown): value is Push {
  if (!isRecord(value)) return false;
  const type = value["type"];
  return typeof type === "string" && Object.hasOwn(shapes, type) && shapes[type as Push["type"]](value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

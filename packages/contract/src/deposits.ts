import { MIN_DEPOSIT } from "@veritick/domain/product.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { decimal8, formAmount, instant, page, uuid } from "./values.ts";

/** Why a deposit failed, in the order in which they may happen. */
export const depositFailure = z.enum(["no_address", "provider", "expired", "refunded", "rejected"]);

export const depositStatus = z.enum(["pending", "confirming", "confirmed", "failed"]);
export type DepositStatus = z.infer<typeof depositStatus>;

/**
 * A deposit. `payAmount` is what to send in USDT, `credited` what arrived and is on the balance, which may differ from
 * `amount`; `sandbox` means that nothing must be sent.
 */
export const deposit = z.object({
  id: uuid,
  userId: uuid,
  amount: decimal8,
  payAmount: z.nullable(decimal8),
  paymentId: z.nullable(z.string()),
  payAddress: z.nullable(z.string()),
  credited: z.nullable(decimal8),
  status: depositStatus,
  failureReason: z.nullable(depositFailure),
  sandbox: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});
export type Deposit = z.infer<typeof deposit>;

export const createDeposit = endpoint({
  method: "POST",
  path: "/api/deposits",
  summary: "Ask for an address to pay a deposit to",
  audience: "user",
  body: z.object({ amount: formAmount("deposit_minimum", MIN_DEPOSIT, "deposit_maximum") }),
  reply: deposit,
  status: 201,
  idempotent: true,
  refusals: [
    "deposit_minimum",
    "deposit_provider_minimum",
    "deposit_maximum",
    "too_many_open_deposits",
    "provider_unavailable",
    "deposit_limit",
    "deposit_limit_reached",
    "paused",
  ],
});

export const listDeposits = endpoint({
  method: "GET",
  path: "/api/deposits",
  summary: "Own deposits, newest first",
  audience: "user",
  query: page,
  reply: z.array(deposit),
  refusals: ["page_invalid"],
});

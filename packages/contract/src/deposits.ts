import { MIN_DEPOSIT } from "@veritick/domain/product.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { decimal8, formAmount, instant, page, uuid } from "./values.ts";

export const depositStatus = z.enum(["pending", "confirming", "confirmed", "failed"]);
export type DepositStatus = z.infer<typeof depositStatus>;

/** A deposit. `payAmount` is what to send in USDT; `sandbox` means that nothing must be sent. */
export const deposit = z.object({
  id: uuid,
  userId: uuid,
  amount: decimal8,
  payAmount: z.nullable(decimal8),
  paymentId: z.nullable(z.string()),
  payAddress: z.nullable(z.string()),
  status: depositStatus,
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
  refusals: ["deposit_minimum", "deposit_maximum", "too_many_open_deposits", "provider_unavailable"],
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

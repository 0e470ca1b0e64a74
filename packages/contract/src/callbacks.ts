import * as z from "zod/mini";
import { done, endpoint } from "./endpoint.ts";

/** Called by the payment provider alone: the signature over the raw body is its only credential. */
export const paymentCallback = endpoint({
  method: "POST",
  path: "/api/payments/callbacks/{provider}",
  summary: "A payment provider says that a payment or payout has changed",
  audience: "provider",
  params: z.object({ provider: z.string().check(z.regex(/^[a-z]{1,20}$/)) }),
  reply: done,
  refusals: ["callback_invalid", "callback_refused", "not_found", "too_many_requests"],
});

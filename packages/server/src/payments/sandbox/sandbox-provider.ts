import { createHash } from "node:crypto";
import { tronAddressFrom } from "@veritick/domain/addresses.ts";
import { ZERO } from "@veritick/domain/money.ts";
import type { Clock } from "../platform/clock.ts";
import type { PaymentProvider } from "./provider.ts";

/**
 * A provider that needs nothing and moves no real money. Its addresses are valid in form and belong to nobody; its
 * payments confirm by themselves: confirming at half the time, finished at the whole of it.
 *
 * @param confirmSeconds `undefined` leaves payments waiting, for an administrator to decide
 */
export function sandboxProvider(clock: Clock, confirmSeconds: number | undefined): PaymentProvider {
  return {
    name: "sandbox",
    sandbox: true,
    createPayment: async ({ id, amount }) => ({
      paymentId: `sandbox-${id}`,
      payAddress: tronAddressFrom(
        createHash("sha256").update(`veritick/sandbox/${id}`).digest().subarray(0, 20),
      ),
      payAmount: amount,
    }),
    async readPayment({ amount, createdAt }) {
      const ageSeconds = (clock.nowMs() - createdAt.getTime()) / 1000;
      if (confirmSeconds === undefined || ageSeconds < confirmSeconds / 2) {
        return { state: "waiting", paid: ZERO, providerFee: ZERO };
      }
      if (ageSeconds < confirmSeconds) return { state: "confirming", paid: amount, providerFee: ZERO };
      return { state: "finished", paid: amount, providerFee: ZERO };
    },
    nextPollSeconds: () => 1,
  };
}

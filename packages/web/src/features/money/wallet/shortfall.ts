import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";

/** How much of a deposit came, was asked for and is missing, as decimal text, and the part of it that came. */
export type Shortfall = { came: string; asked: string; missing: string; share: number };

/**
 * Returns what a deposit lacks; undefined if nothing came, if all of it did, or if it failed. While it is open the provider's
 * amount is asked for. Afterwards the rest is credited up to the deposit's own amount.
 */
export function shortfallOf(
  deposit: Pick<Deposit, "status" | "amount" | "payAmount" | "arrived" | "credited">,
): Shortfall | undefined {
  const { status, amount, payAmount } = deposit;
  if (status === "failed") return undefined;
  const asked = parseMinor(status === "confirmed" ? amount : (payAmount ?? amount));
  const [arrived, credited] = [parseMinor(deposit.arrived ?? "0"), parseMinor(deposit.credited ?? "0")];
  const came = arrived > credited ? arrived : credited;
  if (came <= 0n || came >= asked) return undefined;
  return {
    came: formatMinor(came),
    asked: formatMinor(asked),
    missing: formatMinor(minor(asked - came)),
    share: Number(came) / Number(asked),
  };
}

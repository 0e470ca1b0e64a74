import { parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { FakeNowPayments } from "@veritick/server/testing/fake-nowpayments/fake-nowpayments.ts";
import type { Random } from "../crash/random.ts";

/** A payment of the storm. `arrives` is the amount that arrives in the end. */
export type StormPayment = { paymentId: string; depositId: string; arrives: string; credited: Minor };

/** A request to send, from the vendor or from a forger. */
export type VendorCall = { body: Buffer; headers: Record<string, string>; forged: boolean; happens(): void };

const COPIES = 10;
const FORGERIES = 2;

/** Chooses the amount that arrives. Most people send the amount asked for, some more and some less. */
export function chooseArrival(asked: string, random: Random): string {
  const cents = Number(parseMinor(asked) / 1_000_000n);
  const sent = random.pick([cents, cents, cents, cents + random.whole(1, 5_000), random.whole(1, cents)]);
  return (sent / 100).toFixed(2);
}

/**
 * Plans all callbacks of the vendor, each ten times, shuffled over all payments, with forgeries in between. The event that a
 * call reports has happened by the time it is sent, whichever calls came before.
 */
export function planCalls(fake: FakeNowPayments, payments: StormPayment[], random: Random): VendorCall[] {
  const calls = payments.flatMap((payment) => callsAbout(fake, payment));
  for (let last = calls.length - 1; last > 0; last -= 1) {
    const other = random.whole(0, last);
    [calls[last], calls[other]] = [calls[other]!, calls[last]!];
  }
  return calls;
}

function callsAbout(fake: FakeNowPayments, { paymentId, arrives }: StormPayment): VendorCall[] {
  let isPaid = false;
  const confirm = () => {
    if (!isPaid) fake.setState(paymentId, "confirming");
  };
  const pay = () => {
    if (!isPaid) fake.pay(paymentId, { amount: arrives });
    isPaid = true;
  };
  const signed = (fields: Record<string, unknown>, secret?: string) =>
    fake.callbackFor(paymentId, { fields, ...(secret !== undefined && { secret }) });
  const paid = { payment_status: "finished", actually_paid: Number(arrives) };
  const riches = { ...paid, actually_paid: 1_000_000 };
  const own = [
    { ...signed({ payment_status: "confirming" }), forged: false, happens: confirm },
    { ...signed(paid), forged: false, happens: pay },
  ];
  const forged = [
    { ...signed(riches, "a guess"), forged: true, happens: () => {} },
    { ...signed(paid), body: signed(riches).body, forged: true, happens: () => {} },
  ];
  const copies = (call: VendorCall, count: number) => Array.from({ length: count }, () => call);
  return [
    ...own.flatMap((call) => copies(call, COPIES)),
    ...forged.flatMap((call) => copies(call, FORGERIES)),
  ];
}

import { createHmac } from "node:crypto";
import { paymentView, payoutView } from "./vendor-state.ts";
import type { VendorState } from "./vendor-state.ts";

export type Callback = { body: Buffer; headers: Record<string, string> };

export type CallbackChanges = {
  /** Fields that replace those of the body before it is signed. */
  fields?: Record<string, unknown>;
  /** Another secret to sign with, for a forgery. */
  secret?: string;
};

export type SendOptions = {
  /** Ids of payments or payouts; by default everything that the fake has. */
  ids?: readonly string[];
  /** The number of copies of each; by default 1. */
  duplicates?: number;
  /** A generator of numbers from 0 to below 1, to shuffle the callbacks with. */
  shuffle?: () => number;
  /** The number of callbacks under way at once; by default 1. */
  parallel?: number;
  /** The number of forgeries sent with each id: a wrong secret and an altered body in turn. */
  forged?: number;
};

/** The outcome of a callback: the status of the answer, or 0 if there was none. */
export type Delivery = { id: string; forged: boolean; status: number };

/** Returns a callback about the current state of a payment or payout, signed as the vendor signs. */
export function callbackFor(
  state: VendorState,
  secret: string,
  id: string,
  changes: CallbackChanges = {},
): Callback {
  const body = state.payments.has(id) ? paymentBody(state, id) : payoutView(state.payout(id));
  const text = JSON.stringify({ ...body, ...changes.fields });
  return {
    body: Buffer.from(text),
    headers: {
      "content-type": "application/json",
      "x-nowpayments-sig": vendorSignature(text, changes.secret ?? secret),
    },
  };
}

function paymentBody(state: VendorState, id: string): Record<string, unknown> {
  const payment = state.payment(id);
  const {
    created_at: _created,
    type: _type,
    payout_hash: _hash,
    network: _network,
    ...view
  } = paymentView(payment);
  return {
    ...view,
    updated_at: payment.updatedMs,
    payment_extra_ids: null,
    fee: { currency: "usdttrc20", depositFee: 0.5, withdrawalFee: 0, serviceFee: 0 },
  };
}

/** Signs independently of the code under test, so that both cannot share one mistake. */
export function vendorSignature(bodyText: string, secret: string): string {
  return createHmac("sha512", secret.trim())
    .update(sorted(JSON.parse(bodyText)))
    .digest("hex");
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  const members = keys.map(
    (key) => `${JSON.stringify(key)}:${sorted((value as Record<string, unknown>)[key])}`,
  );
  return `{${members.join(",")}}`;
}

export async function sendCallbacks(
  state: VendorState,
  secret: string,
  appUrl: string,
  options: SendOptions,
): Promise<Delivery[]> {
  const ids = options.ids ?? [...state.payments.keys(), ...state.payouts.keys()];
  const queue: (Callback & { id: string; url: string; forged: boolean })[] = [];
  for (const id of ids) {
    const callbackUrl = (state.payments.get(id) ?? state.payout(id)).callbackUrl;
    const url = appUrl + new URL(callbackUrl ?? "http://missing/").pathname;
    const genuine = { ...callbackFor(state, secret, id), id, url, forged: false };
    for (let copy = 0; copy < (options.duplicates ?? 1); copy += 1) queue.push(genuine);
    for (let copy = 0; copy < (options.forged ?? 0); copy += 1) {
      queue.push({ ...forgery(state, secret, id, copy), id, url, forged: true });
    }
  }
  if (options.shuffle !== undefined) shuffleInPlace(queue, options.shuffle);

  const deliveries: Delivery[] = [];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { id, url, forged, body, headers } = next;
      const status = await fetch(url, { method: "POST", body: new Uint8Array(body), headers }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        () => 0,
      );
      deliveries.push({ id, forged, status });
    }
  };
  await Promise.all(Array.from({ length: options.parallel ?? 1 }, work));
  return deliveries;
}

function forgery(state: VendorState, secret: string, id: string, copy: number): Callback {
  if (copy % 2 === 0) return callbackFor(state, secret, id, { secret: `not-the-secret-${copy}` });
  const { body, headers } = callbackFor(state, secret, id);
  const altered = { ...(JSON.parse(body.toString("utf8")) as object), actually_paid: 1_000_000 + copy };
  return { body: Buffer.from(JSON.stringify(altered)), headers };
}

function shuffleInPlace(items: unknown[], random: () => number): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1));
    [items[last], items[pick]] = [items[pick], items[last]];
  }
}

import { callbackFor, sendCallbacks } from "./callbacks.ts";
import type { Callback, CallbackChanges, Delivery, SendOptions } from "./callbacks.ts";
import { createPayment, listPayments, readPayment } from "./payment-calls.ts";
import type { PaymentTerms } from "./payment-calls.ts";
import { createPayout, readPayout, validateAddress, verifyPayout } from "./payout-calls.ts";
import { number } from "./raw-numbers.ts";
import { vendorAuth } from "./vendor-auth.ts";
import type { FakeSecrets } from "./vendor-auth.ts";
import { serveVendor } from "./vendor-http.ts";
import type { Fault, RouteName } from "./vendor-http.ts";
import { vendorState } from "./vendor-state.ts";
import type { VendorPayment, VendorPayout } from "./vendor-state.ts";

/*
 * A fake NOWPayments: a real HTTP server on a free port that checks keys, tokens and second factors, keeps payments and
 * payouts, and fails when told to. It moves no money and waits for nothing.
 *
 *   const fake = await startFakeNowPayments();
 *   const scope = useApp(fake.environment());          // the app under test pays through the fake
 *   beforeAll(() => fake.follow(scope.app.clock));      // tokens, codes and dates follow the clock of the test
 *   afterAll(() => fake.close());
 *
 *   const payment = fake.paymentFor(depositId)!;        // made by the app
 *   fake.setState(payment.id, "confirming");            // seen on chain
 *   fake.pay(payment.id, { amount: "100" });            // finished (partially_paid if it is too little)
 *   fake.pay(payment.id, { amount: "5", asset: "trx" }) // finished, in the wrong asset
 *   fake.repeat(payment.id, "20");                      // a second transfer to the same address: a child payment
 *   await fake.sendCallbacks(scope.app.url, { duplicates: 10, shuffle: random, parallel: 8, forged: 2 });
 *   const { body, headers } = fake.callbackFor(payment.id);  // or send it yourself
 *
 *   fake.payoutState(fake.payoutFor(withdrawalId)!.id, "FINISHED", { hash: "ab12" });
 *
 *   fake.fail("createPayout", "lostAnswer");            // the next call takes effect, but its answer is lost
 *   fake.fail("readPayment", "500", 3);                 // the next three; others: "timeout", { slow: ms }, { held: promise },
 *                                                       // { refuse: "NOT_FOUND", status: 404 }, { answer: "{", status: 200 },
 *                                                       // { busy: "30" }
 *   fake.terms.instead = { payAddress: "T..." };        // new payments come out wrong
 *   fake.effects.payoutsCreated;                        // the calls that took effect, to check "once"
 *   fake.calls.readPayment;                             // the calls made, failed ones included
 *
 * The fake sends no callbacks by itself.
 */

const SECRETS: FakeSecrets = {
  apiKey: "FAKEKEY-8KM2D1Q-VERITICK",
  ipnSecret: "fake-ipn-secret-Yx81kQ",
  email: "merchant@fake-nowpayments.test",
  password: "fake-merchant-password-71",
  totpSecret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
};

/** The start of a movable clock, so that both agree before the fake follows one. */
const STILL_CLOCK = { nowMs: () => 1_790_000_000_000 };

export type Payment = {
  /** Digits as the vendor writes them, e.g. `"100"`, `"0.30000000000000004"` or `"1e-7"`. */
  amount: string;
  /** The asset; by default `usdttrc20`. */
  asset?: string;
  /** The state; by default `finished`, or `partially_paid` if less arrived than was asked for. */
  state?: string;
  /** The amount that the merchant gets; by default 99.5 %. Null if the vendor does not report it. */
  outcome?: string | null;
  outcomeAsset?: string;
  hash?: string;
};

export type FakeNowPayments = Awaited<ReturnType<typeof startFakeNowPayments>>;

export async function startFakeNowPayments(options: { clock?: { nowMs(): number } } = {}) {
  let clock = options.clock ?? STILL_CLOCK;
  const nowMs = () => clock.nowMs();
  const state = vendorState(nowMs);
  const auth = vendorAuth(SECRETS, nowMs);
  const terms: PaymentTerms = {
    minimum: "5",
    payAmountFor: (price) => price,
    instead: {},
    minimumPayout: "5",
  };
  const effects = { paymentsCreated: 0, payoutsCreated: 0, payoutsVerified: 0, tokensIssued: 0 };
  let isNextPayoutBare = true;

  const http = await serveVendor({
    status: () => ({ status: 200, body: { message: "OK" } }),
    minAmount(call) {
      auth.requireKey(call);
      const body = {
        currency_from: call.query.get("currency_from"),
        currency_to: call.query.get("currency_to"),
        min_amount: number(terms.minimum),
        fiat_equivalent: number(terms.minimum),
      };
      return { status: 200, body };
    },
    auth(call) {
      const answer = auth.signIn(call);
      effects.tokensIssued += 1;
      return answer;
    },
    createPayment(call) {
      auth.requireKey(call);
      const answer = createPayment(state, terms, call);
      effects.paymentsCreated += 1;
      return answer;
    },
    readPayment(call) {
      auth.requireKey(call);
      return readPayment(state, call);
    },
    listPayments(call) {
      auth.requireKeyAndToken(call);
      return listPayments(state, call);
    },
    createPayout(call) {
      auth.requireKeyAndToken(call);
      const answer = createPayout(state, call);
      effects.payoutsCreated += 1;
      return answer;
    },
    verifyPayout(call) {
      auth.requireKeyAndToken(call);
      const answer = verifyPayout(state, SECRETS.totpSecret, call);
      effects.payoutsVerified += 1;
      return answer;
    },
    readPayout(call) {
      auth.requireKey(call);
      const answer = readPayout(state, call, isNextPayoutBare);
      isNextPayoutBare = !isNextPayoutBare;
      return answer;
    },
    validateAddress(call) {
      auth.requireKey(call);
      return validateAddress(state, call);
    },
    minPayout(call) {
      auth.requireKey(call);
      return { status: 200, body: { success: true, result: number(terms.minimumPayout) } };
    },
  });

  function arrive(payment: VendorPayment, arrival: Payment): void {
    const { amount, asset = "usdttrc20" } = arrival;
    const isEnough = asset !== "usdttrc20" || Number(amount) >= Number(payment.payAmount);
    Object.assign(payment, {
      actuallyPaid: amount,
      payCurrency: asset,
      state: arrival.state ?? (isEnough ? "finished" : "partially_paid"),
      outcomeAmount: arrival.outcome === undefined ? netOf(amount) : arrival.outcome,
      outcomeCurrency: arrival.outcomeAsset ?? "usdttrc20",
      hash: arrival.hash ?? `hash-of-${payment.id}`,
      updatedMs: nowMs(),
    });
  }

  return {
    /** The base address, which ends with `/v1`. */
    baseUrl: http.baseUrl,
    secrets: SECRETS,
    calls: http.calls,
    effects: effects as Readonly<typeof effects>,
    /** The vendor's terms, which a test may change. */
    terms,

    /** Returns the settings that make an app use this fake. */
    environment({ payouts = true } = {}): Record<string, string> {
      return {
        PAYMENT_PROVIDER: "nowpayments",
        ACCEPT_OWN_BEACON: "yes",
        PUBLIC_URL: "http://localhost",
        NOWPAYMENTS_BASE_URL: http.baseUrl,
        NOWPAYMENTS_API_KEY: SECRETS.apiKey,
        NOWPAYMENTS_IPN_SECRET: SECRETS.ipnSecret,
        NOWPAYMENTS_PER_SECOND: "1000",
        FOUR_EYES_ABOVE: "none",
        ...(payouts && {
          NOWPAYMENTS_EMAIL: SECRETS.email,
          NOWPAYMENTS_PASSWORD: SECRETS.password,
          NOWPAYMENTS_TOTP_SECRET: SECRETS.totpSecret,
        }),
      };
    },
    follow(other: { nowMs(): number }): void {
      clock = other;
    },
    close: http.close,

    /** Makes the next `times` calls of a route fail. */
    fail(route: RouteName, fault: Fault, times = 1): void {
      http.fail(route, fault, times);
    },
    clearFaults: http.clearFaults,
    /** Invalidates every token issued so far. */
    expireTokens: auth.expireTokens,
    /** Makes the vendor take each one-time code once, as RFC 6238 demands of it. */
    takeCodesOnce(): void {
      state.usedCodes = new Set();
    },
    refuseAddress(address: string): void {
      state.refusedAddresses.add(address);
    },

    payments: (): VendorPayment[] => [...state.payments.values()],
    payouts: (): VendorPayout[] => [...state.payouts.values()],
    /** Finds the first payment made for a deposit. */
    paymentFor: (orderId: string): VendorPayment | undefined =>
      [...state.payments.values()].find(
        (payment) => payment.orderId === orderId && payment.parentId === null,
      ),
    /** Finds the first payout made for a withdrawal. */
    payoutFor: (externalId: string): VendorPayout | undefined =>
      [...state.payouts.values()].find((payout) => payout.externalId === externalId),

    /** Lets money arrive. It replaces earlier arrivals of this payment instead of adding to them. */
    pay(paymentId: string, arrival: Payment): void {
      arrive(state.payment(paymentId), arrival);
    },
    /** Changes only the vendor's state of a payment. */
    setState(paymentId: string, word: string): void {
      Object.assign(state.payment(paymentId), { state: word, updatedMs: nowMs() });
    },
    /** Lets another transfer arrive at the address of a payment. Returns the id of the new payment. */
    repeat(paymentId: string, amount: string, arrival: Omit<Payment, "amount"> = {}): string {
      const parent = state.payment(paymentId);
      const child = { ...parent, id: state.newId(), parentId: parent.id, createdMs: nowMs() };
      state.payments.set(child.id, child);
      arrive(child, { state: "finished", ...arrival, amount });
      return child.id;
    },
    payoutState(payoutId: string, word: string, also: { hash?: string; error?: string } = {}): void {
      Object.assign(state.payout(payoutId), { state: word, ...also });
    },

    /** Returns a callback about the current state of a payment or payout. */
    callbackFor: (id: string, changes?: CallbackChanges): Callback =>
      callbackFor(state, SECRETS.ipnSecret, id, changes),
    /**
     * Sends callbacks to the app at this address, to the path that the app gave the vendor. Each reports the current state.
     * To report later changes, call it again.
     */
    sendCallbacks: (appUrl: string, sending: SendOptions = {}): Promise<Delivery[]> =>
      sendCallbacks(state, SECRETS.ipnSecret, appUrl, sending),
  };
}

/** The vendor keeps half a percent. Floats are exact enough for the fake's own money. */
const netOf = (amount: string): string => String(Math.floor(Number(amount) * 0.995 * 1e6) / 1e6);

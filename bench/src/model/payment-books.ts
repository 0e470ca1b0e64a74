import { minor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { PaymentState } from "@veritick/domain/payments.ts";
import type { VendorPayment } from "./vendor.ts";

/** The books that a payment moves money in. */
type Money = { credit(userId: string, amount: Minor): void; moveToCustody(amount: Minor): void };

export type BookDeposit = {
  readonly id: string;
  status: "pending" | "confirming" | "confirmed" | "failed";
  failure: "expired" | "provider" | "refunded" | "rejected" | null;
};

/** A payment as the product should have it, and the deposit that it was made for; a further transfer has none. */
export class BookPayment {
  readonly paymentId: string;
  readonly userId: string;
  readonly isOurs: boolean;
  /** The amount of the deposit that the address was given out for. */
  readonly asked: Minor;
  readonly deposit: BookDeposit | undefined;
  /** What the product was told last. It knows nothing of a further transfer before a callback. */
  isKnown: boolean;
  /** True as long as the product reads it by itself. */
  isPolled: boolean;
  state: PaymentState = "waiting";
  arrived: Minor = ZERO;
  named: Minor | undefined;
  wasSeen = false;
  wasTaken = false;
  isDecided = false;
  credited: Minor = ZERO;
  /** The part of `credited` that the house has advanced, and what people have approved before it came. */
  advanced: Minor = ZERO;
  trusted: Minor = ZERO;
  /** The provider's fee that is booked. */
  fee: Minor = ZERO;

  constructor(made: Pick<BookPayment, "paymentId" | "userId" | "isOurs" | "asked" | "deposit">) {
    this.paymentId = made.paymentId;
    this.userId = made.userId;
    this.isOurs = made.isOurs;
    this.asked = made.asked;
    this.deposit = made.deposit;
    this.isKnown = made.deposit !== undefined;
    this.isPolled = this.isKnown;
  }

  get isOpen(): boolean {
    return this.deposit?.status === "pending" || this.deposit?.status === "confirming";
  }

  get left(): Minor {
    return most(ZERO, minor(this.arrived - this.credited));
  }

  /** Books the effect that a read of the payment must have, in the plainest words. */
  see(books: Money, { state, paid, fee }: VendorPayment): void {
    this.isKnown = true;
    this.state = state;
    this.arrived = paid;
    const outcome = paid - fee;
    this.named = state === "refunded" ? ZERO : outcome > 0n ? fee : undefined;
    if (!this.isOurs) this.named = undefined;
    const isPaid = state === "finished" || state === "partially_paid";
    const isGone = state === "failed" || state === "refunded";
    if (paid > 0n || (isPaid && !this.isOurs)) this.wasSeen = true;
    if (isGone && this.credited > 0n) this.wasTaken = true;
    if (isPaid && this.isOurs) this.#credit(books, this.#due());
    this.#correct(books, "the provider");
    if (this.deposit !== undefined && this.isOpen) this.#move(this.deposit);
    this.isPolled = this.isOpen || this.#mayChange;
  }

  #move(deposit: BookDeposit): void {
    const { state } = this;
    if (state === "confirming" && this.isOurs) deposit.status = "confirming";
    if (this.arrived > 0n || !["failed", "refunded", "expired"].includes(state)) return;
    Object.assign(deposit, { status: "failed", failure: state === "failed" ? "provider" : state });
  }

  get #mayChange(): boolean {
    if (this.state === "finished") return this.advanced > 0n;
    return this.state !== "failed" && this.state !== "refunded";
  }

  /** Returns what is credited without a person: all that came first and, as long as nobody decided, the rest asked for. */
  #due(): Minor {
    if (this.deposit === undefined || this.deposit.failure === "rejected") return ZERO;
    if (this.deposit.status !== "confirmed") return this.arrived;
    if (this.isDecided || this.wasTaken) return ZERO;
    return most(ZERO, minor(least(this.arrived, this.asked) - this.credited));
  }

  /** Books what a person credits: `trusted` of it has not arrived. */
  decide(books: Money, amount: Minor, trusted: Minor): void {
    this.#credit(books, amount);
    this.trusted = minor(this.trusted + trusted);
    this.#advance(books, minor(this.advanced + trusted));
    this.#correct(books, "a person");
    this.isDecided = true;
    this.isPolled = this.#mayChange;
  }

  /** Books that a person closes the question about it: its deposit is rejected, unless it is credited. */
  dismiss(): void {
    if (this.credited > 0n) this.isDecided = true;
    else if (this.deposit !== undefined)
      Object.assign(this.deposit, { status: "failed", failure: "rejected" });
  }

  /** Books the approval of the deposit, whatever has arrived by then. */
  approve(books: Money): void {
    const there = this.isOurs && this.state !== "refunded" ? this.arrived : ZERO;
    this.decide(books, this.asked, most(ZERO, minor(this.asked - there)));
  }

  #credit(books: Money, amount: Minor): void {
    if (amount === 0n) return;
    books.credit(this.userId, amount);
    this.credited = minor(this.credited + amount);
    if (this.deposit !== undefined) Object.assign(this.deposit, { status: "confirmed", failure: null });
  }

  /** Brings advance and fee to where the provider's last answer says that they are. */
  #correct(books: Money, by: "the provider" | "a person"): void {
    const { state, credited, advanced, arrived, named, fee } = this;
    if (credited === 0n) return;
    const stays = state === "finished" || state === "partially_paid" || state === "expired";
    if (state === "refunded" && (!this.isDecided || this.wasSeen)) this.#advance(books, credited);
    if (stays && this.isOurs) this.#advance(books, least(advanced, most(ZERO, minor(credited - arrived))));
    if (stays && !this.isOurs && (state !== "expired" || arrived > 0n))
      this.#advance(books, least(advanced, this.trusted));
    if (named === undefined) return;
    if (stays || state === "refunded") this.#pay(books, named);
    else if (by === "a person") this.#pay(books, most(named, fee));
  }

  #advance(books: Money, target: Minor): void {
    books.moveToCustody(minor(target - this.advanced));
    this.advanced = target;
  }

  #pay(books: Money, fee: Minor): void {
    books.moveToCustody(minor(fee - this.fee));
    this.fee = fee;
  }
}

const least = (one: Minor, other: Minor): Minor => (one < other ? one : other);
const most = (one: Minor, other: Minor): Minor => (one > other ? one : other);

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ASKED, isAsked, isListedAsTaken, partOf, play, read } from "../testing/payment-history.ts";
import type { Decision, Move, Seen, Step, Told } from "../testing/payment-history.ts";
import { ZERO } from "./money.ts";
import { leftToDecide, LARGEST_CREDIT, NOTHING_BOOKED, UNKNOWN_SECONDS } from "./payments.ts";
import type { PaymentFacts } from "./payments.ts";

const RUNS = process.env["VERITICK_LONG"] === undefined ? 1_000 : 20_000;

const PAID = ["partially_paid", "finished"] as const;
const ALL_STATES = [
  ...PAID,
  ...PAID,
  "waiting",
  "confirming",
  "failed",
  "refunded",
  "expired",
  "unknown",
] as const;
const moves = (states: readonly Move["state"][]): fc.Arbitrary<Move> =>
  fc.record({
    state: fc.constantFrom(...states),
    more: fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom(0n, ASKED / 4n, ASKED / 5n, ASKED) },
      { weight: 10, arbitrary: fc.bigInt(0n, ASKED) },
      { weight: 1, arbitrary: fc.constant(LARGEST_CREDIT) },
    ),
    feePercent: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
    differs: fc.nat(19).map((n) => n === 0),
    secondsInState: fc.constantFrom(0, UNKNOWN_SECONDS),
  });
const reads = fc.record({
  reads: fc.nat(2),
  stop: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom("held" as const, "full" as const) },
  ),
});
const decisions: fc.Arbitrary<Decision> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom<Decision>(
      { does: "approve" },
      { does: "reject" },
      { does: "dismiss" },
      { does: "close account" },
      { does: "give up" },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom("credit" as const, "claim" as const),
      percent: fc.constantFrom(100, 50, 1),
      setsAside: fc.constantFrom(true, true, false),
    }),
  },
);

/** Any history: the provider's moves, reads that hear of them or not, and people's decisions in between. */
const histories: fc.Arbitrary<Told> = fc.record({
  deposit: fc.constantFrom(
    "own" as const,
    "own" as const,
    "own" as const,
    "own" as const,
    "repeated_payment" as const,
    "unknown_order" as const,
    "unknown_order" as const,
    "account_closed" as const,
  ),
  isOurAsset: fc.constantFrom(true, true, true, false),
  steps: fc
    .array(
      fc.oneof(
        {
          weight: 2,
          arbitrary: fc.tuple(moves(ALL_STATES), reads).map(([move, read]) => [{ move }, read] as Step[]),
        },
        { weight: 1, arbitrary: decisions.map((decision) => [{ decision }] as Step[]) },
      ),
      { minLength: 2, maxLength: 14, size: "max" },
    )
    .map((steps) => steps.flat()),
  last: moves(ALL_STATES),
});

const LIMIT = { timeout: 300_000 };
const anyHistory = (check: (told: Told) => void) =>
  fc.assert(fc.property(histories, check), { numRuns: RUNS });
/** Checks every step of any history, and that the statement was tried often enough. */
function anyStep(check: (seen: Seen) => boolean): void {
  let tried = 0;
  anyHistory((told) => play(told).seen.forEach((seen) => void (tried += check(seen) ? 1 : 0)));
  expect(tried).toBeGreaterThan(RUNS / 500);
}
function holds(condition: boolean, what: string): void {
  if (!condition) throw new Error(`this does not hold: ${what}`);
}
const same = (one: unknown, other: unknown): void => expect(one).toEqual(other);

/** True if the provider says for sure where the money is. */
const isSure = ({ state, paid }: PaymentFacts): boolean =>
  state === "finished" ||
  state === "partially_paid" ||
  state === "refunded" ||
  (state === "expired" && paid > 0n);
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
/** The fee that the provider names of money in our asset. It keeps nothing of what it sends back. */
const feeSaid = ({ state, isOurAsset, paid, outcome = ZERO }: PaymentFacts): bigint | undefined => {
  if (!isOurAsset) return undefined;
  return state === "refunded" ? 0n : outcome > 0n ? paid - outcome : undefined;
};
const creditedBy = ({ before, after }: Seen): bigint =>
  after.record.booked.credited - before.record.booked.credited;

describe("the books of a payment, after any news and decisions", LIMIT, () => {
  it("stay as they are when the last answer is repeated", () => {
    anyHistory((told) => {
      const { end, truth } = play(told);
      same(read(end, truth), end);
    });
  });

  it("have in custody what the provider holds of the money that is booked", () => {
    anyHistory((told) => {
      const { facts, record } = play(told).end;
      const { credited, advanced, feeBooked } = record.booked;
      if (credited === 0n) same(record.booked, NOTHING_BOOKED);
      if (credited === 0n || !isSure(facts)) return;
      const { state, paid, isOurAsset } = facts;
      if (state === "refunded") expect(advanced).toBe(credited);
      else if (isOurAsset) expect(credited - advanced).toBe(smaller(credited, paid));
      else expect(advanced).toBe(record.trusted);
      if (feeSaid(facts) !== undefined) expect(feeBooked).toBe(feeSaid(facts));
    });
  });

  it("have the house's advance back once money in another asset is there again", () => {
    const move = { more: ASKED, feePercent: undefined, differs: false, secondsInState: 0 };
    const { end } = play({
      deposit: "own",
      isOurAsset: false,
      steps: [
        { move: { ...move, state: "refunded" } },
        { reads: 1, stop: undefined },
        { decision: { does: "credit", percent: 100, setsAside: false } },
      ],
      last: { ...move, more: 0n, state: "finished" },
    });
    same(end.record.booked, { ...NOTHING_BOOKED, credited: ASKED });
  });

  it("and the question about it cover all that arrived in our asset", () => {
    anyHistory((told) => {
      const { facts, record, question, decidedAbout } = play({ ...told, isOurAsset: true }).end;
      if (facts.state === "waiting" || facts.state === "confirming") return;
      const left = leftToDecide(facts, record)!;
      holds(record.booked.credited + left >= facts.paid, "what is not credited is left");
      if (left === 0n) return;
      holds(question !== undefined, "what is left is asked about");
      // A person knew of all of it when they decided.
      if (question!.decided !== undefined) expect(decidedAbout).toBe(facts.paid);
    });
  });

  it("credit nobody with more than was seen, or than people trusted to come", () => {
    anyHistory((told) => {
      let most = 0n;
      for (const seen of play({ ...told, isOurAsset: true }).seen) {
        const { facts, record } = seen.after;
        const { credited, setAside, advanced } = record.booked;
        if (facts.paid > most) most = facts.paid;
        holds(creditedBy(seen) >= 0n, "no credit is taken back");
        holds(credited <= most + record.trusted, "a credit is covered");
        holds(setAside >= 0n && setAside <= credited, "only credited money is set aside");
        holds(advanced >= 0n && advanced <= credited, "only credited money is advanced");
      }
    });
  });

  it("change nothing while the provider does not say where the money is", () => {
    anyStep(({ before, after, answer }) => {
      const isTried = answer !== undefined && !isSure(answer.facts) && before.record.booked.credited > 0n;
      if (isTried) same(after.record.booked, before.record.booked);
      return isTried;
    });
  });

  it("keep the fee if an answer names none", () => {
    anyStep(({ before, after, answer }) => {
      const isTried = answer !== undefined && feeSaid(answer.facts) === undefined;
      if (isTried) holds(after.record.booked.feeBooked === before.record.booked.feeBooked, "the fee stays");
      return isTried && before.record.booked.feeBooked > 0n;
    });
  });
});

describe("an answer", LIMIT, () => {
  it("credits by itself only what it surely says, and the rest of what was asked if nothing came between", () => {
    anyStep((seen) => {
      const { before, after, answer } = seen;
      if (answer === undefined || creditedBy(seen) === 0n) return false;
      const { deposit, booked, isDecided } = before.record;
      const { facts, differs } = answer;
      holds(facts.isOurAsset && !facts.isRepeated && !differs, "it is what was asked for");
      holds(typeof deposit === "object" && deposit.failure !== "rejected", "nobody has rejected it");
      if (booked.credited === 0n) return false;
      holds(!isDecided && !after.record.wasTaken, "nobody has decided, and nothing was taken back");
      holds(after.record.booked.credited <= ASKED, "it credits the rest of what was asked");
      return true;
    });
  });

  it("gives nothing after a person has rejected the deposit, credited part of it, or the money went back", () => {
    anyStep((seen) => {
      const { deposit, booked, isDecided, wasTaken } = seen.before.record;
      const isRejected = typeof deposit === "object" && deposit.failure === "rejected";
      if (seen.answer === undefined || !(isRejected || isDecided || wasTaken)) return false;
      holds(creditedBy(seen) === 0n, "only a person credits more");
      return seen.answer.facts.paid > booked.credited;
    });
  });

  it("that takes credited money back, or brings it again, is asked about", () => {
    anyStep(({ before, after, answer }) => {
      const { booked, wasSeen } = after.record;
      if (answer === undefined || booked.credited === 0n) return false;
      const { state, paid } = answer.facts;
      if ((state === "refunded" || state === "failed") && wasSeen) {
        expect(after.question?.reason).toBe("refunded_after_credit");
      } else if (isSure(answer.facts) && isListedAsTaken(before) && smaller(paid, booked.credited) === paid) {
        expect(after.question?.reason).toBe(paid > 0n ? "money_returned" : before.question?.reason);
      } else return false;
      return true;
    });
  });
});

describe("a person's decision", LIMIT, () => {
  it("moves what was set aside to its owner once, and makes no money of it", () => {
    anyStep((seen) => {
      const { before, after, decision } = seen;
      if (decision?.does !== "claim") return false;
      const [was, is] = [before.record.booked, after.record.booked];
      const amount = was.setAside - is.setAside;
      holds(is.credited === was.credited && amount >= 0n, "a claim credits what was counted before");
      if (!isAsked(before)) expect(amount).toBe(partOf(was.setAside, decision.percent));
      return amount > 0n;
    });
  });

  it("books the fee that the provider names so far", () => {
    anyStep((seen) => {
      const fee = feeSaid(seen.after.facts);
      if (seen.decision === undefined || creditedBy(seen) === 0n || fee === undefined) return false;
      holds(seen.after.record.booked.feeBooked >= fee, "the fee is booked with the credit");
      return !isSure(seen.after.facts);
    });
  });
});

describe("a payment that nobody decides and that is not sent back", LIMIT, () => {
  const undecided = fc.record({
    news: fc.array(fc.tuple(moves([...PAID, "waiting", "confirming", "unknown", "expired"]), reads), {
      maxLength: 8,
    }),
    last: moves(PAID),
    hears: fc.infiniteStream(fc.nat(2)),
  });

  it("has the same books whatever news was lost, repeated or late, up to the amount asked for", () => {
    let compared = 0;
    fc.assert(
      fc.property(undecided, ({ news, last, hears }) => {
        const parts = BigInt(news.length + 1);
        const calm = (move: Move): Move => ({ ...move, more: smaller(move.more, ASKED) / parts });
        const told: Told = {
          deposit: "own",
          isOurAsset: true,
          steps: news.flatMap(([move, read]): Step[] => [{ move: calm(move) }, { ...read, reads: 1 }]),
          // It names the fee. One that only a lost answer named cannot be booked.
          last: { ...calm(last), differs: false, feePercent: Math.min(last.feePercent ?? 0, 99) },
        };
        const ends = [play(told), play(told, () => hears.next().value!), play(told, () => 0)].map(
          ({ end }) => end,
        );
        const { facts } = ends[0]!;
        const feeBooked = feeSaid(facts) ?? 0n;
        for (const { record } of ends)
          same(record.booked, { ...NOTHING_BOOKED, credited: facts.paid, feeBooked });
        if (facts.paid > 0n && news.length > 0) compared += 1;
      }),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(RUNS / 4);
  });
});

import { join } from "node:path";
import { expect, it } from "vitest";
import vectors from "../test-vectors/payments.json" with { type: "json" };
import { hasPython, runPython } from "../testing/python.ts";
import { minor } from "./money.ts";
import type { Minor } from "./money.ts";
import { bookingOf, decidePayment } from "./payments.ts";
import type { Booked, DepositStatus, PaymentRecord, PaymentState, PersonsCredit } from "./payments.ts";

// The results are those of a second implementation, in Python, which says how a case is written.

function bookedIn(line: string): Booked {
  const values = line.split(" ");
  const of = new Map(vectors.fields.split(" ").map((field, index) => [field, values[index]!]));
  const text = (field: string) => of.get(field)!;
  const isTrue = (field: string) => text(field) === "yes";
  const amount = (field: string): Minor => minor(BigInt(text(field)));
  const facts = {
    state: text("state") as PaymentState,
    isOurAsset: isTrue("ours"),
    isRepeated: isTrue("repeated"),
    paid: amount("paid"),
    outcome: text("outcome") === "none" ? undefined : amount("outcome"),
  };
  const record: PaymentRecord = {
    deposit: depositOf(text("deposit"), amount("asked")),
    booked: {
      credited: amount("credited"),
      setAside: amount("aside"),
      advanced: amount("advanced"),
      feeBooked: amount("fee"),
    },
    isDecided: isTrue("decided"),
    trusted: amount("trusted"),
    wasSeen: isTrue("seen"),
    wasTaken: isTrue("taken"),
    isListedAsTaken: false,
    differs: isTrue("differs"),
    secondsInState: 0,
  };
  if (text("to") === "nobody") return decidePayment(facts, record).booked;
  const to = text("to") as PersonsCredit["to"];
  return bookingOf(facts, record, { amount: amount("amount"), to, trusted: amount("unseen") });
}

function depositOf(said: string, asked: Minor): PaymentRecord["deposit"] {
  if (said === "none") return "unknown_order";
  if (said === "rejected") return { status: "failed", failure: "rejected", asked };
  return { status: said as DepositStatus, failure: said === "failed" ? "expired" : null, asked };
}

it("books each of the vectors as the second implementation does", () => {
  expect(vectors.cases.length).toBeGreaterThanOrEqual(300);
  for (const line of vectors.cases) {
    const [given, booked] = line.split(" => ");
    const { credited, setAside, advanced, feeBooked } = bookedIn(given!);
    expect([credited, setAside, advanced, feeBooked].join(" "), line).toBe(booked);
  }
});

const python = hasPython();
it.skipIf(!python)(
  `the second implementation computes the vectors${python ? "" : " (skipped: there is no python3 of 3.9 or later)"}`,
  () => {
    const folder = join(import.meta.dirname, "../test-vectors");
    expect(runPython(folder, "payments.py", "check")).toBe(`right  ${vectors.cases.length} cases\n`);
  },
);

import { expect, test } from "vitest";
import { isShownDone } from "./decide-buttons.tsx";

const [ME, OTHER] = ["me", "other"];
const proposed = (proposedBy: string) => ({
  proposalId: "",
  action: "deposit_approved" as const,
  proposedBy,
  proposedByEmail: null,
  proposedAt: "",
  effectiveAt: null,
});

test.each([
  ["approve", "confirmed", null, null, true],
  ["approve", "processing", null, null, true],
  ["approve", "pending", null, null, false],
  ["approve", "pending", null, ME, true],
  ["approve", "pending", null, OTHER, false],
  ["approve", "failed", "rejected", null, false],
  ["reject", "failed", "rejected", null, true],
  ["reject", "failed", "cancelled", null, false],
  ["reject", "confirmed", null, null, false],
] as const)(
  "sent to %s, a row that is %s (%s, proposed by %s) shows it: %s",
  (name, status, failureReason, by, isDone) => {
    const awaiting = by === null ? null : proposed(by);
    expect(isShownDone({ status, failureReason, awaiting }, name, ME)).toBe(isDone);
  },
);

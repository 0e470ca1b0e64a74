import { expect, it } from "vitest";
import { orderState } from "./order-state.ts";

const DUE = 1_790_002_773;
const AT_ONCE = DUE + 1;
const LIMIT = DUE + 120;

it.each([
  ["promised", "not logged yet", { now: AT_ONCE, leaves: 0, quorumAt: Infinity }],
  ["promised", "not logged at the limit", { now: LIMIT, leaves: 0, quorumAt: Infinity }],
  ["promised", "logged and not cosigned yet", { now: AT_ONCE, leaves: 1, quorumAt: Infinity }],
  ["promised", "logged and not cosigned at the limit", { now: LIMIT, leaves: 1, quorumAt: Infinity }],
  ["witnessed", "a second before the next round is due", { now: AT_ONCE, leaves: 1, quorumAt: DUE - 1 }],
  ["witnessed", "long ago", { now: DUE + 10 ** 9, leaves: 1, quorumAt: DUE - 3 }],
  ["witnessed", "no quorum required", { now: AT_ONCE, leaves: 1, quorumAt: -Infinity }],
  ["late", "when the next round is due", { now: AT_ONCE, leaves: 1, quorumAt: DUE }],
  ["late", "at the limit", { now: DUE + 10 ** 9, leaves: 1, quorumAt: LIMIT }],
  ["unwitnessed", "no quorum after the limit", { now: LIMIT + 1, leaves: 1, quorumAt: Infinity }],
  ["unwitnessed", "a quorum after the limit", { now: DUE + 10 ** 9, leaves: 1, quorumAt: LIMIT + 1 }],
  ["unlogged", "in no slice after the limit", { now: LIMIT + 1, leaves: 0, quorumAt: Infinity }],
  ["twice", "in two leaves", { now: AT_ONCE, leaves: 2, quorumAt: DUE - 1 }],
  ["twice", "in two leaves without a quorum", { now: LIMIT + 1, leaves: 3, quorumAt: Infinity }],
] as const)("an order is %s: %s", (state, _name, facts) => {
  expect(orderState({ nextDue: DUE, ...facts })).toBe(state);
});

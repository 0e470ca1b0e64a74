/**
 * Where a sale stands. The amount is the least that it must pay: as offered first or after the price moved, as sent, or as
 * sent without an answer. An `unsure` one may still be made until the end of `lastTick`; when it is `over`, it cannot, and the
 * page asks whether it was.
 */
export type Phase =
  | { readonly at: "idle" | "sold" }
  | { readonly at: "offered" | "moved"; readonly amount: string; readonly sinceMs: number }
  | { readonly at: "sending"; readonly amount: string }
  | { readonly at: "unsure" | "over"; readonly amount: string; readonly lastTick: number };

/** A press by the clock of events. `clicks` counts fast presses in one place, and is 0 for the keyboard. */
type Press = {
  readonly type: "press";
  readonly atMs: number;
  readonly clicks: number;
  /** What a sale pays now; undefined if nobody can know it. */
  readonly amount: string | undefined;
  readonly isAtOnce: boolean;
};

export type SaleEvent =
  | Press
  /** `leave`: the focus went elsewhere, or the offer's time is over. */
  | { readonly type: "cancel" | "leave" }
  | { readonly type: "sold" }
  /** The server sold nothing, because a sale now pays this amount. */
  | { readonly type: "moved"; readonly amount: string; readonly atMs: number }
  | { readonly type: "failed" }
  /** No answer came, so the position may be sold. */
  | { readonly type: "unanswered"; readonly lastTick: number }
  /** The time of the sale without an answer is over. */
  | { readonly type: "over" }
  /** The sale without an answer turned out not to be made. */
  | { readonly type: "notSold" };

export const IDLE: Phase = { at: "idle" };

/** How long an offer cannot be accepted at first: not every device counts fast presses. */
const FAST_MS = 400;

export const isOffered = ({ at }: Phase): boolean => at === "offered" || at === "moved";
export const isUnanswered = ({ at }: Phase): boolean => at === "unsure" || at === "over";

/** Returns the phase after an event: the same one if nothing changes. The caller sends the sale once it is `sending`. */
export function phaseAfter(phase: Phase, event: SaleEvent): Phase {
  switch (event.type) {
    case "press":
      return afterPress(phase, event);
    case "cancel":
      return isOffered(phase) || isUnanswered(phase) ? IDLE : phase;
    case "leave":
      return isOffered(phase) ? IDLE : phase;
    case "over":
      return phase.at === "unsure" ? { ...phase, at: "over" } : phase;
    case "notSold":
      return isUnanswered(phase) ? IDLE : phase;
    case "sold":
      return phase.at === "sold" ? phase : { at: "sold" };
    default:
      return phase.at === "sending" ? afterAnswer(phase.amount, event) : phase;
  }
}

function afterPress(phase: Phase, { atMs, clicks, amount, isAtOnce }: Press): Phase {
  // The second press of a double click is not meant to sell.
  if (clicks > 1) return phase;
  switch (phase.at) {
    case "idle":
      if (amount === undefined) return phase;
      return isAtOnce ? { at: "sending", amount } : { at: "offered", amount, sinceMs: atMs };
    case "offered":
    case "moved":
      if (clicks > 0 && atMs - phase.sinceMs < FAST_MS) return phase;
      return { at: "sending", amount: phase.amount };
    case "unsure":
      return { at: "sending", amount: phase.amount };
    case "sending":
    case "over":
    case "sold":
      return phase;
  }
}

type Answer = Extract<SaleEvent, { type: "moved" | "failed" | "unanswered" }>;

function afterAnswer(sent: string, event: Answer): Phase {
  switch (event.type) {
    case "moved":
      return { at: "moved", amount: event.amount, sinceMs: event.atMs };
    case "failed":
      return IDLE;
    case "unanswered":
      return { at: "unsure", amount: sent, lastTick: event.lastTick };
  }
}

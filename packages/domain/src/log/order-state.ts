/** An order or sale that has no quorum this many seconds after the next round was due has none that counts. */
export const LOG_GRACE_SECONDS = 120;

/**
 * What the log says about an order or a sale. `promised`: the signed answer is in hand, and the log may still come.
 * `witnessed`: in time. `late`: by a quorum, but not in time. `unwitnessed`: no quorum in 120 s. `unlogged`: not in the log
 * in 120 s. `twice`: its tag is in two leaves. The last two are the platform's wrong.
 */
export type OrderState = "promised" | "witnessed" | "late" | "unwitnessed" | "unlogged" | "twice";

/** The facts about an order or a sale of a round. Times are Unix seconds. */
export type OrderFacts = {
  /** When the next round is due. Until then nobody can know the result. */
  readonly nextDue: number;
  readonly now: number;
  /** The number of leaves with its tag; of an order that has none, 1 if it is in the log. */
  readonly leaves: number;
  /**
   * When the quorum of the first checkpoint with it was complete (`quorumTime`): Infinity if it is not. Any checkpoint with it
   * may stand for the first, if its quorum was complete earlier.
   */
  readonly quorumAt: number;
};

/**
 * Decides the state of an order or a sale. It is `unwitnessed` for good if a quorum comes too late, so that counting again
 * gives the same numbers.
 */
export function orderState({ nextDue, now, leaves, quorumAt }: OrderFacts): OrderState {
  if (leaves > 1) return "twice";
  const isOver = now > nextDue + LOG_GRACE_SECONDS;
  if (leaves === 0) return isOver ? "unlogged" : "promised";
  if (quorumAt < nextDue) return "witnessed";
  if (quorumAt <= nextDue + LOG_GRACE_SECONDS) return "late";
  return isOver ? "unwitnessed" : "promised";
}

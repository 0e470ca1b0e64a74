import { genesisHead, nextHead } from "../chain.ts";
import type { ChainLink } from "../chain.ts";
import { epochOf } from "../epochs.ts";
import type { EpochRow, Genesis } from "./epoch-row.ts";
import { compared, stepOf } from "./step.ts";
import type { Step } from "./step.ts";

export type ChainEvidence = {
  readonly rows: ReadonlyMap<number, EpochRow>;
  readonly conflicts: readonly number[];
  readonly genesis: Genesis | undefined;
  /** Commitments from the current epoch on, whose heads are not told one by one. */
  readonly ahead: readonly ChainLink[];
  /** How far commitments are published, and the head there. */
  readonly chain: { readonly epoch: number; readonly head: string } | undefined;
};

/** The heads of all rows that follow each other lead on from one another, and on to the furthest that is published. */
export function chainStep(evidence: ChainEvidence): Step<"chain"> {
  const { rows, conflicts, ahead, chain } = evidence;
  const [conflict] = conflicts;
  if (conflict !== undefined) return stepOf("chain", "wrong", { epoch: conflict, reason: "doubtful" });
  const other = ahead.find(
    ({ epoch, commitment }) => rows.has(epoch) && rows.get(epoch)!.commitment !== commitment,
  );
  if (other !== undefined) {
    const { epoch, commitment } = other;
    return stepOf("chain", "wrong", { epoch, expected: rows.get(epoch)!.commitment, found: commitment });
  }
  let followed = 0;
  for (const row of [...rows.values()].sort((a, b) => a.epoch - b.epoch)) {
    const before = headBefore(evidence, row.epoch);
    if (before === undefined) continue;
    const step = compared("chain", nextHead(before, row), row.head, { epoch: row.epoch });
    if (step.outcome === "wrong") return step;
    followed += 1;
  }
  const reached = chain === undefined ? undefined : headAt(evidence, chain.epoch);
  if (chain !== undefined && reached !== undefined) {
    const step = compared("chain", reached, chain.head, { epoch: chain.epoch });
    if (step.outcome === "wrong") return step;
    followed += 1;
  }
  return followed > 0 ? stepOf("chain", "right") : stepOf("chain", "missing", { reason: "no-data" });
}

/** The head that a receipt was signed with lies on the chain. */
export function headStep(
  evidence: ChainEvidence,
  promised: { readonly epoch: number; readonly head: string },
): Step<"head"> {
  const reached = headAt(evidence, promised.epoch);
  if (reached === undefined) return stepOf("head", "missing", { reason: "no-data" });
  return compared("head", promised.head, reached);
}

function headBefore({ rows, genesis }: ChainEvidence, epoch: number): string | undefined {
  if (genesis !== undefined && epoch === epochOf(genesis.tick + 1)) {
    return genesisHead(genesis, genesis.previousHead);
  }
  return rows.get(epoch - 1)?.head;
}

/** The longest way between two heads that is walked: commitments are published this far ahead. */
const MOST_AHEAD = 100;

/**
 * The head after an epoch: worked out from the last row before it that the commitments in between are known to, as what
 * the row itself says is what is being checked.
 */
function headAt(evidence: ChainEvidence, epoch: number): string | undefined {
  const links = new Map<number, ChainLink>(evidence.ahead.map((link) => [link.epoch, link]));
  for (const row of evidence.rows.values()) links.set(row.epoch, row);
  const way: ChainLink[] = [];
  for (let at = epoch; at > epoch - MOST_AHEAD; at -= 1) {
    const link = links.get(at);
    if (link === undefined) return undefined;
    way.unshift(link);
    const before = headBefore(evidence, at);
    if (before !== undefined) return way.reduce(nextHead, before);
  }
  return undefined;
}

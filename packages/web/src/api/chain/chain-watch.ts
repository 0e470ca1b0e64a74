import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import {
  EPOCH_TICKS,
  epochOf,
  EPOCHS_AHEAD,
  followChain,
  genesisHead,
  NO_HEAD,
} from "@veritick/domain/epochs.ts";
import type { ChainLink } from "@veritick/domain/epochs.ts";

/** How far the chain of commitments reached when it was looked at, under the genesis of that time. */
export type ChainNote = { readonly genesisTick: number; readonly epoch: number; readonly head: string };

/** Asks for the commitments and terms of a run of epochs, both ends included, of which there are at most `PAGE`. */
export type AskForLinks = (from: number, to: number) => Promise<readonly ChainLink[]>;

/**
 * What a reply says of the list that was noted. `same` and `leadsOn`: it is still the one. `behind`: the reply reaches less
 * far, as that of a server whose hour begins a moment later does; it is compared again when it does. `swapped`: it is
 * another list. `restarted`: the price began anew, and the new list leads on from the noted one. `unproven`: it began
 * anew after more was committed to than is noted, so that nobody can tell from the note.
 */
export type ChainOutcome = "same" | "leadsOn" | "behind" | "swapped" | "restarted" | "unproven";

export const PAGE = 1000;
/** More than a hundred years: no honest list is longer, and a false one must not keep the browser busy. */
const MOST_EPOCHS = 1_000_000;
/** Of a reply of any form: what it leaves out is undefined. */
export function noteOf({ genesis, chain }: Fairness): ChainNote {
  return { genesisTick: genesis?.tick, epoch: chain?.epoch, head: chain?.head };
}

/** Compares what was noted with a reply. Throws where what lies between cannot be asked for: then nothing is known. */
export async function compareChain(
  noted: ChainNote,
  reply: Fairness,
  ask: AskForLinks,
): Promise<ChainOutcome> {
  // What no honest server says is no reason to look away.
  if (!isWellFormed(reply)) return "swapped";
  const found = noteOf(reply);
  if (noted.genesisTick !== found.genesisTick) return compareGenesis(noted, reply, ask);
  if (found.epoch < noted.epoch) return "behind";
  if (found.epoch === noted.epoch) return found.head === noted.head ? "same" : "swapped";
  const head = await headAfter(noted.head, noted.epoch + 1, reply, ask);
  return head === found.head ? "leadsOn" : "swapped";
}

async function compareGenesis(noted: ChainNote, reply: Fairness, ask: AskForLinks): Promise<ChainOutcome> {
  const { tick, state, previousHead } = reply.genesis;
  if (tick < noted.genesisTick || previousHead === NO_HEAD) return "swapped";
  // Nothing further ahead had been published when the price began anew: the note was of the last head, which it is chained to.
  const wasLast = noted.epoch >= Math.floor(tick / EPOCH_TICKS) + EPOCHS_AHEAD;
  if (previousHead !== noted.head && wasLast) return "swapped";
  const first = genesisHead({ tick, state: Number(state) }, previousHead);
  const head = await headAfter(first, epochOf(tick + 1), reply, ask);
  if (head !== reply.chain.head) return "swapped";
  return previousHead === noted.head ? "restarted" : "unproven";
}

/** The head that a chain comes to; undefined where the list has gaps or no end. */
async function headAfter(
  head: string,
  from: number,
  { current, upcoming, chain }: Fairness,
  ask: AskForLinks,
): Promise<string | undefined> {
  if (!Number.isSafeInteger(chain.epoch) || chain.epoch - from > MOST_EPOCHS) return undefined;
  let reached = head;
  let next = from;
  while (next <= chain.epoch) {
    const to = Math.min(chain.epoch, next + PAGE - 1);
    const inReply = [current, ...upcoming].filter(({ epoch }) => epoch >= next && epoch <= to);
    const links = isRun(inReply, next, to) ? inReply : await ask(next, to);
    if (!isRun(links, next, to)) return undefined;
    reached = followChain(reached, links);
    next = to + 1;
  }
  return reached;
}

const HEX_32 = /^[0-9a-f]{64}$/;

/** Whether a value is a note, of a reply or of what a browser has kept. */
export function isNote(value: unknown): value is ChainNote {
  const { genesisTick, epoch, head } = (value ?? {}) as Record<string, unknown>;
  return (
    Number.isSafeInteger(genesisTick) &&
    Number(genesisTick) >= 0 &&
    Number.isSafeInteger(epoch) &&
    typeof head === "string" &&
    HEX_32.test(head)
  );
}

function isWellFormed(reply: Fairness): boolean {
  const { genesis, current, upcoming } = reply;
  const links: unknown = [current, ...(Array.isArray(upcoming) ? upcoming : [undefined])];
  return isNote(noteOf(reply)) && /^-?\d{1,15}$/.test(genesis.state) && (links as unknown[]).every(isLink);
}

function isLink(value: unknown): boolean {
  const { epoch, commitment, termsHash } = (value ?? {}) as Record<string, unknown>;
  const isHash = (text: unknown) => typeof text === "string" && HEX_32.test(text);
  return Number.isSafeInteger(epoch) && isHash(commitment) && isHash(termsHash);
}

const isRun = (links: readonly ChainLink[], from: number, to: number): boolean =>
  links.length === to - from + 1 && links.every(({ epoch }, index) => epoch === from + index);

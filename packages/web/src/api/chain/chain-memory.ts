import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import {
  EPOCHS_AHEAD,
  EPOCH_TICKS,
  NO_HEAD,
  epochOf,
  followChain,
  genesisHead,
} from "@veritick/domain/epochs.ts";
import type { ChainLink } from "@veritick/domain/epochs.ts";
import { createStore } from "../live/live.ts";
import type { Store } from "../live/live.ts";

/** How far the chain of commitments reached when it was looked at, under the genesis of that time. */
type ChainNote = { readonly genesisTick: number; readonly epoch: number; readonly head: string };

/** Asks for the commitments and terms of a run of epochs, both ends included, of which there are at most `PAGE`. */
export type AskForLinks = (from: number, to: number) => Promise<readonly ChainLink[]>;

/**
 * What a reply says of the list that was noted. `same` and `leadsOn`: it is still the one. `behind`: the reply reaches less
 * far, as that of a server whose hour begins a moment later does; it is compared again when it does. `swapped`: it is
 * another list. `restarted`: the price began anew, and the new list leads on from the noted one. `unproven`: it began
 * anew after more was committed to than is noted, so that nobody can tell from the note.
 */
type ChainOutcome = "same" | "leadsOn" | "behind" | "swapped" | "restarted" | "unproven";

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
function isNote(value: unknown): value is ChainNote {
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

/** What must be told: kept until somebody has acknowledged it. */
export type ChainNews = {
  readonly kind: NewsKind;
  readonly noted: ChainNote;
  /** As it was told, whether or not it has any sense. */
  readonly found: ChainNote;
};

/**
 * Beside what a comparison says: `behind`, a list that reaches less far, by more than the moment between two hours or for
 * longer than that; `stalled`, one that could not be compared for as long.
 */
const KINDS = ["swapped", "restarted", "unproven", "behind", "stalled"] as const;
type NewsKind = (typeof KINDS)[number];

type ChainMemory = {
  readonly state: Store<ChainState>;
  /** Compares a reply with what was noted, and notes how far it reaches where it leads on. */
  readonly check: (reply: Fairness) => Promise<void>;
  /** From now on what was found is what later replies are compared with. */
  readonly acknowledge: () => void;
  /** Another tab has changed what is kept. */
  readonly reread: () => void;
};

export type ChainState = {
  readonly noted: ChainNote | undefined;
  readonly news: ChainNews | undefined;
  /** Of the newest reply; undefined until one was compared. */
  readonly outcome: ChainOutcome | "first" | undefined;
};

export type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const NOTE = "chain_seen";
const NEWS = "chain_news";
const SINCE = "chain_waits_since";
export const KEPT_KEYS: readonly string[] = [NOTE, NEWS];

/** For so long a list may be behind, or what lies between may not be had, before it is told. */
const MOST_WAIT_MS = 3_600_000;

/** @param now the time in milliseconds, by this browser */
export function createChainMemory(
  kept: Kept,
  ask: AskForLinks,
  now: () => number = () => new Date().getTime(),
): ChainMemory {
  const read = () => ({ noted: readNote(kept.getItem(NOTE)), news: readNews(kept.getItem(NEWS)) });
  const state = createStore<ChainState>({ ...read(), outcome: undefined });
  /** What the newest reply would have noted. */
  let latest: ChainNote | undefined;
  let checking: Promise<void> = Promise.resolve();

  const reread = () => state.set({ ...state.get(), ...read() });
  const note = (next: ChainNote) => kept.setItem(NOTE, JSON.stringify(next));

  /** Whether what is waited for has not come for too long. */
  function isWaitedOut(): boolean {
    const since = Number(kept.getItem(SINCE) ?? now());
    kept.setItem(SINCE, String(since));
    return now() - since > MOST_WAIT_MS;
  }

  function newsOf(outcome: ChainState["outcome"], noted: ChainNote, found: ChainNote): NewsKind | undefined {
    if (outcome === "behind") {
      return isWaitedOut() || noted.epoch - found.epoch > 1 ? "behind" : undefined;
    }
    kept.removeItem(SINCE);
    return outcome === "swapped" || outcome === "restarted" || outcome === "unproven" ? outcome : undefined;
  }

  function tell(kind: NewsKind, noted: ChainNote, found: ChainNote) {
    const worst = read().news?.kind === "swapped" ? "swapped" : kind;
    kept.setItem(NEWS, JSON.stringify({ kind: worst, noted, found }));
  }

  async function compare(reply: Fairness): Promise<void> {
    const { noted } = read();
    const found = noteOf(reply);
    if (noted === undefined) {
      // A first reply that makes no sense is nothing to compare later ones with.
      if (isNote(found)) note((latest = found));
      return state.set({ ...read(), outcome: "first" });
    }
    const outcome = await compareChain(noted, reply, ask).catch((error: unknown) => {
      if (isWaitedOut()) tell("stalled", noted, found);
      state.set({ ...state.get(), ...read() });
      throw error;
    });
    // Another tab was quicker: its note is what counts.
    if (noted.head !== read().noted?.head) return compare(reply);
    latest = outcome === "behind" || !isNote(found) ? noted : found;
    const kind = newsOf(outcome, noted, found);
    if (kind !== undefined) tell(kind, noted, found);
    // What is to be acknowledged is told with the note that it was found by, which stays until then.
    else if (read().news === undefined) note(latest);
    // That it was the first list says more than that it still is the same a moment later.
    const isStillFirst = outcome === "same" && state.get().outcome === "first";
    state.set({ ...read(), outcome: isStillFirst ? "first" : outcome });
  }

  return {
    state,
    check: (reply) => (checking = checking.catch(() => undefined).then(() => compare(reply))),
    acknowledge() {
      const { news } = read();
      // A list that is behind, or could not be compared, is none to go by.
      const isCompared = news?.kind !== "behind" && news?.kind !== "stalled";
      const found = latest ?? (isCompared ? news?.found : undefined);
      if (isNote(found)) note(found);
      kept.removeItem(NEWS);
      kept.removeItem(SINCE);
      reread();
    },
    reread,
  };
}

function parse(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const readNote = (text: string | null): ChainNote | undefined => {
  const value: unknown = parse(text);
  return isNote(value) ? value : undefined;
};

/** What was found is kept as it was told: a list that makes no sense is told of as well. */
function readNews(text: string | null): ChainNews | undefined {
  const { kind, noted, found } = parse(text) ?? {};
  const known = KINDS.find((each) => each === kind);
  if (known === undefined || !isNote(noted)) return undefined;
  const { genesisTick, epoch, head } = (found ?? {}) as Record<string, unknown>;
  const told = { genesisTick: Number(genesisTick), epoch: Number(epoch), head: String(head).slice(0, 200) };
  return { kind: known, noted, found: told };
}

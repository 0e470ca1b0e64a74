import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { NO_HEAD, followChain, genesisHead } from "@veritick/domain/epochs.ts";
import { EPOCHS_AHEAD, EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import type { ChainLink } from "@veritick/domain/epochs.ts";
import { createStore } from "../live/live.ts";
import type { Store } from "../live/live.ts";

/** The last epoch and head of the chain of commitments when this browser saw it, and the genesis at that time. */
type ChainNote = { readonly genesisTick: number; readonly epoch: number; readonly head: string };

/** Fetches the commitments and terms of a run of epochs, both ends included. A run has at most `PAGE` epochs. */
export type AskForLinks = (from: number, to: number) => Promise<readonly ChainLink[]>;

/**
 * The result of comparing a reply with the noted list. `same` and `leadsOn`: it is still that list. `behind`: the reply ends
 * at an earlier epoch, for example because this server's hour begins a moment later; the next reply is compared again.
 * `swapped`: it is another list. `restarted`: the price began anew, and the new list continues from the noted head.
 * `unproven`: the price began anew after more commitments than are noted, so that the note cannot prove that the new list
 * continues the old one.
 */
type ChainOutcome = "same" | "leadsOn" | "behind" | "swapped" | "restarted" | "unproven";

export const PAGE = 1000;
/** More than a hundred years of epochs. No honest list is longer, and a false one must not keep the browser busy. */
const MOST_EPOCHS = 1_000_000;
/** Reads the note of a reply of any form. Parts that the reply lacks are undefined. */
export function noteOf({ genesis, chain }: Fairness): ChainNote {
  return { genesisTick: genesis?.tick, epoch: chain?.epoch, head: chain?.head };
}

/** Compares the note with a reply. Throws if the epochs between them cannot be fetched: the result is then unknown. */
export async function compareChain(
  noted: ChainNote,
  reply: Fairness,
  ask: AskForLinks,
): Promise<ChainOutcome> {
  // An honest server never sends a malformed reply, so one must raise the alarm.
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
  // The price began anew before any later commitment was public: the note holds the last head, and the new chain names it.
  const wasLast = noted.epoch >= Math.floor(tick / EPOCH_TICKS) + EPOCHS_AHEAD;
  if (previousHead !== noted.head && wasLast) return "swapped";
  const first = genesisHead({ tick, state: Number(state) }, previousHead);
  const head = await headAfter(first, epochOf(tick + 1), reply, ask);
  if (head !== reply.chain.head) return "swapped";
  return previousHead === noted.head ? "restarted" : "unproven";
}

/** Returns the head at which a chain arrives; undefined if the list has gaps or more than `MOST_EPOCHS` epochs. */
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

/** Tells whether a value is a well-formed note, from a reply or from the browser's storage. */
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

/** A warning about the chain. It stays until the person acknowledges it. */
export type ChainNews = {
  readonly kind: NewsKind;
  readonly noted: ChainNote;
  /** The note of the reply that raised the warning, even if it is malformed. */
  readonly found: ChainNote;
};

/**
 * The kinds of warnings. Beside the outcomes of a comparison: `behind`, a list that ends more than one epoch earlier, or
 * earlier for longer than `MOST_WAIT_MS`; `stalled`, a list that could not be compared for that long.
 */
const KINDS = ["swapped", "restarted", "unproven", "behind", "stalled"] as const;
type NewsKind = (typeof KINDS)[number];

type ChainMemory = {
  readonly state: Store<ChainState>;
  /** Compares a reply with the note, and updates the note if the list continues it. */
  readonly check: (reply: Fairness) => Promise<void>;
  /** Makes the found list the note, with which later replies are compared. */
  readonly acknowledge: () => void;
  /** Reads the storage again after another tab has changed it. */
  readonly reread: () => void;
};

export type ChainState = {
  readonly noted: ChainNote | undefined;
  readonly news: ChainNews | undefined;
  /** The outcome for the newest reply; undefined until one was compared. */
  readonly outcome: ChainOutcome | "first" | undefined;
};

export type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const NOTE = "chain_seen";
const NEWS = "chain_news";
const SINCE = "chain_waits_since";
export const KEPT_KEYS: readonly string[] = [NOTE, NEWS];

/** How long a list may be behind, or the epochs between may be unavailable, before the browser warns. */
const MOST_WAIT_MS = 3_600_000;

/** @param now returns this browser's time in milliseconds */
export function createChainMemory(
  kept: Kept,
  ask: AskForLinks,
  now: () => number = () => new Date().getTime(),
): ChainMemory {
  const read = () => ({ noted: readNote(kept.getItem(NOTE)), news: readNews(kept.getItem(NEWS)) });
  const state = createStore<ChainState>({ ...read(), outcome: undefined });
  /** The note that the newest reply would leave. */
  let latest: ChainNote | undefined;
  let checking: Promise<void> = Promise.resolve();

  const reread = () => state.set({ ...state.get(), ...read() });
  const note = (next: ChainNote) => kept.setItem(NOTE, JSON.stringify(next));

  /** Tells whether the wait for a comparable list has lasted longer than `MOST_WAIT_MS`. */
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
      // A malformed first reply gives later ones nothing to be compared with.
      if (isNote(found)) note((latest = found));
      return state.set({ ...read(), outcome: "first" });
    }
    const outcome = await compareChain(noted, reply, ask).catch((error: unknown) => {
      if (isWaitedOut()) tell("stalled", noted, found);
      state.set({ ...state.get(), ...read() });
      throw error;
    });
    // Another tab was quicker, and its note counts.
    if (noted.head !== read().noted?.head) return compare(reply);
    latest = outcome === "behind" || !isNote(found) ? noted : found;
    const kind = newsOf(outcome, noted, found);
    if (kind !== undefined) tell(kind, noted, found);
    // While a warning is unacknowledged, the note with which it was found stays.
    else if (read().news === undefined) note(latest);
    // "First" tells the person more than "same" a moment later.
    const isStillFirst = outcome === "same" && state.get().outcome === "first";
    state.set({ ...read(), outcome: isStillFirst ? "first" : outcome });
  }

  return {
    state,
    check: (reply) => (checking = checking.catch(() => undefined).then(() => compare(reply))),
    acknowledge() {
      const { news } = read();
      // A list that is behind, or was not compared, must not become the note.
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

/** Reads a kept warning. The found list is kept even if it is malformed, because the browser warns about such a list too. */
function readNews(text: string | null): ChainNews | undefined {
  const { kind, noted, found } = parse(text) ?? {};
  const known = KINDS.find((each) => each === kind);
  if (known === undefined || !isNote(noted)) return undefined;
  const { genesisTick, epoch, head } = (found ?? {}) as Record<string, unknown>;
  const told = { genesisTick: Number(genesisTick), epoch: Number(epoch), head: String(head).slice(0, 200) };
  return { kind: known, noted, found: told };
}

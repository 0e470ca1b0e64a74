import type { Fairness } from "@veritick/contract/fairness.ts";
import { compareChain, noteOf } from "./chain-watch.ts";
import type { AskForLinks, ChainNote, ChainOutcome } from "./chain-watch.ts";
import { createStore } from "./live/store.ts";
import type { Store } from "./live/store.ts";

/** What must be told: kept until somebody has acknowledged it. */
export type ChainNews = {
  readonly kind: "swapped" | "restarted" | "unproven";
  readonly noted: ChainNote;
  readonly found: ChainNote;
};

export type ChainMemory = {
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
export const KEPT_KEYS: readonly string[] = [NOTE, NEWS];

export function createChainMemory(kept: Kept, ask: AskForLinks): ChainMemory {
  const read = () => ({ noted: readNote(kept.getItem(NOTE)), news: readNews(kept.getItem(NEWS)) });
  const state = createStore<ChainState>({ ...read(), outcome: undefined });
  /** What the newest reply would have noted. */
  let latest: ChainNote | undefined;
  let checking: Promise<void> = Promise.resolve();

  const reread = () => state.set({ ...state.get(), ...read() });
  const note = (next: ChainNote) => kept.setItem(NOTE, JSON.stringify(next));

  async function compare(reply: Fairness): Promise<void> {
    const { noted } = read();
    const found = noteOf(reply);
    const outcome = noted === undefined ? "first" : await compareChain(noted, reply, ask);
    // Another tab was quicker: its note is what counts.
    if (noted?.head !== read().noted?.head) return compare(reply);
    const isOther = outcome === "swapped" || outcome === "restarted" || outcome === "unproven";
    latest = outcome === "behind" || noted === undefined ? (noted ?? found) : found;
    const kind = read().news?.kind === "swapped" ? "swapped" : outcome;
    if (isOther) kept.setItem(NEWS, JSON.stringify({ kind, noted, found }));
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
      const found = latest ?? read().news?.found;
      if (found !== undefined) note(found);
      kept.removeItem(NEWS);
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

function noteFrom(value: unknown): ChainNote | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { genesisTick, epoch, head } = value as Record<string, unknown>;
  const isNote =
    Number.isSafeInteger(genesisTick) &&
    Number.isSafeInteger(epoch) &&
    typeof head === "string" &&
    /^[0-9a-f]{64}$/.test(head);
  return isNote ? { genesisTick: Number(genesisTick), epoch: Number(epoch), head: String(head) } : undefined;
}

const readNote = (text: string | null) => noteFrom(parse(text));

function readNews(text: string | null): ChainNews | undefined {
  const value = parse(text);
  const [noted, found, kind] = [noteFrom(value?.["noted"]), noteFrom(value?.["found"]), value?.["kind"]];
  if (noted === undefined || found === undefined) return undefined;
  return kind === "swapped" || kind === "restarted" || kind === "unproven"
    ? { kind, noted, found }
    : undefined;
}

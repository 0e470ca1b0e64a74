import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { followChain, genesisHead, NO_HEAD } from "@veritick/domain/epochs.ts";
import type { ChainLink } from "@veritick/domain/epochs.ts";
import { describe, expect, test, vi } from "vitest";
import { PAGE, compareChain, createChainMemory, noteOf } from "./chain-memory.ts";
import type { AskForLinks, Kept } from "./chain-memory.ts";

const AHEAD = 24;
const GENESIS = { tick: 1_790_000_000, state: 15_279_000_000, previousHead: NO_HEAD };
const FIRST = Math.floor(GENESIS.tick / 3600);
type Genesis = typeof GENESIS;

/** A stand-in for a seed's hash. Any other text is another commitment. */
const honest = (epoch: number): string => epoch.toString(16).padStart(64, "0");
const swappedAt = (epoch: number) => (each: number) => (each === epoch ? "f".repeat(64) : honest(each));

function platform(commitmentOf = honest, genesis: Genesis = GENESIS) {
  const first = Math.floor((genesis.tick + 1) / 3600);
  const link = (epoch: number): ChainLink => ({
    epoch,
    commitment: commitmentOf(epoch),
    termsHash: "5".repeat(64),
  });
  const links = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => link(from + index));
  const ask = vi.fn<AskForLinks>((from, to) => Promise.resolve(links(from, to)));
  /** The platform's reply during an epoch. */
  function replyIn(current: number): Fairness {
    const epoch = current + AHEAD;
    const head = followChain(genesisHead(genesis, genesis.previousHead), links(first, epoch));
    return {
      genesis: { ...genesis, state: String(genesis.state) },
      current: link(current),
      upcoming: links(current + 1, epoch),
      chain: { epoch, head },
    } as Fairness;
  }
  return { ask, replyIn };
}

const { ask, replyIn } = platform();
const noted = noteOf(replyIn(FIRST));

describe("a list under the same genesis", () => {
  test("is the same while its head is the same", async () => {
    expect(await compareChain(noted, replyIn(FIRST), ask)).toBe("same");
    expect(await compareChain(noted, platform(swappedAt(FIRST)).replyIn(FIRST), ask)).toBe("swapped");
  });

  test("continues with the epochs in the reply itself, without a further call", async () => {
    ask.mockClear();
    expect(await compareChain(noted, replyIn(FIRST + 3), ask)).toBe("leadsOn");
    expect(ask).not.toHaveBeenCalled();
  });

  test("continues over years, fetched in pages", async () => {
    const years = platform();
    expect(await compareChain(noted, years.replyIn(FIRST + 2500), years.ask)).toBe("leadsOn");
    expect(years.ask.mock.calls.map(([from, to]) => to - from + 1)).toEqual([PAGE, PAGE, 500]);
  });

  test.each([1, AHEAD, AHEAD + 1, 400])("was swapped in epoch %i of it", async (at) => {
    const other = platform(swappedAt(FIRST + at));
    expect(await compareChain(noted, other.replyIn(FIRST + 500), other.ask)).toBe(
      at <= AHEAD ? "swapped" : "leadsOn",
    );
    // A browser that saw the commitment of that epoch notices a swap at any later time.
    const seen = noteOf(replyIn(FIRST + 400));
    expect(await compareChain(seen, other.replyIn(FIRST + 500), other.ask)).toBe("swapped");
  });

  test("counts as swapped if it has a gap or no end", async () => {
    const gap: AskForLinks = async (from, to) => (await ask(from, to)).filter(({ epoch }) => epoch !== from);
    expect(await compareChain(noted, replyIn(FIRST + 500), gap)).toBe("swapped");
    const endless = replyIn(FIRST + 1);
    const chain = { ...endless.chain, epoch: 1e15 };
    expect(await compareChain(noted, { ...endless, chain }, ask)).toBe("swapped");
  });

  test("is behind if it ends at an earlier epoch", async () => {
    expect(await compareChain(noteOf(replyIn(FIRST + 1)), replyIn(FIRST), ask)).toBe("behind");
  });

  test("is not called swapped if it cannot be fetched", async () => {
    const failing: AskForLinks = () => Promise.reject(new TypeError("offline"));
    await expect(compareChain(noted, replyIn(FIRST + 500), failing)).rejects.toThrow("offline");
  });
});

describe("a price that began anew", () => {
  const again = (previousHead: string, later = 2): Genesis => ({
    tick: GENESIS.tick + later * 3600,
    state: 15_300_000_000,
    previousHead,
  });
  const compare = (genesis: Genesis, seen = noteOf(replyIn(FIRST + 2)), commitments = honest) => {
    const restarted = platform(commitments, genesis);
    return compareChain(seen, restarted.replyIn(FIRST + 60), restarted.ask);
  };
  const last = noteOf(replyIn(FIRST + 2));

  test("continues from the last head seen", async () => {
    expect(await compare(again(last.head))).toBe("restarted");
  });

  test("is unproven if it continues from a later head than the last one seen", async () => {
    expect(await compare(again(last.head), noted)).toBe("unproven");
  });

  test("counts as swapped if it continues from nothing or from another head", async () => {
    expect(await compare(again(NO_HEAD))).toBe("swapped");
    expect(await compare(again("a".repeat(64)))).toBe("swapped");
    expect(await compare(again(last.head, -1))).toBe("swapped");
  });

  test("is followed from its own beginning to the published head", async () => {
    const genesis = again(last.head);
    const true_ = platform(honest, genesis).replyIn(FIRST + 60);
    const other = platform(swappedAt(FIRST + 5), genesis);
    expect(await compareChain(last, true_, other.ask)).toBe("swapped");
  });
});

describe("a browser's memory", () => {
  function browser(kept = new Map<string, string>()) {
    const storage: Kept = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
    return { kept, memory: createChainMemory(storage, ask) };
  }

  test("accepts every list that continues the last one", async () => {
    const { memory, kept } = browser();
    await memory.check(replyIn(FIRST));
    expect(memory.state.get()).toMatchObject({ noted, news: undefined, outcome: "first" });
    await memory.check(replyIn(FIRST + 2));
    expect(memory.state.get()).toMatchObject({ noted: noteOf(replyIn(FIRST + 2)), outcome: "leadsOn" });
    expect(browser(kept).memory.state.get().noted).toEqual(noteOf(replyIn(FIRST + 2)));
  });

  test("keeps its note and the warning until the person acknowledges it, over reloads and honest replies", async () => {
    const { memory, kept } = browser();
    await memory.check(replyIn(FIRST));
    const tampered = platform(swappedAt(FIRST + 4)).replyIn(FIRST);
    await memory.check(tampered);
    const news = { kind: "swapped", noted, found: noteOf(tampered) };
    expect(memory.state.get()).toMatchObject({ noted, news, outcome: "swapped" });
    const later = browser(kept).memory;
    await later.check(replyIn(FIRST + 1));
    expect(later.state.get()).toMatchObject({ noted, news, outcome: "leadsOn" });
    later.acknowledge();
    expect(later.state.get()).toMatchObject({ noted: noteOf(replyIn(FIRST + 1)), news: undefined });
  });

  test("follows the new list once it is acknowledged, and notices if the old one comes back", async () => {
    const { memory } = browser();
    await memory.check(replyIn(FIRST));
    const tampered = platform(swappedAt(FIRST + 4)).replyIn(FIRST);
    await memory.check(tampered);
    memory.acknowledge();
    await memory.check(tampered);
    expect(memory.state.get()).toMatchObject({ noted: noteOf(tampered), outcome: "same", news: undefined });
    await memory.check(replyIn(FIRST));
    expect(memory.state.get().news).toMatchObject({ kind: "swapped" });
  });

  test("never replaces its note by an earlier one, and ignores a malformed note", async () => {
    const { memory, kept } = browser();
    await memory.check(replyIn(FIRST + 2));
    await memory.check(replyIn(FIRST));
    expect(memory.state.get()).toMatchObject({ noted: noteOf(replyIn(FIRST + 2)), outcome: "behind" });
    for (const key of kept.keys()) kept.set(key, '{"epoch":1,"head":"?"}');
    expect(browser(kept).memory.state.get()).toMatchObject({ noted: undefined, news: undefined });
  });

  const HOUR_MS = 3_600_000;
  /** A browser with a movable clock, whose fetches all fail. */
  function waiting() {
    const kept = new Map<string, string>();
    const clock = { ms: 1_790_000_000_000 };
    const storage: Kept = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
    const fail: AskForLinks = () => Promise.reject(new TypeError("offline"));
    return { clock, memory: createChainMemory(storage, fail, () => clock.ms) };
  }

  test.each<[string, (reply: Fairness) => void]>([
    ["an upper-case head", ({ chain }) => (chain.head = chain.head.toUpperCase())],
    ["a genesis between two seconds", ({ genesis }) => (genesis.tick += 0.5)],
    ["no chain", (reply) => Object.assign(reply, { chain: undefined })],
    ["no commitments", (reply) => Object.assign(reply, { upcoming: null })],
    ["a state that is no number", ({ genesis }) => Object.assign(genesis, { state: "many" })],
  ])("warns of a reply with %s, over reloads", async (_, change) => {
    const { memory, kept } = browser();
    await memory.check(replyIn(FIRST));
    const reply = structuredClone(replyIn(FIRST + 1));
    change(reply);
    await memory.check(reply);
    expect(memory.state.get().news).toMatchObject({ kind: "swapped", noted });
    expect(browser(kept).memory.state.get().news).toMatchObject({ kind: "swapped", noted });
    memory.acknowledge();
    expect(memory.state.get().news).toBeUndefined();
    expect(memory.state.get().noted?.head).toMatch(/^[0-9a-f]{64}$/);
  });

  test("keeps no note of a malformed first reply", async () => {
    const { memory } = browser();
    const reply = structuredClone(replyIn(FIRST));
    reply.chain.head = "?";
    await memory.check(reply);
    expect(memory.state.get().noted).toBeUndefined();
  });

  test("warns of a list that is behind for over an hour or by several epochs", async () => {
    const { memory, clock } = waiting();
    await memory.check(replyIn(FIRST + 2));
    await memory.check(replyIn(FIRST + 1));
    clock.ms += HOUR_MS;
    await memory.check(replyIn(FIRST + 1));
    expect(memory.state.get()).toMatchObject({ outcome: "behind", news: undefined });
    clock.ms += 1;
    await memory.check(replyIn(FIRST + 1));
    expect(memory.state.get().news).toMatchObject({ kind: "behind", noted: noteOf(replyIn(FIRST + 2)) });
    memory.acknowledge();
    expect(memory.state.get()).toMatchObject({ noted: noteOf(replyIn(FIRST + 2)), news: undefined });
    await memory.check(replyIn(FIRST));
    expect(memory.state.get().news).toMatchObject({ kind: "behind" });
  });

  test("restarts the hour once the list is no longer behind", async () => {
    const { memory, clock } = waiting();
    await memory.check(replyIn(FIRST + 2));
    await memory.check(replyIn(FIRST + 1));
    await memory.check(replyIn(FIRST + 2));
    clock.ms += 2 * HOUR_MS;
    await memory.check(replyIn(FIRST + 1));
    expect(memory.state.get().news).toBeUndefined();
  });

  test("warns of a list that was not comparable for over an hour, and keeps its note", async () => {
    const { memory, clock } = waiting();
    await memory.check(replyIn(FIRST));
    const far = replyIn(FIRST + 500);
    await expect(memory.check(far)).rejects.toThrow("offline");
    expect(memory.state.get().news).toBeUndefined();
    clock.ms += HOUR_MS + 1;
    await expect(memory.check(far)).rejects.toThrow("offline");
    expect(memory.state.get().news).toMatchObject({ kind: "stalled", noted, found: noteOf(far) });
    memory.acknowledge();
    expect(memory.state.get()).toMatchObject({ noted, news: undefined });
  });
});

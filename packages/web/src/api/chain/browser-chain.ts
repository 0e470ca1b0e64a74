import { call } from "../client.ts";
import { createChainMemory, KEPT_KEYS } from "./chain-memory.ts";
import type { Kept } from "./chain-memory.ts";

/** A browser that refuses storage remembers for this visit alone. */
function browserStorage(): Kept {
  try {
    localStorage.setItem("chain_probe", "");
    localStorage.removeItem("chain_probe");
    return localStorage;
  } catch {
    const kept = new Map<string, string>();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
  }
}

/** What this browser remembers of the commitments that it has seen. */
export const chainMemory = createChainMemory(browserStorage(), (from, to) =>
  call("fairnessEpochs", { query: { from, to } }),
);

// Another tab may have noted something meanwhile.
addEventListener("storage", ({ key }) => {
  if (key === null || KEPT_KEYS.includes(key)) chainMemory.reread();
});

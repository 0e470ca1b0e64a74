import { call } from "../client.ts";
import { createChainMemory, KEPT_KEYS } from "./chain-memory.ts";
import type { Kept } from "./chain-memory.ts";

/** Returns the browser's storage. If the browser refuses it, the memory lasts for this visit only. */
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

/** This browser's memory of the commitments that it has seen. */
export const chainMemory = createChainMemory(browserStorage(), (from, to) =>
  call("fairnessEpochs", { query: { from, to } }),
);

// Another tab may have changed the note meanwhile.
addEventListener("storage", ({ key }) => {
  if (key === null || KEPT_KEYS.includes(key)) chainMemory.reread();
});

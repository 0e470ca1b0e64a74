/**
 * The entries of the browser's storage that say nothing about a person who signed in: choices about this browser, public data
 * that it compares, and practice, which belongs to the browser and to no account.
 */
const IMPERSONAL: ReadonlySet<string> = new Set([
  "language",
  "theme",
  "french-offered",
  "result-tone",
  "sell-at-once",
  "ticket-beside-chart",
  "ticket-keys",
  "chart-window",
  "queue-keys",
  "told-here",
  "chain_seen",
  "chain_news",
  "chain_waits_since",
  "liabilitiesSeen",
  "practice",
  "last-order-practice",
  "reloaded-for",
]);

/**
 * Removes all other entries from this browser's storage. Call this when nobody is signed in any more, and before somebody
 * signs in. An entry that a later version adds goes too, unless it is listed here.
 */
export function forgetPerson(): void {
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      const entries = storage();
      for (const key of Object.keys(entries)) if (!IMPERSONAL.has(key)) entries.removeItem(key);
    } catch {
      // A browser that refuses storage keeps nothing.
    }
  }
}

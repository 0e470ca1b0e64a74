import { useSyncExternalStore } from "react";

/** A part of the interface that was to be loaded did not come: it belongs to an earlier version, or nothing answers. */
export type MissingCode = "new-version" | "no-answer";

const RELOADED_FOR = "reloaded-for";

let missing: MissingCode | undefined;
const listeners = new Set<() => void>();

export function useMissingCode(): MissingCode | undefined {
  return useSyncExternalStore(subscribe, () => missing);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * To be called where code that is needed does not come. After an update the page is loaded anew, once for each version,
 * unless something typed would be lost; otherwise `useMissingCode` tells.
 */
export async function reportMissingCode(): Promise<void> {
  const newest = await newestVersion();
  const isNew = newest !== undefined && newest !== versionOf(document);
  if (isNew && !isBusy() && markReloaded(newest)) return location.reload();
  set(isNew ? "new-version" : "no-answer");
}

/** To be called where it did come after all. */
export function reportFoundCode(): void {
  set(undefined);
}

function set(next: MissingCode | undefined) {
  missing = next;
  for (const listener of listeners) listener();
}

/** The version of the page that the server has now; undefined where none answers. */
async function newestVersion(): Promise<string | undefined> {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    return versionOf(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    return undefined;
  }
}

/** The first script's name holds the hash of all that it leads to. */
function versionOf(page: Document): string | undefined {
  return page.querySelector("script[type=module]")?.getAttribute("src") ?? undefined;
}

function isBusy(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>("input:not([type=radio], [type=checkbox])");
  const isTyped = [...fields].some(({ value }) => value !== "");
  return isTyped || document.querySelector("[role=dialog], [role=alertdialog], [data-pending]") !== null;
}

/** False where this was done for that version before, or cannot be remembered: once more could mean for ever. */
function markReloaded(version: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_FOR) === version) return false;
    sessionStorage.setItem(RELOADED_FOR, version);
    return true;
  } catch {
    return false;
  }
}

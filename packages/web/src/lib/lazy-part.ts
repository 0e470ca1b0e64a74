import { createElement, lazy, useSyncExternalStore } from "react";
import type { ComponentType, ReactElement } from "react";

/** What may bring the code after all: the network, or the person going somewhere or opening something. */
const OCCASIONS = ["online", "click", "popstate"] as const;

/** Styles that did not come: what loads them with their code asks for each but once. */
const lostStyles = new Set<HTMLLinkElement>();

/** To be called once, at the start. */
export function noteLostStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") lostStyles.add(target);
  };
  addEventListener("error", note, true);
}

function fetchAgain(lost: HTMLLinkElement) {
  lostStyles.delete(lost);
  const link = lost.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    lost.replaceWith(link);
  });
}

/**
 * Like React's `lazy`, for parts without which the rest is still of use: where the code does not come, nothing is drawn
 * in its place, and the top of the page says so. It is asked for again at the next occasion.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  let part = attempt(false);
  const listeners = new Set<() => void>();

  function attempt(isAgain: boolean): ComponentType<P> {
    return lazy(async () => {
      try {
        const [loaded] = await Promise.all([load(), ...[...lostStyles].map(fetchAgain)]);
        if (isAgain) reportFoundCode();
        return loaded;
      } catch (error) {
        console.warn(error);
        void reportMissingCode();
        for (const occasion of OCCASIONS) addEventListener(occasion, tryAgain, true);
        return { default: Nothing };
      }
    });
  }

  function tryAgain({ type }: Event) {
    // That it was missing while there was no network says nothing of now.
    if (type === "online") reportFoundCode();
    for (const occasion of OCCASIONS) removeEventListener(occasion, tryAgain, true);
    part = attempt(true);
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return function Part(props: P): ReactElement {
    return createElement(
      useSyncExternalStore(subscribe, () => part),
      props,
    );
  };
}

function Nothing() {
  return null;
}

/** A part of the interface that was to be loaded did not come: it belongs to an earlier version, or nothing answers. */
type MissingCode = "new-version" | "no-answer";

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
function reportFoundCode(): void {
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
  const fields = document.querySelectorAll<HTMLInputElement>(
    "input:not([type=radio], [type=checkbox], [data-untouched])",
  );
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

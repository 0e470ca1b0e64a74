import { createElement, lazy, useState, useSyncExternalStore } from "react";
import type { ComponentType, ReactElement } from "react";

/** The events after which the code may load: the network is back, or the person goes somewhere or opens something. */
const OCCASIONS = ["online", "click", "popstate"] as const;

/** Stylesheets that failed to load. The code loader requests each stylesheet only once. */
const lostStyles = new Set<HTMLLinkElement>();

/** Notes stylesheets that fail to load. Call it once, at the start. */
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

/** A part of the interface that loads when it is first drawn, or ahead. */
export type LazyPart<P> = ((props: P) => ReactElement) & {
  /** Loads the code ahead, for instance while a pointer approaches a button. A failure shows only when the part is drawn. */
  readonly preload: () => Promise<void>;
  /** Loads the code after a press that needs it. Returns false if it does not load, after the banner has been asked for. */
  readonly request: () => Promise<boolean>;
};

/**
 * Like React's `lazy`, for a part without which the rest is still useful. If the code does not load, nothing is drawn in its
 * place, and a banner at the top of the page says so. The code is requested again at the next occasion. A part that is
 * already loaded is drawn at once, without its fallback, which React would keep for 300 ms.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  let isMissing = false;
  let part = attempt();
  const listeners = new Set<() => void>();

  async function fetchCode(): Promise<ComponentType<P>> {
    const [code] = await Promise.all([load(), ...[...lostStyles].map(fetchAgain)]);
    if (isMissing) reportFoundCode();
    isMissing = false;
    return (loaded ??= code);
  }

  async function request(): Promise<boolean> {
    try {
      await fetchCode();
      return true;
    } catch (error) {
      isMissing = true;
      console.warn(error);
      void reportMissingCode();
      for (const occasion of OCCASIONS) addEventListener(occasion, tryAgain, true);
      return false;
    }
  }

  function attempt(): ComponentType<P> {
    return lazy(async () => {
      await request();
      return { default: loaded ?? Nothing };
    });
  }

  function tryAgain({ type }: Event) {
    // The code was missing because there was no network. That no longer holds.
    if (type === "online") reportFoundCode();
    for (const occasion of OCCASIONS) removeEventListener(occasion, tryAgain, true);
    part = attempt();
    for (const listener of listeners) listener();
    // A part that is not drawn would not request its code, and the banner would stay.
    if (listeners.size === 0) void request();
  }

  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function Part(props: P): ReactElement {
    // A part that was drawn before its code arrived stays as it is, because another component would lose its state.
    const [early] = useState(() => loaded);
    const current = () => part;
    const waiting = useSyncExternalStore(subscribe, current, current);
    return createElement(early ?? waiting, props);
  }
  return Object.assign(Part, { preload: () => fetchCode().then(noop, noop), request });
}

const noop = () => undefined;

function Nothing() {
  return null;
}

/** The reason why a part of the interface did not load: it belongs to an earlier version, or no answer came. */
type MissingCode = "new-version" | "no-answer";

const RELOADED_FOR = "reloaded-for";

let missing: MissingCode | undefined;
const listeners = new Set<() => void>();

export function useMissingCode(): MissingCode | undefined {
  const current = () => missing;
  return useSyncExternalStore(subscribe, current, current);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Call this when needed code does not load. After an update it reloads the page, once for each version, unless typed text
 * would be lost. Otherwise it makes `useMissingCode` report the reason.
 */
export async function reportMissingCode(): Promise<void> {
  const newest = await newestVersion();
  const isNew = newest !== undefined && newest !== versionOf(document);
  if (isNew && !isBusy() && markReloaded(newest)) return location.reload();
  set(isNew ? "new-version" : "no-answer");
}

/** Call this when missing code has loaded after all. */
function reportFoundCode(): void {
  set(undefined);
}

function set(next: MissingCode | undefined) {
  missing = next;
  for (const listener of listeners) listener();
}

/** Returns the version of the page that the server has now; undefined if no answer comes. */
async function newestVersion(): Promise<string | undefined> {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    return versionOf(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    return undefined;
  }
}

/** Returns the name of the first script, which holds the hash of everything that it imports. */
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

/** Returns false if this version was reloaded for before, or cannot be remembered: reloading could then repeat forever. */
function markReloaded(version: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_FOR) === version) return false;
    sessionStorage.setItem(RELOADED_FOR, version);
    return true;
  } catch {
    return false;
  }
}

import { createElement, lazy, useState, useSyncExternalStore } from "react";
import type { ComponentType, ReactElement } from "react";

/** The events after which the code may load: the network is back, or the person goes somewhere or opens something. */
const OCCASIONS = ["online", "click", "popstate"] as const;

/** The requests of parts that did not load. */
const requests = new Set<() => Promise<boolean>>();

/** Stylesheets that failed to load. The code loader requests each stylesheet only once. */
const lostStyles = new Set<HTMLLinkElement>();

/** Notes stylesheets that fail to load, and requests missing code again at each occasion. Call it once, at the start. */
export function followMissingCode(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") lostStyles.add(target);
  };
  const requestAgain = ({ type }: Event) => {
    // The code was missing because there was no network. That no longer holds.
    if (type === "online") setMissing(undefined);
    for (const request of requests) void request();
  };
  addEventListener("error", note, true);
  for (const occasion of OCCASIONS) addEventListener(occasion, requestAgain, true);
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
  const now = () => loaded;

  async function fetchCode(): Promise<void> {
    const [code] = await Promise.all([load(), ...[...lostStyles].map(fetchAgain)]);
    loaded ??= code;
    if (requests.delete(request)) setMissing(requests.size === 0 ? undefined : missing);
  }

  async function request(): Promise<boolean> {
    try {
      await fetchCode();
      return true;
    } catch (error) {
      requests.add(request);
      console.warn(error);
      void reportMissingCode();
      return false;
    }
  }

  /** Draws nothing until the code has loaded after all. */
  function Late(props: P) {
    const Code = useSyncExternalStore(subscribe, now, now);
    return Code === undefined ? null : createElement(Code, props);
  }

  const Waiting = lazy(async () => ({ default: (await request()) ? loaded! : Late }));

  function Part(props: P): ReactElement {
    // A part that was drawn before its code arrived stays as it is, because another component would lose its state.
    const [early] = useState(now);
    return createElement(early ?? Waiting, props);
  }
  return Object.assign(Part, { preload: () => fetchCode().catch(() => undefined), request });
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
  setMissing(isNew ? "new-version" : "no-answer");
}

function setMissing(next: MissingCode | undefined) {
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
export function versionOf(page: Document): string | undefined {
  return page.querySelector("script[type=module][src*='/assets/']")?.getAttribute("src") ?? undefined;
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

import { createElement, lazy, useSyncExternalStore } from "react";
import type { ComponentType, ReactElement } from "react";
import { reportFoundCode, reportMissingCode } from "./missing-code.ts";

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

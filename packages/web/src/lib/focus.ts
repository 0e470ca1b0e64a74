import { useEffect, useRef } from "react";
import type { FocusEvent } from "react";

/**
 * Keeps the focus in a place when the focused button or form, or a dialog opened from there, goes or changes. Otherwise the
 * focus would go back to the top of the page. It moves to the first element that fits `within`, or else to the place itself.
 * A form that closes marks the button that opened it with `data-opener`. The dialogs must be drawn inside the place.
 */
export function useKeptFocus<T extends HTMLElement = HTMLLIElement>(within = "[data-opener]") {
  const place = useRef<T>(null);
  const isWithin = useRef(false);

  useEffect(() => {
    // A dialog that closes restores the focus first, one turn later.
    const timer = setTimeout(() => {
      // No blur event follows if the focused element is removed.
      if (isWithin.current && document.activeElement === document.body) {
        const target = place.current?.querySelector<HTMLElement>(within) ?? place.current;
        target?.focus({ preventScroll: true });
      }
    });
    return () => clearTimeout(timer);
  });

  return {
    ref: place,
    onFocus: () => void (isWithin.current = true),
    // An element that folds up before it goes loses the focus by itself; nobody has moved it.
    onBlur: ({ target }: FocusEvent) => void (isWithin.current = target.closest("[inert]") !== null),
  };
}

/** Scrolls to an element when it appears, because it may lie beyond the edge of its list. */
export function useInView<E extends HTMLElement>() {
  const place = useRef<E>(null);
  // The braces matter: in newer browsers, the call returns a promise, which React would take for a clean-up function.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return place;
}

/** Focuses an element when it appears, or once it `isWanted`. */
export function useFocusOnMount<E extends HTMLElement>(isWanted = true) {
  const place = useRef<E>(null);
  useEffect(() => {
    if (isWanted) place.current?.focus();
  }, [isWanted]);
  return place;
}

/** Scrolls to the element of an address with `#anchor`, and focuses it, once the page is drawn. */
export function useArrival<E extends HTMLElement>(anchor: string) {
  const place = useRef<E>(null);
  useEffect(() => {
    if (location.hash !== `#${anchor}`) return;
    // The page first scrolls to its top as it opens.
    const frame = requestAnimationFrame(() => {
      place.current?.scrollIntoView({ block: "start" });
      place.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [anchor]);
  return place;
}

/** Returns the row of a list to which a key moves the focus; undefined if the key does not move it. */
export function rowAfter(key: string, at: number, count: number): number | undefined {
  const row = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }[key];
  return row !== undefined && row !== at && row >= 0 && row < count ? row : undefined;
}

/**
 * Ignores a held Enter. It would press again whatever has the focus next: the opened dialog or the button that opened it.
 */
export function ignoreHeldEnter(event: Pick<KeyboardEvent, "key" | "repeat" | "preventDefault">): void {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

/** The path shown before. The browser itself announces the first page of a visit. */
let shownPath: string | undefined;

/** Renders nothing. It follows a page's content, and moves the focus to the page and announces it once it is drawn. */
export function FocusNewPage({ path }: { path: string }) {
  useEffect(() => {
    const isNew = shownPath !== undefined && shownPath !== path;
    shownPath = path;
    // Runs after the page's own effects, which may have set the focus.
    if (isNew) setTimeout(arrive);
  }, [path]);
  return null;
}

/** The attribute of the live region, which the app draws before it is filled. */
const ANNOUNCEMENTS = "data-announcements";
export const announcementsProps = { "aria-live": "polite", [ANNOUNCEMENTS]: "" } as const;

/** Announces words to screen readers, unseen. */
export function announce(words: string): void {
  const place = document.querySelector(`[${ANNOUNCEMENTS}]`);
  if (place === null) return;
  place.textContent = "";
  setTimeout(() => (place.textContent = words));
}

/**
 * Focuses the heading of a newly opened page, which a screen reader then reads out. If the page has set the focus itself,
 * the focus stays there, and the page's title is announced instead.
 */
function arrive(): void {
  const main = document.querySelector("main");
  if (location.hash !== "" || main?.contains(document.activeElement)) return announce(document.title);
  const heading = main?.querySelector("h1");
  if (heading) heading.tabIndex = -1;
  (heading ?? main)?.focus({ preventScroll: true });
}

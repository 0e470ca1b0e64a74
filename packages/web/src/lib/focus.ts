import { useEffect, useRef } from "react";

/**
 * Where a button or a form of a place goes or becomes another one, the focus that was on it, or in a dialog that it opened,
 * stays in the place instead of going back to the top of the page. It goes to the first element that fits `within`, or else
 * to the place itself. A form that closes marks the button that opened it with `data-opener`. The dialogs must be drawn
 * inside the place.
 */
export function useKeptFocus<T extends HTMLElement = HTMLLIElement>(within = "[data-opener]") {
  const place = useRef<T>(null);
  const isWithin = useRef(false);

  useEffect(() => {
    // A dialog that closes gives the focus back first, a turn later.
    const timer = setTimeout(() => {
      // What is removed with the focus on it says nothing of losing it.
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
    onBlur: () => void (isWithin.current = false),
  };
}

/** What a row opens below itself is brought into sight when it appears, as it may lie beyond the edge of the list. */
export function useInView<E extends HTMLElement>() {
  const place = useRef<E>(null);
  // In braces: newer browsers answer a promise here, which React would take for a clean-up.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return place;
}

/** Where an address with `#anchor` leads: once the page is there, what it names is in sight and has the focus. */
export function useArrival<E extends HTMLElement>(anchor: string) {
  const place = useRef<E>(null);
  useEffect(() => {
    if (location.hash !== `#${anchor}`) return;
    // A page scrolls to its top as it opens, which comes first.
    const frame = requestAnimationFrame(() => {
      place.current?.scrollIntoView({ block: "start" });
      place.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [anchor]);
  return place;
}

/** Which of a list's rows the focus goes to from the one that has it; undefined for a key that moves nothing. */
export function rowAfter(key: string, at: number, count: number): number | undefined {
  const row = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }[key];
  return row !== undefined && row !== at && row >= 0 && row < count ? row : undefined;
}

/** Enter that is held goes on pressing whatever has the focus by then: what it opened, or what opened that. */
export function ignoreHeldEnter(event: Pick<KeyboardEvent, "key" | "repeat" | "preventDefault">): void {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

/** Where the person was before. A browser itself tells of the page that a visit begins with. */
let shownPath: string | undefined;

/** Stands behind a page, and takes the focus and the ear to it once it is there. */
export function FocusNewPage({ path }: { path: string }) {
  useEffect(() => {
    const isNew = shownPath !== undefined && shownPath !== path;
    shownPath = path;
    // After whatever the page itself puts the focus on.
    if (isNew) setTimeout(arrive);
  }, [path]);
  return null;
}

let place: HTMLElement | undefined;

/** Read out by screen readers, and not seen. It must stand before it is filled. */
function announce(words: string) {
  if (place === undefined) {
    place = document.createElement("div");
    place.ariaLive = "polite";
    place.style.cssText = "position:fixed;clip-path:inset(50%);white-space:nowrap";
    document.body.append(place);
  }
  place.textContent = "";
  setTimeout(() => place && (place.textContent = words));
}

/**
 * The focus goes to the heading of a page that has just been opened, which a screen reader then reads out. A page that has
 * put the focus somewhere itself keeps it there, and its title is announced instead.
 */
function arrive(): void {
  const main = document.querySelector("main");
  if (location.hash !== "" || main?.contains(document.activeElement)) return announce(document.title);
  const heading = main?.querySelector("h1");
  if (heading) heading.tabIndex = -1;
  (heading ?? main)?.focus({ preventScroll: true });
}

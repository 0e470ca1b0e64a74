import { useEffect } from "react";

/** Where the person was before. A browser itself tells of the page that a visit begins with. */
let shownPath: string | undefined;

/** Stands behind a page, and takes the focus and the ear to it once it is there. */
export function Arrival({ path }: { path: string }) {
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

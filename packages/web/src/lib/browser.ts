import { useEffect, useSyncExternalStore } from "react";

function subscribe(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Returns false if the browser knows that it has no network. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine !== false);
}

function onResize(listener: () => void) {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}

/** Tells whether a media query about the window's size holds. */
export const useMatches = (query: string): boolean =>
  useSyncExternalStore(onResize, () => matchMedia(query).matches);

/** Calls back when the pixels of the screen get another size: the browser's zoom changed, or the window is on another screen. */
export function onPixelRatio(listener: () => void): () => void {
  const watch = new AbortController();
  // The query asks for one ratio, so each change needs the next query.
  const arm = () => {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const turn = () => {
      listener();
      arm();
    };
    query.addEventListener("change", turn, { once: true, signal: watch.signal });
  };
  arm();
  return () => watch.abort();
}

/** Nobody is at a page that was not touched for so long. */
const PRESENT_MS = 5 * 60_000;
const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"] as const;

let touchedAtMs = 0;

/** Notes every touch of the page. Call it once, at the start. */
export function followTouches(): void {
  const note = () => void (touchedAtMs = performance.now());
  for (const touch of TOUCHES) addEventListener(touch, note, { capture: true, passive: true });
}

/** Returns true if nobody has touched the page for a while, so that every call is the page's own. */
export const isUnattended = (): boolean => performance.now() - touchedAtMs > PRESENT_MS;

/** Sets the page's title in the browser's tab and history. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Long enough for the page to fetch and draw its own parts first. */
const DELAY_MS = 3000;

/** Makes the browser keep the interface, so that it can be installed and starts without a network. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () =>
    setTimeout(() => {
      // If the browser refuses, it loads everything from the server, as on the first visit.
      void (async () => navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }))().catch(
        () => undefined,
      );
    }, DELAY_MS);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

const SETTINGS_CHANGED = "veritick-settings";

/** Tells the parts of this page that read the installation's settings once to read them again. */
export const tellSettingsChanged = (): void => void dispatchEvent(new Event(SETTINGS_CHANGED));

export function onSettingsChanged(listener: () => void): () => void {
  addEventListener(SETTINGS_CHANGED, listener);
  return () => removeEventListener(SETTINGS_CHANGED, listener);
}

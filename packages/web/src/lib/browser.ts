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

/** Long after the browser has taken the file. */
const KEPT_MS = 60_000;

export function saveFile(name: string, text: string, type = "application/json"): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/**
 * Makes the browser download a file of any size. It requests the file in a hidden frame. If a file comes, the browser saves
 * it and the frame stays empty. Anything else loads in the frame and means a refusal.
 */
export function downloadFile(path: string, onRefused: () => void): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = path;
  const timer = setTimeout(() => frame.remove(), KEPT_MS);
  frame.addEventListener("load", () => {
    // At first a frame shows an empty page of its own.
    if (frame.contentDocument?.URL === "about:blank") return;
    clearTimeout(timer);
    frame.remove();
    onRefused();
  });
  document.body.append(frame);
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

/** Prints in the light theme, whatever the screen's theme is. The chosen theme returns after printing. */
export function useLightPrint(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let chosen: string | undefined;
    const before = () => {
      chosen ??= dataset["theme"];
      dataset["theme"] = "light";
    };
    const after = () => {
      if (chosen !== undefined) dataset["theme"] = chosen;
      chosen = undefined;
    };
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
      after();
    };
  }, []);
}

let isPrinting = false;

function onPrint(listener: () => void) {
  const turn = (next: boolean) => () => {
    isPrinting = next;
    listener();
  };
  const before = turn(true);
  const after = turn(false);
  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);
  return () => {
    removeEventListener("beforeprint", before);
    removeEventListener("afterprint", after);
  };
}

/** Returns true while the page is drawn for paper, where everything is in sight. */
export const usePrinting = (): boolean => useSyncExternalStore(onPrint, () => isPrinting);

const SETTINGS_CHANGED = "veritick-settings";

/** Tells the parts of this page that read the installation's settings once to read them again. */
export const tellSettingsChanged = (): void => void dispatchEvent(new Event(SETTINGS_CHANGED));

export function onSettingsChanged(listener: () => void): () => void {
  addEventListener(SETTINGS_CHANGED, listener);
  return () => removeEventListener(SETTINGS_CHANGED, listener);
}

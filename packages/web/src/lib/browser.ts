import { useEffect, useSyncExternalStore } from "react";

function subscribe(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** False where the browser knows that it has no network. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function onResize(listener: () => void) {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}

/** Whether a media query about the window's size holds. */
export const useMatches = (query: string): boolean =>
  useSyncExternalStore(onResize, () => matchMedia(query).matches);

/** After so long without a touch nobody sits before the page. */
const PRESENT_MS = 5 * 60_000;
const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"] as const;

let touchedAtMs = 0;

/** To be called once, at the start. */
export function followTouches(): void {
  const note = () => void (touchedAtMs = performance.now());
  for (const touch of TOUCHES) addEventListener(touch, note, { capture: true, passive: true });
}

/** True where nobody has touched the page for a while, so that only the page itself asks for anything. */
export const isUnattended = (): boolean => performance.now() - touchedAtMs > PRESENT_MS;

/** Names the page in the browser's tab and history. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Long after the browser has taken what it saves. */
const KEPT_MS = 60_000;

/** Has the browser save a text as a file. */
export function saveFile(name: string, text: string, type = "application/json"): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/**
 * Lets the browser download a file, however large. It is asked for in a frame that nobody sees: a file that comes is
 * saved and the frame stays empty, and what is no file would be shown in the frame, which says that it was refused.
 */
export function downloadFile(path: string, onRefused: () => void): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = path;
  const timer = setTimeout(() => frame.remove(), KEPT_MS);
  frame.addEventListener("load", () => {
    // Before it goes anywhere a frame shows an empty page of its own.
    if (frame.contentDocument?.URL === "about:blank") return;
    clearTimeout(timer);
    frame.remove();
    onRefused();
  });
  document.body.append(frame);
}

/** Long enough after the page is there that what it fetches and draws first comes first. */
const DELAY_MS = 3000;

/** Has the browser keep the interface, so that it can be installed and starts without a network. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () =>
    setTimeout(() => {
      // A browser that will not keep anything gets all of it from the server, as it would the first time.
      navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
    }, DELAY_MS);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

/** Paper is light whatever the screen is; what was chosen comes back after printing. */
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

/** True while the page is drawn for paper, where nothing is out of sight. */
export const usePrinting = (): boolean => useSyncExternalStore(onPrint, () => isPrinting);

import { useSyncExternalStore } from "react";

const WIDE = matchMedia("(min-width: 768px)");
/** In rem, so that rows grow with a reader's own text size. The style sheet breaks at the same width. */
const NARROW_ROWS_REM = 4.25;
const WIDE_ROWS_REM = 3.25;

function subscribe(listener: () => void) {
  WIDE.addEventListener("change", listener);
  return () => WIDE.removeEventListener("change", listener);
}

/** The height of a row in pixels: one line on wide screens, two on phones. */
export function useRowHeight(): number {
  const isWide = useSyncExternalStore(subscribe, () => WIDE.matches);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.round((isWide ? WIDE_ROWS_REM : NARROW_ROWS_REM) * rem);
}

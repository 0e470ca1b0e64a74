import { useEffect, useLayoutEffect, useRef } from "react";
import { drawInNextFrame, forgetDraw } from "./frame.ts";
import type { Store } from "./store.ts";

/**
 * Calls `draw` with the store's value now and with the frame after every change, without any React commit. `draw`
 * writes to the DOM through refs; the newest `draw` is used, so it may close over props.
 */
export function useFollow<T>(store: Store<T>, draw: (value: T) => void): void {
  const latest = useRef(draw);
  useLayoutEffect(() => {
    latest.current = draw;
    draw(store.get());
  });
  useEffect(() => {
    const drawNewest = () => latest.current(store.get());
    drawNewest();
    const stop = store.subscribe(() => drawInNextFrame(drawNewest));
    return () => {
      stop();
      forgetDraw(drawNewest);
    };
  }, [store]);
}

/** Puts a text into an element that has no other content; the same text again changes nothing. */
export function writeText(element: Element | null, text: string): void {
  const node = element?.firstChild;
  if (node) {
    if (node.nodeValue !== text) node.nodeValue = text;
  } else if (element) element.textContent = text;
}

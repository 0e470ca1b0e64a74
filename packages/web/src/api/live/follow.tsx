import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { ComponentProps } from "react";
import { Num } from "../../ui/primitives.tsx";
import { useLive } from "./live.ts";
import type { LivePrice, Store } from "./live.ts";

const waiting = new Set<() => void>();

function drawAll() {
  const draws = [...waiting];
  waiting.clear();
  for (const draw of draws) draw();
}

/**
 * Calls `draw` with the next frame, once even if it is requested several times. The chart reads styles as it draws, and
 * `draw` writes after it: in the other order, the browser would compute the styles twice. A hidden page draws nothing.
 */
export function drawInNextFrame(draw: () => void): void {
  if (waiting.size === 0) requestAnimationFrame(drawAll);
  waiting.add(draw);
}

export function forgetDraw(draw: () => void): void {
  waiting.delete(draw);
}

/**
 * Calls `draw` with the store's value now and in the frame after every change, without a React commit. `draw` writes to the
 * DOM through refs. The newest `draw` is used, so it may close over props.
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

/** The texts last written. A page translator may have put something else in the place of one. */
const written = new WeakMap<Element, string>();

/**
 * Writes a text into an element that has no other content. The same text again changes nothing. A new one comes as a new node,
 * because the translation of the old one may still be on its way.
 */
export function writeText(element: Element | null, text: string): void {
  if (element === null) return;
  const node = element.firstChild;
  if (node !== null && (node.nodeValue ?? written.get(element)) === text) return;
  written.set(element, text);
  element.textContent = text;
}

/**
 * Calls `draw` with the shown second, which is "now" on the page: at once, and each time another `everySeconds` begin. The
 * second is undefined before the first push. Nothing is committed.
 */
export function useFollowTime(everySeconds: number, draw: (nowTick: number | undefined) => void): void {
  const { price } = useLive();
  const beats = useMemo(() => thinOut(price, everySeconds), [price, everySeconds]);
  useFollow(beats, ({ nowTick }) => draw(nowTick));
}

/** Returns the same store, but one that notifies only when another `everySeconds` have begun. */
export function thinOut(price: Store<LivePrice>, everySeconds: number): Store<LivePrice> {
  const beat = () => Math.floor((price.get().nowTick ?? -1) / everySeconds);
  return {
    get: price.get,
    subscribe(listener) {
      let last = beat();
      return price.subscribe(() => {
        if (beat() === last) return;
        last = beat();
        listener();
      });
    },
  };
}

type LiveTextProps = Omit<ComponentProps<typeof Num>, "children" | "ref"> & {
  text: (price: LivePrice) => string;
};

/** Shows text made from the live price. A tick writes its text and commits nothing. */
export function LiveText({ text, ...rest }: LiveTextProps) {
  const { price } = useLive();
  const cell = useRef<HTMLSpanElement>(null);
  useFollow(price, (value) => writeText(cell.current, text(value)));
  return <Num {...rest} ref={cell} />;
}

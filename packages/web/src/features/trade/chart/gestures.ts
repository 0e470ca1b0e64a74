import type { Place } from "./pane.ts";

type Gestures = {
  /** Moves to later times, or to earlier ones if below 0, in pixels. */
  readonly onPan: (pixels: number) => void;
  /** Shows a longer time if the factor is above 1, else a shorter one, around a place. */
  readonly onZoom: (factor: number, x: number) => void;
  /** Reports the place of the pointer, or undefined when it is gone. */
  readonly onPoint: (place: Place | undefined) => void;
  readonly onReset: () => void;
};

/** A pointer that has moved less than this is not dragging yet. */
const SLOP_PX = 5;
/** A finger that rests for so long reads; it does not drag. */
const HOLD_MS = 220;

/**
 * Watches the chart for gestures of mouse, finger and touch pad. Dragging pans and two fingers zoom. A hovering mouse, a tap
 * or a resting finger reads a price. A plain wheel and a vertical finger scroll the page. A wheel with Ctrl or Command
 * zooms, like a pinch on a touch pad, and a sideways wheel pans.
 */
export function watchGestures(canvas: HTMLElement, gestures: Gestures): () => void {
  const over = new AbortController();
  const held = new Map<number, Place>();
  let begun: Place = { x: 0, y: 0 };
  let mode: "none" | "waiting" | "drag" | "read" = "none";
  let isReading = false;
  let hold: ReturnType<typeof setTimeout> | undefined;

  const placeOf = (event: MouseEvent): Place => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  function point(place: Place | undefined) {
    isReading = place !== undefined;
    gestures.onPoint(place);
  }

  function press(event: PointerEvent) {
    if (event.button !== 0) return;
    const place = placeOf(event);
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, place);
    clearTimeout(hold);
    if (held.size > 1) {
      mode = "drag";
      return point(undefined);
    }
    begun = place;
    mode = "waiting";
    if (event.pointerType === "mouse") return;
    hold = setTimeout(() => {
      mode = "read";
      point(place);
    }, HOLD_MS);
  }

  function move(event: PointerEvent) {
    const place = placeOf(event);
    const before = held.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType === "mouse") point(place);
      return;
    }
    const wayX = Math.abs(place.x - begun.x);
    const wayY = Math.abs(place.y - begun.y);
    if (mode === "waiting" && Math.max(wayX, wayY) > SLOP_PX) {
      clearTimeout(hold);
      // A finger that first moves up or down scrolls the page. The browser takes over from here.
      mode = event.pointerType !== "mouse" && wayY > wayX ? "none" : "drag";
      if (mode === "drag") point(undefined);
    }
    if (mode === "read") point(place);
    if (mode === "drag") drag(event.pointerId, before, place);
    if (mode !== "waiting") held.set(event.pointerId, place);
  }

  function drag(id: number, before: Place, after: Place) {
    const other = [...held].find(([each]) => each !== id)?.[1];
    if (other === undefined) return gestures.onPan(before.x - after.x);
    const apart = Math.abs(after.x - other.x);
    const wasApart = Math.abs(before.x - other.x);
    gestures.onPan((before.x - after.x) / 2);
    if (apart > 10 && wasApart > 10) gestures.onZoom(wasApart / apart, (after.x + other.x) / 2);
  }

  function release(event: PointerEvent) {
    if (!held.delete(event.pointerId)) return;
    clearTimeout(hold);
    const wasTap = mode === "waiting" && event.type === "pointerup" && event.pointerType !== "mouse";
    if (wasTap) point(isReading ? undefined : placeOf(event));
    if (held.size === 0) mode = "none";
  }

  function roll(event: WheelEvent) {
    const { deltaX, deltaY } = event;
    if (event.ctrlKey || event.metaKey) {
      gestures.onZoom(Math.exp(Math.max(-50, Math.min(50, deltaY)) / 200), placeOf(event).x);
    } else if (Math.abs(deltaX) > Math.abs(deltaY)) gestures.onPan(deltaX);
    else return;
    event.preventDefault();
  }

  const { signal } = over;
  canvas.addEventListener("pointerdown", press, { signal });
  canvas.addEventListener("pointermove", move, { signal });
  canvas.addEventListener("pointerup", release, { signal });
  canvas.addEventListener("pointercancel", release, { signal });
  canvas.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && point(undefined), {
    signal,
  });
  canvas.addEventListener("dblclick", gestures.onReset, { signal });
  canvas.addEventListener("wheel", roll, { signal, passive: false });
  // A finger that reads may move in any direction without scrolling the page.
  canvas.addEventListener("touchmove", (event) => mode === "read" && event.preventDefault(), {
    signal,
    passive: false,
  });
  return () => {
    clearTimeout(hold);
    over.abort();
  };
}

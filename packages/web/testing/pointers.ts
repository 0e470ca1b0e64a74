import type {} from "@vitest/browser-playwright";
import { cdp } from "vitest/browser";

/** A place in the test's page, in pixels. */
export type Place = readonly [x: number, y: number];

/** Returns a place of the test's page as one of the window around it. */
function inWindow([x, y]: Place): { x: number; y: number } {
  const { left, top } = window.frameElement!.getBoundingClientRect();
  return { x: x + left, y: y + top };
}

type MouseStep = "mousePressed" | "mouseMoved" | "mouseReleased";

export async function mouse(type: MouseStep, place: Place, clickCount = 1): Promise<void> {
  const button = type === "mouseMoved" ? "none" : "left";
  await cdp().send("Input.dispatchMouseEvent", { type, ...inWindow(place), button, clickCount });
}

export async function wheel(place: Place, deltaX: number, deltaY: number, hasControl = false): Promise<void> {
  const modifiers = hasControl ? 2 : 0;
  await cdp().send("Input.dispatchMouseEvent", {
    type: "mouseWheel",
    ...inWindow(place),
    deltaX,
    deltaY,
    modifiers,
  });
}

/** Moves fingers: all that are on the screen, or none at the end of a touch. */
export async function touch(
  type: "touchStart" | "touchMove" | "touchEnd",
  ...fingers: Place[]
): Promise<void> {
  const touchPoints = fingers.map((place, id) => ({ ...inWindow(place), id }));
  await cdp().send("Input.dispatchTouchEvent", { type, touchPoints });
}

import { lazy } from "react";
import type { ComponentType } from "react";
import { reportMissingCode } from "./missing-code.ts";

/**
 * Like React's `lazy`, for parts without which the rest is still of use: where the code does not come, nothing is drawn
 * in its place, and the top of the page says so.
 */
export function lazyPart<P>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  return lazy(() =>
    load().catch((error: unknown) => {
      console.warn(error);
      void reportMissingCode();
      return { default: Nothing };
    }),
  );
}

function Nothing() {
  return null;
}

import { ApiError, NoAnswer } from "@veritick/client/call-error.ts";
import { vitalPageOf } from "@veritick/contract/vital-pages.ts";
import type { FaultKind } from "@veritick/contract/vital-pages.ts";
import { pathOf } from "./client.ts";
import { versionOf } from "../lib/lazy-part.ts";

/** One broken visit says no more than this. */
const MOST = 5;
const FRAMES = 10;

const told = new Set<string>();

/** Reports faults that nothing caught, from now on. */
export function followFaults(): void {
  addEventListener("error", ({ error }) => reportFault("error", error));
  addEventListener("unhandledrejection", ({ reason }) => reportFault("rejection", reason));
}

/**
 * Tells the server that this page has a fault: the kind of page, the build, and a hash of the places in the code. The message
 * and the address stay here, because they may name a person. Each place is reported once a visit.
 */
export function reportFault(kind: FaultKind, error: unknown): void {
  // A refusal, or no answer, is no fault of the page.
  const frames = error instanceof ApiError || error instanceof NoAnswer ? "" : framesOf(error);
  if (frames === "" || told.has(frames) || told.size >= MOST) return;
  told.add(frames);
  const build = versionOf(document)?.split("/").at(-1) ?? "";
  const report = { kind, page: vitalPageOf(location.pathname), build, frames: hashOf(frames) };
  const body = new Blob([JSON.stringify(report)], { type: "application/json" });
  navigator.sendBeacon?.(pathOf("reportFault"), body);
}

/** Returns the places in the site's own code. There are none if an extension of the browser has failed. */
export function framesOf(error: unknown): string {
  const stack = error instanceof Error ? String(error.stack) : "";
  const places = stack.matchAll(/(https?:\/\/[^\s/]+)\/(?:[^\s:]+\/)?([\w.-]+\.[jt]sx?:\d+:\d+)/g);
  return [...places]
    .filter(([, origin]) => origin === location.origin)
    .slice(0, FRAMES)
    .map(([, , place]) => place)
    .join("\n");
}

/** FNV-1a with 32 bits. It only tells one fault from another. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

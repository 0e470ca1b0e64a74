import type { Settings } from "@veritick/contract/schemas/settings.ts";
import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { onSettingsChanged } from "../lib/browser.ts";
import { call } from "./client.ts";

let known: Settings | undefined;
let isAsking = false;
const listeners = new Set<() => void>();

async function ask(): Promise<void> {
  isAsking = true;
  try {
    known = await call("settings");
  } catch {
    return;
  } finally {
    isAsking = false;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the installation's settings for pages without the query cache; undefined until they are known. They are fetched
 * once, and again if they were changed here. If no answer comes, the next page asks again.
 */
export function useVisitorSettings(): Settings | undefined {
  const settings = useSyncExternalStore(subscribe, () => known);
  const [path] = useLocation();
  const isKnown = settings !== undefined;
  useEffect(() => {
    if (!isKnown && !isAsking) void ask();
    return onSettingsChanged(() => void ask());
  }, [isKnown, path]);
  return settings;
}

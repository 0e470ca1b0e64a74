import { useSyncExternalStore } from "react";

export type Notice = {
  title: string;
  body?: string | undefined;
  tone?: "default" | "destructive";
  /** True if the notice reports an event of its own; later actions do not dismiss it. */
  isNews?: boolean;
};
export type ShownNotice = Notice & { readonly id: number };

let shown: ShownNotice | undefined;
let count = 0;
const listeners = new Set<() => void>();

function show(next: ShownNotice | undefined) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a notice in place of the previous one: there is never more than one. */
export function notify(notice: Notice) {
  count += 1;
  show({ ...notice, id: count });
}

export function dismissNotice(id: number) {
  if (shown?.id === id) show(undefined);
}

/** Dismisses a refusal that no longer applies, because the refused action has succeeded. */
export function dismissRefusal() {
  if (shown?.tone === "destructive" && shown.isNews !== true) show(undefined);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useShownNotice = () => useSyncExternalStore(subscribe, () => shown);

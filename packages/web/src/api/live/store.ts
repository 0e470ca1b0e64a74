import { useSyncExternalStore } from "react";

/** A value that lives outside React, so that a change commits only what asked for it. */
export type Store<T> = {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
};
export type WritableStore<T> = Store<T> & { readonly set: (value: T) => void };

export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The selected part of a store. The selection must be a primitive or a stable reference. */
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

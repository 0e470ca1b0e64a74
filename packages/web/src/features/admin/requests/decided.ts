import { useSyncExternalStore } from "react";
import { createStore } from "../../../api/live/live.ts";

type Identified = { readonly id: string };

/** How many decisions a page remembers. */
const MOST = 200;

const decided = createStore<readonly Identified[]>([]);

/** Remembers what was decided here, so that a list of open requests can go on to show it. */
export function rememberDecided(item: Identified): void {
  decided.set([item, ...decided.get().filter(({ id }) => id !== item.id)].slice(0, MOST));
}

/** What was decided here, the last first. Items of a kind are known by their ids. */
export const useDecided = (): readonly Identified[] => useSyncExternalStore(decided.subscribe, decided.get);

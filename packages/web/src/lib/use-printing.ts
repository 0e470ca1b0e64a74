import { useSyncExternalStore } from "react";

let isPrinting = false;

function subscribe(listener: () => void) {
  const turn = (next: boolean) => () => {
    isPrinting = next;
    listener();
  };
  const before = turn(true);
  const after = turn(false);
  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);
  return () => {
    removeEventListener("beforeprint", before);
    removeEventListener("afterprint", after);
  };
}

/** True while the page is drawn for paper, where nothing is out of sight. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);

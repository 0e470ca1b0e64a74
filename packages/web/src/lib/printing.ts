import { useEffect, useSyncExternalStore } from "react";

/** Paper is light whatever the screen is; what was chosen comes back after printing. */
export function useLightPrint(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let chosen: string | undefined;
    const before = () => {
      chosen ??= dataset["theme"];
      dataset["theme"] = "light";
    };
    const after = () => {
      if (chosen !== undefined) dataset["theme"] = chosen;
      chosen = undefined;
    };
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
      after();
    };
  }, []);
}

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

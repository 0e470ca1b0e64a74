import { useEffect, useSyncExternalStore } from "react";

/** Prints in the light theme, whatever the screen's theme is. The chosen theme returns after printing. */
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

function onPrint(listener: () => void) {
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

/** Returns true while the page is drawn for paper, where everything is in sight. */
export const usePrinting = (): boolean => useSyncExternalStore(onPrint, () => isPrinting);

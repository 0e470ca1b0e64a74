import { Suspense } from "react";
import { PauseBanner } from "./later-parts.ts";
import { usePause } from "./use-pause.ts";

/** The place of the notice about a break, which is loaded only during one. */
export function PausePlace() {
  const pause = usePause();
  return (
    pause !== null && (
      <Suspense fallback={null}>
        <PauseBanner pause={pause} />
      </Suspense>
    )
  );
}

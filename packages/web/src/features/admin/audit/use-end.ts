import { useEffect, useState } from "react";

/** How far below what is seen more is asked for. */
const AHEAD = "600px";

/** Calls `onNear` whenever the end of a list comes near and it is given: while more is on its way it is not. */
export function useEnd(onNear: (() => void) | undefined) {
  const [end, setEnd] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (end === null || onNear === undefined) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end);
    return () => observer.disconnect();
  });
  return setEnd;
}

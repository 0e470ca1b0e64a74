import { useEffect, useState } from "react";

type Identified = { readonly id: string };

/** As long as the row takes to fold up: `--slow`. */
const LEAVE_MS = 200;

/** What was on a list until just now: it stays for a moment, so that it can be seen to leave. */
export function useLeaving<T extends Identified>(items: readonly T[] | undefined): readonly T[] {
  const [seen, setSeen] = useState(items);
  const [leaving, setLeaving] = useState<readonly T[]>([]);

  if (items !== seen) {
    setSeen(items);
    const here = new Set(items?.map(({ id }) => id));
    const gone = [...leaving, ...(seen ?? [])].filter(({ id }) => !here.has(id));
    if (gone.length > 0 || leaving.length > 0) setLeaving(isCalm() ? [] : gone);
  }

  useEffect(() => {
    if (leaving.length === 0) return;
    const timer = setTimeout(() => setLeaving([]), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [leaving]);

  return leaving;
}

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

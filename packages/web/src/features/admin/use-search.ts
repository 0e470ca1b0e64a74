import { useEffect, useState } from "react";

const PAUSE_MS = 250;

/** What is typed, and what is searched for: a moment after the last letter, at once where it is asked for or cleared. */
export function useSearch() {
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const wanted = typed.trim().toLowerCase();

  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => setSearch(wanted), wanted === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, search]);

  return { typed, setTyped, search, searchNow: () => setSearch(wanted) };
}

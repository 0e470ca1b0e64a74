import type { Security } from "@veritick/contract/schemas/security.ts";
import { useEffect, useState } from "react";
import { call } from "../../lib/api.ts";
import { noticeEndedSession } from "../../lib/query.ts";
import { rememberSeen } from "./security-query.ts";

/**
 * Tells the server that what is on the page was seen, and remembers for this visit what was new, so that the marks do
 * not vanish before anyone could read them.
 */
export function useSeenMarks(security: Security | undefined): (id: string) => boolean {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const unseen = (security?.events ?? []).filter(({ seen }) => !seen).map(({ id }) => id);
  if (unseen.some((id) => !marked.has(id))) setMarked(new Set([...marked, ...unseen]));

  const key = unseen.join();
  useEffect(() => {
    if (key === "") return;
    // If this fails, the next visit marks them again: nothing is lost by it.
    call("acknowledgeSecurity").then(rememberSeen, noticeEndedSession);
  }, [key]);

  return (id) => marked.has(id);
}

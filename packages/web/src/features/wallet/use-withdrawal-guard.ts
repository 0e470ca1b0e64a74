import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiError } from "../../lib/api-error.ts";
import { tickOf } from "../../lib/format.ts";
import { useNowTick } from "../../lib/live/now-tick.ts";
import { getOptions } from "../../lib/query.ts";

const REFRESH_SECONDS = 10;

/** What stands between a person and a withdrawal: the second step, and a pause after a change of it. */
export function useWithdrawalGuard() {
  // Asked anew for every dialog, for a pause has its end and may have been missed.
  const { data, refetch } = useQuery({ ...getOptions("getSecurity"), refetchOnMount: "always" });
  const [wasAsked, setAsked] = useState(false);
  const nowTick = useNowTick(REFRESH_SECONDS);
  const until = data?.withdrawalsHeldUntil ?? null;
  const isOver = until !== null && nowTick !== undefined && tickOf(until) <= nowTick;

  return {
    needsTwoStep: wasAsked || data?.twoStep === true,
    /** When withdrawals open again; null where they are open. */
    heldUntil: isOver ? null : until,
    /** A refusal may tell of a change that was not heard of yet. */
    learnFrom({ code }: ApiError) {
      if (code === "two_step_required") setAsked(true);
      if (code === "withdrawals_on_hold") void refetch();
    },
  };
}

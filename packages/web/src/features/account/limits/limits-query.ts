import type { Limits } from "@veritick/contract/schemas/limits.ts";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { getOptions, keyOf, queryClient } from "../../../api/query.ts";

/** What today has taken changes with every order, so each visit asks. */
export function useFreshLimits(): UseQueryResult<Limits> {
  return useQuery({ ...getOptions("getLimits"), refetchOnMount: "always" });
}

/** What the server answered to a change is the newest there is. */
export async function rememberLimits(limits: Limits): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keyOf("getLimits") });
  queryClient.setQueryData<Limits>(keyOf("getLimits"), limits);
}

/** After a refusal that tells of a change made elsewhere. */
export function refreshLimits(): void {
  void queryClient.invalidateQueries({ queryKey: keyOf("getLimits") });
}

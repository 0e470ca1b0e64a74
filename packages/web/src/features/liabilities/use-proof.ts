import { useQuery } from "@tanstack/react-query";
import { verifyLiability } from "@veritick/domain/verify/verify-liability.ts";
import type { LiabilityCheck } from "@veritick/domain/verify/verify-liability.ts";
import { call } from "../../lib/api.ts";
import { fairness, getLiabilityProof } from "../../lib/calls.ts";
import { useCurrentUser } from "../../lib/current-user.ts";
import { keyOf } from "../../lib/query.ts";
import { proofFile } from "./proof-file.ts";
import type { ProofFile } from "./proof-file.ts";
import { loadIsSigned } from "./signatures.ts";
import type { CheckedStatement } from "./use-statements.ts";

export type CheckedProof = { readonly file: ProofFile; readonly check: LiabilityCheck };

/**
 * The proof that one's own balance is in a statement, asked for and checked anew each time. What it is checked against is
 * the e-mail one signs in with and the list that everybody sees.
 *
 * @param number of the statement; undefined where nothing is asked for
 */
export function useProof(number: number | undefined, checked: readonly CheckedStatement[]) {
  const user = useCurrentUser();
  const textOf = (wanted: number) => checked.find(({ stated }) => stated.number === wanted)?.stated.text;

  async function fetchProof(wanted: number, signal: AbortSignal): Promise<CheckedProof> {
    const [proof, { keys }, isSigned] = await Promise.all([
      call(getLiabilityProof, { params: { number: wanted }, signal }),
      call(fairness, { signal }),
      loadIsSigned(),
    ]);
    const file = proofFile(proof, keys);
    const known = {
      email: user?.email ?? "",
      user: user?.id,
      listed: textOf(wanted),
      previous: textOf(wanted - 1),
    };
    return { file, check: verifyLiability(file, known, isSigned) };
  }

  return useQuery({
    queryKey: [...keyOf(getLiabilityProof, { number: number ?? 0 }), user?.id],
    queryFn: ({ signal }) => fetchProof(number!, signal),
    enabled: number !== undefined && user !== undefined,
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
  });
}

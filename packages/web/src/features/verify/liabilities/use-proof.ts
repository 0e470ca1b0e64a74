import { useQuery } from "@tanstack/react-query";
import type { Fairness, LiabilityProof } from "@veritick/contract/schemas/fairness.ts";
import { parseStatement } from "@veritick/domain/signed/liability-statement.ts";
import { PROOF_FORMAT } from "@veritick/domain/verify/liability-evidence.ts";
import { verifyLiability } from "@veritick/domain/verify/verify-liability.ts";
import type { LiabilityCheck } from "@veritick/domain/verify/verify-liability.ts";
import { ApiError, call } from "../../../api/client.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { keyOf } from "../../../api/query.ts";
import { loadIsSigned } from "./use-statements.ts";
import type { CheckedStatement } from "./use-statements.ts";

export type CheckedProof = { readonly file: ProofFile; readonly check: LiabilityCheck };

/**
 * Loads and checks the proof that a statement contains the user's balance, anew each time. The check compares it with the
 * user's e-mail and with the public list.
 *
 * @param number the number of the statement; undefined to load nothing
 */
export function useProof(number: number | undefined, checked: readonly CheckedStatement[]) {
  const user = useCurrentUser();
  /** Returns the statement's text in the public list. Loads its page if that is not loaded yet. */
  async function textOf(wanted: number, signal: AbortSignal): Promise<string | undefined> {
    const known = checked.find(({ stated }) => stated.number === wanted);
    if (known !== undefined || wanted < 1) return known?.stated.text;
    const page = await call("listLiabilities", { query: { before: String(wanted + 1) }, signal });
    return page.find(({ number: each }) => each === wanted)?.text;
  }

  async function fetchProof(wanted: number, signal: AbortSignal): Promise<CheckedProof> {
    const [proof, { keys, genesis }, isSigned, listed, previous] = await Promise.all([
      call("getLiabilityProof", { params: { number: wanted }, signal }),
      call("fairness", { signal }),
      loadIsSigned(),
      textOf(wanted, signal),
      textOf(wanted - 1, signal),
    ]);
    const epochs = await loadRow(proof, signal);
    const file = proofFile(proof, keys);
    const known = {
      email: user?.email ?? "",
      user: user?.id,
      published: { listed, previous, genesis, epochs },
    };
    return { file, check: verifyLiability(file, known, isSigned) };
  }

  return useQuery({
    queryKey: [...keyOf("getLiabilityProof", { number: number ?? 0 }), user?.id],
    queryFn: ({ signal }) => fetchProof(number!, signal),
    enabled: number !== undefined && user !== undefined,
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
  });
}

/** Loads the published row of the epoch whose head a statement names. There is none if the price began anew since. */
async function loadRow({ statement }: LiabilityProof, signal: AbortSignal): Promise<unknown[]> {
  const epoch = parseStatement(statement.text)?.chain.epoch;
  if (epoch === undefined) return [];
  try {
    return await call("fairnessEpochs", { query: { from: epoch, to: epoch }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return [];
    throw error;
  }
}

/** A proof with everything that a check elsewhere needs. `docs/protocol.md` describes the format. */
export type ProofFile = {
  readonly format: typeof PROOF_FORMAT;
  readonly site: string;
  readonly downloaded: string;
  readonly proof: LiabilityProof;
  readonly keys: Fairness["keys"];
};

function proofFile(proof: LiabilityProof, keys: Fairness["keys"]): ProofFile {
  return {
    format: PROOF_FORMAT,
    site: location.origin,
    downloaded: new Date().toISOString(),
    proof,
    keys,
  };
}

export const proofFileName = (number: number) => `veritick-liability-proof-${number}.json`;

import type { Fairness, LiabilityProof } from "@veritick/contract/schemas/fairness.ts";
import { PROOF_FORMAT } from "@veritick/domain/verify/liability-evidence.ts";

/** A proof with all that it takes to check it elsewhere, as `docs/fairness.md` describes it. */
export type ProofFile = {
  readonly format: typeof PROOF_FORMAT;
  readonly site: string;
  readonly downloaded: string;
  readonly proof: LiabilityProof;
  readonly keys: Fairness["keys"];
};

export function proofFile(proof: LiabilityProof, keys: Fairness["keys"]): ProofFile {
  return {
    format: PROOF_FORMAT,
    site: location.origin,
    downloaded: new Date().toISOString(),
    proof,
    keys,
  };
}

export const proofFileName = (number: number) => `veritick-liability-proof-${number}.json`;

export { decisionRequestOf, refuseOwnAccount, refuseWithoutReason } from "./context.ts";
export type { ApprovalContext, Decider, DecisionRequest, FourEyesSettings } from "./context.ts";
export { decide } from "./decide.ts";
export type { Decision } from "./decide.ts";
export type { ProposalHandlers } from "./decide-proposal.ts";
export { applyFourEyes, isToldOfGrants, notifyStaff, readDecidedAlone } from "./four-eyes.ts";
export type { FourEyesResult } from "./four-eyes.ts";
export {
  closeProposal,
  findDue,
  joinOpenProposal,
  lapseApprovalOf,
  lapseProposalsOf,
  lockOpenProposal,
  OPEN_PROPOSAL_COLUMN,
  sweepProposals,
} from "./proposals.ts";
export type { ProposalRow } from "./proposals.ts";
export { approvalRoutes } from "./decide-proposal.ts";

// What payments and the administration use of the rule that some decisions take two administrators.
export type { CarryOut, CarryOutPayments } from "./agree-to-proposal.ts";
export { AWAITING, joinAwaiting } from "./awaiting.ts";
export { decidingOf } from "./deciding.ts";
export type { Deciding } from "./deciding.ts";
export { lapseProposalsOf, sweepProposals } from "./lapse-proposals.ts";
export { refuseOwnAccount } from "./own-account.ts";
export { approvalRoutes } from "./routes.ts";
export { weighDecision } from "./weigh-decision.ts";
export type { Verdict } from "./weigh-decision.ts";

import * as contract from "@veritick/contract/schemas/proposals.ts";
import type { Bind } from "../platform/http/bind.ts";
import { agreeToProposal } from "./agree-to-proposal.ts";
import type { ProposalContext } from "./agree-to-proposal.ts";
import { declineProposal } from "./decline-proposal.ts";
import { decidingOf } from "./deciding.ts";
import { listProposals } from "./list-proposals.ts";

export function approvalRoutes(bind: Bind, context: ProposalContext): void {
  bind(contract.listProposals, ({ query }) => listProposals(context.database, query));
  bind(contract.agreeToProposal, (call) => agreeToProposal(context, call.params.id, decidingOf(call)));
  bind(contract.declineProposal, (call) =>
    declineProposal(context, call.params.id, { ...decidingOf(call), note: call.body.note }),
  );
}

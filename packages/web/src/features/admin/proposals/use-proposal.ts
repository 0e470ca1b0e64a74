import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import { useIntent } from "../../../lib/intent.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { useAdminText } from "../../../locales/text.ts";
import { notify } from "../../../ui/notice-store.ts";
import { adminCall } from "../admin-calls.ts";
import { refreshAdministration, rememberIn } from "../admin-queries.ts";
import { useTellFailure } from "../use-tell-failure.ts";

/** What a proposal is about, in words. */
export type ProposalWords = {
  readonly id: string;
  readonly action: Proposal["action"];
  readonly subject: string | null;
  readonly email: string;
  /** Formatted, in USDMS; null for what is about no money. */
  readonly amount: string | null;
  readonly isOwn: boolean;
};

/** Whose it is, and how much of it. */
export const aboutOf = ({ amount, email }: Pick<ProposalWords, "amount" | "email">): string =>
  amount === null ? email : `${amount} USDMS, ${email}`;

/** Agrees to a proposal, or ends it: declined by another administrator, taken back by the one who made it. */
export function useProposal({ id, action, subject, isOwn, ...rest }: ProposalWords) {
  const { proposals: words } = useAdminText();
  const tellFailure = useTellFailure();
  const intent = useIntent();
  const what = words.what[action];
  const params = { id };

  const settle = (_: unknown, error: unknown) => {
    intent.settle(error);
    refreshAdministration(subject ?? "");
  };

  const agree = useSubmit({
    mutationFn: () => adminCall("agreeToProposal", { params, idempotencyKey: intent.keyFor("agree") }),
    onSuccess(proposal) {
      rememberIn("listProposals", proposal);
      notify({ title: words.agreed, body: words.agreedBody(what, aboutOf(rest)) });
    },
    onError: (error) => void tellFailure(error, words.agreeFailed),
    onSettled: settle,
  });

  const end = useSubmit({
    mutationFn: () =>
      adminCall("declineProposal", { params, body: {}, idempotencyKey: intent.keyFor("decline") }),
    onSuccess(proposal) {
      rememberIn("listProposals", proposal);
      notify({ title: isOwn ? words.takenBack : words.declined, body: words.endedBody });
    },
    onError: (error) => void tellFailure(error, words.declineFailed),
    onSettled: settle,
  });

  return { agree, end };
}

import type { Role } from "@veritick/contract/roles.ts";
import { lockDecider } from "../accounts/public.ts";
import { recordAudit } from "../audit/public.ts";
import type { AuditRecord } from "../audit/public.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Replayed } from "../platform/http/call.ts";
import { answerOnce, recordAnswer } from "../platform/http/idempotency.ts";
import type { RunningKeys } from "../platform/http/idempotency.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { refuseOwnAccount } from "./context.ts";
import type { ApprovalContext, Decider, DecisionRequest } from "./context.ts";
import { applyFourEyes } from "./four-eyes.ts";
import type { FourEyesResult, Matter } from "./four-eyes.ts";

/** What the work of a decision uses. Proposals and audit entries get the caller, the owner and the proposer from it. */
export type Decision = {
  connection: Queryable;
  /** The owner, whom proposal, audit entry and stored answer name. The work may learn of another one. */
  subject: string | null;
  /** Refuses a decision of any amount about the caller's own account. */
  refuseOwnAccount(): Refused | undefined;
  /** Asks a second administrator if one is needed, like `applyFourEyes`: last before writing. Only people propose. */
  propose(matter: Omit<Matter, "subject">): Promise<FourEyesResult | Refused>;
  audit(record: Omit<AuditRecord, "by" | "subject" | "proposedBy">): Promise<void>;
};

/** A kind of decision about a `Subject`: a locked deposit, withdrawal, item or account with its owner, if it has one. */
type Case<Subject, Answer> = {
  /** The role that the caller needs; "owner" if they decide about their own things. */
  role: "owner" | Role;
  /** Locks all that is locked before users. Undefined means that the subject does not exist. */
  lock(connection: Queryable): Promise<Subject | Refused | undefined>;
  /** Checks and writes with the subject, its owner and the caller locked, and returns the answer. */
  work(decision: Decision, subject: Subject): Promise<Answer | Refused>;
};

/**
 * Runs a decision in one transaction with its audit entry and its answer, once for each idempotency key. The subject
 * is locked first, so of people, callbacks and polls that decide at once the second finds it decided. What others are told
 * goes through `afterCommit`.
 */
export const decide = <Subject extends { user_id: string | null }, Answer extends object>(
  context: ApprovalContext & { database: Database; runningKeys: RunningKeys },
  request: DecisionRequest<Decider>,
  { role, lock, work }: Case<Subject, Answer>,
): Promise<Answer | Refused | Replayed> =>
  answerOnce(context, request.by.actor, request.idempotency, () =>
    transaction(context.database, async (connection): Promise<Answer | Refused> => {
      const { by, idempotency } = request;
      const locked = (await lock(connection)) ?? refuse("not_found");
      if (isRefused(locked)) return locked;
      const refusal = await lockDecider(connection, by, locked.user_id, role);
      if (refusal !== undefined) return refusal;
      let proposedBy: string | undefined;
      const decision: Decision = {
        connection,
        subject: locked.user_id,
        refuseOwnAccount: () => refuseOwnAccount(context, request, decision.subject),
        async propose(matter) {
          const { subject } = decision;
          if (by.sessionId === null) return refuse("forbidden");
          const result = await applyFourEyes(context, connection, { ...matter, subject }, { ...request, by });
          if (!isRefused(result) && !result.waits) proposedBy = result.proposedBy;
          return result;
        },
        async audit(record) {
          const { subject } = decision;
          await recordAudit(connection, { ...record, by, subject, proposedBy }, dateOf(context.clock));
        },
      };
      const answer = await work(decision, locked);
      if (isRefused(answer)) return answer;
      await recordAnswer(connection, by.actor, idempotency, answer, dateOf(context.clock), decision.subject);
      return answer;
    }),
  );

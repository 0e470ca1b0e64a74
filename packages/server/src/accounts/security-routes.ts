import * as contract from "@veritick/contract/schemas/security.ts";
import type { Bind } from "../platform/http/bind.ts";
import { isRefused } from "../platform/refusal.ts";
import type { AccountContext } from "./context.ts";
import { endSession, signOutEverywhere } from "./end-sessions.ts";
import { listSessions } from "./list-sessions.ts";
import { proveStepUp } from "./step-up/prove-step-up.ts";
import { readStepUp } from "./step-up/step-up-state.ts";
import { acknowledgeSecurity, readSecurity } from "./read-security.ts";
import { beginTwoStep } from "./two-step/begin-two-step.ts";
import { confirmTwoStep } from "./two-step/confirm-two-step.ts";
import { disableTwoStep } from "./two-step/disable-two-step.ts";
import { renewRecoveryCodes } from "./two-step/renew-recovery-codes.ts";
import { visitorOf } from "./visitor.ts";

const DONE = { ok: true as const };

export function securityRoutes(bind: Bind, context: AccountContext): void {
  bind(contract.getSecurity, ({ identity }) => readSecurity(context, identity));

  bind(
    contract.acknowledgeSecurity,
    async ({ identity }) => (await acknowledgeSecurity(context, identity)) ?? DONE,
  );

  bind(contract.listSessions, ({ identity }) => listSessions(context, identity));

  bind(contract.endSession, async (call) => {
    const refused = await endSession(context, call.identity, visitorOf(call), call.params.id);
    const isOwn = call.params.id.toLowerCase() === call.identity.sessionId;
    if (refused === undefined && isOwn) call.clearSession();
    return refused ?? DONE;
  });

  bind(contract.signOutEverywhere, async (call) => {
    const refused = await signOutEverywhere(context, call.identity, visitorOf(call));
    if (!isRefused(refused)) call.clearSession();
    return refused ?? DONE;
  });

  bind(contract.beginTwoStep, ({ identity, address, body }) =>
    beginTwoStep(context, identity, address, body.password),
  );

  bind(contract.confirmTwoStep, (call) =>
    confirmTwoStep(context, call.identity, visitorOf(call), call.body.code),
  );

  bind(
    contract.disableTwoStep,
    async (call) => (await disableTwoStep(context, call.identity, visitorOf(call), call.body)) ?? DONE,
  );

  bind(contract.renewRecoveryCodes, (call) =>
    renewRecoveryCodes(context, call.identity, visitorOf(call), call.body),
  );

  bind(contract.getStepUp, ({ identity }) => readStepUp(context, identity));

  bind(contract.proveStepUp, (call) => proveStepUp(context, call.identity, visitorOf(call), call.body));
}

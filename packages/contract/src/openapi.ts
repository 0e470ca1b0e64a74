import * as z from "zod/mini";
import * as adminPayments from "./admin-payments.ts";
import * as adminUser from "./admin-user.ts";
import * as admin from "./admin.ts";
import * as attention from "./attention.ts";
import { listAudit } from "./audit.ts";
import * as auth from "./auth.ts";
import { paymentCallback } from "./callbacks.ts";
import * as deposits from "./deposits.ts";
import { errorReply, isDescribed } from "./endpoint.ts";
import type { Audience, Endpoint } from "./endpoint.ts";
import { errorWords } from "./errors.ts";
import type { ErrorCode } from "./errors.ts";
import { exportCsv } from "./exports.ts";
import { getExposure } from "./exposure.ts";
import * as fairness from "./fairness.ts";
import * as liabilities from "./liabilities.ts";
import * as limits from "./limits.ts";
import { setMaintenance } from "./maintenance.ts";
import * as positions from "./positions.ts";
import * as proposals from "./proposals.ts";
import * as security from "./security.ts";
import { settings } from "./settings.ts";
import * as statements from "./statement.ts";
import * as stepUp from "./step-up.ts";
import * as withdrawals from "./withdrawals.ts";

/** Every call of the platform; a test holds the server's routes to this list. */
export const endpoints: readonly Endpoint[] = [
  auth.register,
  auth.login,
  auth.logout,
  auth.me,
  auth.changePassword,
  auth.forgotPassword,
  auth.resetPassword,
  auth.wsToken,
  security.getSecurity,
  security.acknowledgeSecurity,
  security.listSessions,
  security.endSession,
  security.signOutEverywhere,
  security.beginTwoStep,
  security.confirmTwoStep,
  security.disableTwoStep,
  security.renewRecoveryCodes,
  positions.listPositions,
  positions.openPosition,
  positions.getPosition,
  deposits.listDeposits,
  deposits.createDeposit,
  withdrawals.createWithdrawalCode,
  withdrawals.listWithdrawals,
  withdrawals.createWithdrawal,
  withdrawals.cancelWithdrawal,
  statements.statement,
  statements.statementCsv,
  paymentCallback,
  adminPayments.adminListDeposits,
  adminPayments.approveDeposit,
  adminPayments.rejectDeposit,
  adminPayments.adminListWithdrawals,
  adminPayments.approveWithdrawal,
  adminPayments.rejectWithdrawal,
  adminPayments.markWithdrawalPaid,
  adminPayments.markWithdrawalFailed,
  admin.adminStats,
  admin.adminListUsers,
  admin.adminGetUser,
  admin.setAdmin,
  admin.deleteUser,
  admin.adjustBalance,
  attention.listAttention,
  attention.creditPayment,
  attention.dismissAttention,
  adminUser.adminUserPositions,
  adminUser.adminPosition,
  adminUser.adminUserDeposits,
  adminUser.adminUserWithdrawals,
  adminUser.adminUserStatement,
  adminUser.adminUserStatementCsv,
  adminUser.adminUserSessions,
  adminUser.adminSignOutUser,
  adminUser.listUserNotes,
  adminUser.addUserNote,
  adminUser.setUserLocks,
  proposals.listProposals,
  proposals.agreeToProposal,
  proposals.declineProposal,
  stepUp.getStepUp,
  stepUp.proveStepUp,
  setMaintenance,
  getExposure,
  exportCsv,
  listAudit,
  fairness.prices,
  fairness.fairness,
  fairness.fairnessEpochs,
  fairness.fairnessStatistics,
  liabilities.listLiabilities,
  liabilities.getLiabilityProof,
  limits.getLimits,
  limits.setLimit,
  limits.takeBreak,
  limits.setReminder,
  limits.tradingSummary,
  settings,
];

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodMiniType, io: "input" | "output"): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return rest;
};

/** Refusals that any call of its kind may meet. */
function commonRefusals(call: Endpoint): ErrorCode[] {
  return [
    "too_many_requests",
    "unavailable",
    "busy",
    ...(call.audience === "user" || call.audience === "admin" ? (["not_signed_in"] as const) : []),
    ...(call.audience === "admin" ? (["forbidden"] as const) : []),
    ...(call.stepUp ? (["step_up_required"] as const) : []),
    ...(call.method === "GET"
      ? []
      : (["body_invalid", "not_json", "body_too_large", "origin_refused", "shutting_down"] as const)),
    ...(call.idempotent
      ? (["idempotency_key_invalid", "idempotency_running", "idempotency_mismatch"] as const)
      : []),
  ];
}

function parametersOf(call: Endpoint): Json[] {
  const listed = (schema: z.ZodMiniType, place: "path" | "query"): Json[] => {
    if (!isDescribed(schema)) return [];
    const object = schemaOf(schema, "input");
    const required = (object["required"] as string[] | undefined) ?? [];
    return Object.entries((object["properties"] as Json | undefined) ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: property,
    }));
  };
  const key = {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "The same key and body by the same user has one effect and gets the first answer again.",
    schema: { type: "string", minLength: 1, maxLength: 200 },
  };
  return [...listed(call.params, "path"), ...listed(call.query, "query"), ...(call.idempotent ? [key] : [])];
}

function responsesOf(call: Endpoint): Json {
  const responses: Json = {
    [call.status]: {
      description: call.status === 201 ? "Created" : "OK",
      content: { [call.streams ?? "application/json"]: { schema: schemaOf(call.reply, "output") } },
    },
  };
  const byStatus = Map.groupBy(
    new Set([...call.refusals, ...commonRefusals(call)]),
    (code) => errorWords[code].status,
  );
  for (const [status, codes] of byStatus) {
    responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${errorWords[code].en}`).join("\n\n"),
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    };
  }
  return responses;
}

const SECURITY: Record<Audience, Json[]> = {
  public: [],
  user: [{ session: [] }],
  admin: [{ session: [] }],
  provider: [{ signature: [] }],
};

function operationOf(call: Endpoint): Json {
  return {
    summary: call.summary,
    tags: [call.path.split("/")[2]],
    security: SECURITY[call.audience],
    "x-audience": call.audience,
    parameters: parametersOf(call),
    ...(isDescribed(call.body)
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: schemaOf(call.body, "input") } },
          },
        }
      : {}),
    responses: responsesOf(call),
  };
}

/** The OpenAPI 3.1 document of all calls, made from the same definitions that the server and the client run. */
export function openApiDocument(calls: readonly Endpoint[] = endpoints): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Veritick",
      version: "1",
      description:
        "Decimals travel as text. Ticks are Unix time in whole seconds. Errors carry a code and words.",
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "session" },
        signature: { type: "apiKey", in: "header", name: "x-nowpayments-sig" },
      },
      schemas: { Error: schemaOf(errorReply, "output") },
    },
  };
}

import * as adminPayments from "@veritick/contract/admin-payments.ts";
import * as ofUser from "@veritick/contract/admin-user.ts";
import * as admin from "@veritick/contract/admin.ts";
import * as attention from "@veritick/contract/attention.ts";
import * as audit from "@veritick/contract/audit.ts";
import * as auth from "@veritick/contract/auth.ts";
import * as deposits from "@veritick/contract/deposits.ts";
import * as exporting from "@veritick/contract/exports.ts";
import * as exposure from "@veritick/contract/exposure.ts";
import * as fairness from "@veritick/contract/fairness.ts";
import * as limits from "@veritick/contract/limits.ts";
import * as liabilities from "@veritick/contract/liabilities.ts";
import * as maintenance from "@veritick/contract/maintenance.ts";
import * as positions from "@veritick/contract/positions.ts";
import * as proposals from "@veritick/contract/proposals.ts";
import * as security from "@veritick/contract/security.ts";
import * as settings from "@veritick/contract/settings.ts";
import * as statement from "@veritick/contract/statement.ts";
import * as stepUp from "@veritick/contract/step-up.ts";
import * as withdrawals from "@veritick/contract/withdrawals.ts";
import { expect, test } from "vitest";
import * as callsOfAdmins from "./calls-of-admins.ts";
import * as callsOfLimits from "./calls-of-limits.ts";
import * as calls from "./calls.ts";

const contract: Record<string, unknown> = {
  ...admin,
  ...adminPayments,
  ...ofUser,
  ...attention,
  ...exporting,
  ...exposure,
  ...audit,
  ...auth,
  ...deposits,
  ...fairness,
  ...limits,
  ...liabilities,
  ...maintenance,
  ...positions,
  ...proposals,
  ...security,
  ...settings,
  ...statement,
  ...stepUp,
  ...withdrawals,
};

test.each(Object.entries({ ...calls, ...callsOfAdmins, ...callsOfLimits }))(
  "%s has the method and path of the contract",
  (name, call) => {
    expect(contract[name]).toMatchObject({ method: call.method, path: call.path });
  },
);

import * as adminPayments from "@veritick/contract/admin-payments.ts";
import * as admin from "@veritick/contract/admin.ts";
import * as auth from "@veritick/contract/auth.ts";
import * as deposits from "@veritick/contract/deposits.ts";
import * as fairness from "@veritick/contract/fairness.ts";
import * as positions from "@veritick/contract/positions.ts";
import * as security from "@veritick/contract/security.ts";
import * as settings from "@veritick/contract/settings.ts";
import * as statement from "@veritick/contract/statement.ts";
import * as withdrawals from "@veritick/contract/withdrawals.ts";
import { expect, test } from "vitest";
import * as callsOfAdmins from "./calls-of-admins.ts";
import * as calls from "./calls.ts";

const contract: Record<string, unknown> = {
  ...admin,
  ...adminPayments,
  ...auth,
  ...deposits,
  ...fairness,
  ...positions,
  ...security,
  ...settings,
  ...statement,
  ...withdrawals,
};

test.each(Object.entries({ ...calls, ...callsOfAdmins }))(
  "%s has the method and path of the contract",
  (name, call) => {
    expect(contract[name]).toMatchObject({ method: call.method, path: call.path });
  },
);

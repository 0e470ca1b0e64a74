import * as z from "zod/mini";
import { adminRoutes } from "../admin-routes.ts";
import type { CallName, Endpoint } from "../endpoint.ts";
import { routes } from "../routes.ts";
import * as adminPayments from "../schemas/admin-payments.ts";
import * as adminHome from "../schemas/admin-home.ts";
import * as adminRecords from "../schemas/admin-records.ts";
import * as adminSearch from "../schemas/admin-search.ts";
import * as adminUserPage from "../schemas/admin-user-page.ts";
import * as adminUsers from "../schemas/admin-users.ts";
import * as admin from "../schemas/admin.ts";
import * as apiKeys from "../schemas/api-keys.ts";
import * as attention from "../schemas/attention.ts";
import * as auth from "../schemas/auth.ts";
import * as email from "../schemas/email.ts";
import * as closing from "../schemas/closing.ts";
import * as fairness from "../schemas/fairness.ts";
import * as invitations from "../schemas/invitations.ts";
import * as limits from "../schemas/limits.ts";
import * as notices from "../schemas/notices.ts";
import * as passkeys from "../schemas/passkeys.ts";
import * as payments from "../schemas/payments.ts";
import * as positions from "../schemas/positions.ts";
import * as proposals from "../schemas/proposals.ts";
import * as results from "../schemas/results.ts";
import * as screening from "../schemas/screening.ts";
import * as security from "../schemas/security.ts";
import * as settings from "../schemas/settings.ts";
import * as statement from "../schemas/statement.ts";
import * as status from "../schemas/status.ts";
import * as webhooks from "../schemas/webhooks.ts";
import * as yearSummary from "../schemas/year-summary.ts";

const exported = {
  ...adminPayments,
  ...adminHome,
  ...adminRecords,
  ...adminSearch,
  ...adminUserPage,
  ...adminUsers,
  ...admin,
  ...apiKeys,
  ...attention,
  ...auth,
  ...closing,
  ...email,
  ...fairness,
  ...invitations,
  ...limits,
  ...notices,
  ...passkeys,
  ...payments,
  ...positions,
  ...proposals,
  ...results,
  ...screening,
  ...security,
  ...settings,
  ...statement,
  ...status,
  ...webhooks,
  ...yearSummary,
} satisfies { [N in CallName]: Endpoint & { name: N } };

/** The definition of every call by its name. The types require one for each route, under the route's name. */
export type Endpoints = { readonly [N in CallName]: (typeof exported)[N] };

/** Every call of the platform. A test compares the server's routes with this list. */
export const endpoints: readonly Endpoint[] = Object.keys({ ...routes, ...adminRoutes }).map(
  (name) => exported[name as CallName],
);

/** The shapes that the contract exports, by the names of their exports: `position`, `deposit`. */
export const shapes: Readonly<Record<string, z.ZodMiniType>> = Object.fromEntries(
  Object.entries(exported).filter((entry): entry is [string, never] => entry[1] instanceof z.ZodMiniObject),
);

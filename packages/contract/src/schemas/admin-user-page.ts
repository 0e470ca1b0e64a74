import * as z from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import { byId, instant, note, page, uuid } from "../values.ts";
import { adminDeposit, adminWithdrawal } from "./admin-payments.ts";
import { adminUserDetails } from "./admin-users.ts";
import { apiKey } from "./api-keys.ts";
import { listPositions, positionReceipt } from "./positions.ts";
import { awaiting } from "./proposals.ts";
import { session } from "./security.ts";
import { statement, statementCsv, statementEntry } from "./statement.ts";

// An administrator's views of one user and actions about them, beyond `admin.ts`.

const OF_USER = ["id_invalid", "not_found"] as const;

export const adminUserPositions = endpoint("adminUserPositions", {
  summary: "List a user's positions, newest first: every open one and the newest 100 others",
  audience: "admin",
  params: byId,
  query: page,
  reply: listPositions.reply,
  refusals: [...OF_USER, "page_invalid"],
});

export const adminPosition = endpoint("adminPosition", {
  summary: "Get the receipt of any user's position",
  audience: "admin",
  params: byId,
  reply: positionReceipt,
  refusals: [...OF_USER, "position_archived"],
});

export const adminUserDeposits = endpoint("adminUserDeposits", {
  summary: "List a user's deposits, newest first",
  audience: "admin",
  params: byId,
  query: page,
  reply: z.array(adminDeposit),
  refusals: [...OF_USER, "page_invalid"],
});

export const adminUserWithdrawals = endpoint("adminUserWithdrawals", {
  summary: "List a user's withdrawals, newest first",
  audience: "admin",
  params: byId,
  query: page,
  reply: z.array(adminWithdrawal),
  refusals: [...OF_USER, "page_invalid"],
});

/** `note` is the reason that an administrator gave. The user does not see it. */
const adminStatementEntry = z.extend(statementEntry, { note: z.nullable(z.string()) });
export type AdminStatementEntry = z.infer<typeof adminStatementEntry>;

export const adminUserStatement = endpoint("adminUserStatement", {
  summary: "List every movement of a user's balance, newest first",
  audience: "admin",
  params: byId,
  query: statement.query,
  reply: z.array(adminStatementEntry),
  refusals: [...OF_USER, ...statement.refusals],
});

export const adminUserStatementCsv = endpoint("adminUserStatementCsv", {
  summary: "Download every movement of a user's balance as one file, newest first",
  audience: "admin",
  role: "support",
  audits: "exported",
  stepUp: true,
  params: byId,
  query: statementCsv.query,
  reply: z.string(),
  streams: "text/csv",
  refusals: [...OF_USER, ...statementCsv.refusals],
});

const adminSession = z.omit(session, { current: true });
export type AdminSession = z.infer<typeof adminSession>;

export const adminUserSessions = endpoint("adminUserSessions", {
  summary: "List a user's sessions, the last used first",
  audience: "admin",
  params: byId,
  reply: z.array(adminSession),
  refusals: OF_USER,
});

export const adminUserApiKeys = endpoint("adminUserApiKeys", {
  summary: "List a user's API keys, the newest first",
  audience: "admin",
  params: byId,
  reply: z.array(apiKey),
  refusals: OF_USER,
});

export const adminRevokeApiKey = endpoint("adminRevokeApiKey", {
  summary: "Revoke an API key of a user; its live connections end at once",
  audience: "admin",
  role: "support",
  audits: "api_key_revoked",
  stepUp: true,
  params: byId,
  body: z.strictObject({ note }),
  reply: done,
  refusals: [...OF_USER, "note_required"],
});

export const adminSignOutUser = endpoint("adminSignOutUser", {
  summary: "End every session of a user",
  audience: "admin",
  role: "support",
  audits: "sessions_ended",
  stepUp: true,
  params: byId,
  body: z.strictObject({ note }),
  reply: done,
  refusals: [...OF_USER, "note_required"],
});

export const adminSendConfirmation = endpoint("adminSendConfirmation", {
  summary: "Send a user the link that confirms their e-mail address again",
  audience: "admin",
  role: "support",
  audits: "confirmation_sent",
  stepUp: true,
  params: byId,
  reply: done,
  refusals: [...OF_USER, "email_confirmed", "too_many_requests"],
});

/** A few words about a user, for other staff. Only a note for the person is part of that person's data download. */
const userNote = z.object({
  id: uuid,
  text: z.string(),
  forPerson: z.boolean(),
  author: uuid,
  authorEmail: z.nullable(z.string()),
  createdAt: instant,
});
export type UserNote = z.infer<typeof userNote>;

export const listUserNotes = endpoint("listUserNotes", {
  summary: "List staff notes about a user, newest first",
  audience: "admin",
  params: byId,
  query: page,
  reply: z.array(userNote),
  refusals: [...OF_USER, "page_invalid"],
});

export const addUserNote = endpoint("addUserNote", {
  summary: "Add a note about a user",
  audience: "admin",
  role: "support",
  audits: "note_added",
  stepUp: true,
  params: byId,
  body: z.strictObject({
    text: note,
    /** True if the note is part of the person's data download. Without it the note is internal. */
    forPerson: z.optional(z.boolean({ error: "body_invalid" })),
  }),
  reply: userNote,
  status: 201,
  idempotent: true,
  refusals: [...OF_USER, "body_invalid", "note_required"],
});

/** A lock that is not sent stays as it is. */
export const setUserLocks = endpoint("setUserLocks", {
  summary:
    "Lock or unlock a user's trading, withdrawals or both; open positions and pending withdrawals are not affected",
  audience: "admin",
  role: "support",
  audits: "locks_changed",
  stepUp: true,
  params: byId,
  body: z.strictObject({
    trading: z.optional(z.boolean({ error: "body_invalid" })),
    withdrawals: z.optional(z.boolean({ error: "body_invalid" })),
    note,
  }),
  reply: adminUserDetails,
  refusals: [...OF_USER, "body_invalid", "note_required", "own_account"],
});

export const resetWithdrawalCode = endpoint("resetWithdrawalCode", {
  summary:
    "Remove a user's withdrawal code, so that they can create one new code; withdrawals are on hold afterwards",
  audience: "admin",
  audits: "withdrawal_code_reset",
  stepUp: true,
  twoPersons: "always",
  params: byId,
  body: z.strictObject({ note }),
  /** If `awaiting` is set, the code still works: another administrator must agree first. */
  reply: z.object({ id: uuid, awaiting }),
  idempotent: true,
  refusals: [
    ...OF_USER,
    "note_required",
    "own_account",
    "withdrawal_code_none",
    "proposal_differs",
    "proposal_older",
  ],
});

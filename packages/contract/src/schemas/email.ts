import * as z from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import { email, linkToken } from "./auth.ts";

export const sendConfirmation = endpoint("sendConfirmation", {
  summary: "Send the link that confirms your e-mail address again",
  audience: "user",
  reply: done,
  refusals: ["too_many_requests", "not_found"],
});

/** A sign-in does not count as a proof here: whoever has the address can set a new password. */
export const changeEmail = endpoint("changeEmail", {
  summary:
    "Send a link to another e-mail address, which then becomes that of the account; the present one gets a link that stops the change",
  audience: "user",
  stepUp: "after the sign-in",
  body: z.strictObject({ email }),
  reply: done,
  refusals: ["email_same", "email_change_stopped", "too_many_requests", "not_found"],
});

const byLink = {
  audience: "public",
  proves: true,
  body: z.strictObject({ token: linkToken("email_link_invalid") }),
  secrets: ["token"],
  refusals: ["email_link_invalid", "email_taken", "too_many_logins"],
} as const;

export const followEmailLink = endpoint("followEmailLink", {
  ...byLink,
  summary: "Confirm the e-mail address that a link was sent to; a change of the address ends every session",
  reply: z.object({
    /** True if it has become the account's address. */
    changed: z.boolean(),
  }),
});

export const undoEmailChange = endpoint("undoEmailChange", {
  ...byLink,
  summary:
    "Keep the earlier e-mail address with the token from its link; every session ends, and no change can start for 72 hours",
  reply: z.object({
    /** Sets a new password, as the token of a mailed link does. */
    resetToken: z.string(),
  }),
});

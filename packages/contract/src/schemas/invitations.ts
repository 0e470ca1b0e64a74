import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { INVITATION_DAYS, LONGEST_INVITATION_LABEL, MOST_USES } from "../invitations.ts";
import { byId, instant, isOneLine, page, uuid, wellFormed } from "../values.ts";

/**
 * An invitation to register. Nothing shows its code again. `uses` also counts the people whose accounts are gone.
 * `expiresAt` is null if it does not expire.
 * `createdBy` has no e-mail if that account is gone.
 */
const invitation = z.object({
  id: uuid,
  label: z.string(),
  state: z.enum(["active", "used_up", "expired", "revoked"]),
  uses: z.number(),
  mostUses: z.number(),
  createdAt: instant,
  createdBy: z.object({ id: uuid, email: z.nullable(z.string()) }),
  expiresAt: z.nullable(instant),
});
export type Invitation = z.infer<typeof invitation>;

/** A person who registered with an invitation. `id` is that of the account. */
const invitationUse = z.object({ id: uuid, email: z.string(), usedAt: instant });
export type InvitationUse = z.infer<typeof invitationUse>;

export const listInvitations = endpoint("listInvitations", {
  summary: "List the invitations to register, the newest first",
  audience: "admin",
  query: page,
  reply: z.array(invitation),
  refusals: ["page_invalid"],
});

export const createInvitation = endpoint("createInvitation", {
  summary: "Invite people to register; the answer contains the code, which is shown only once",
  audience: "admin",
  audits: "invitation_created",
  stepUp: true,
  body: z.strictObject({
    /** What it is for. Only staff see it. */
    label: z
      .string({ error: "invitation_label_invalid" })
      .check(
        wellFormed(),
        z.trim(),
        z.minLength(1, "invitation_label_invalid"),
        z.maxLength(LONGEST_INVITATION_LABEL, "invitation_label_invalid"),
        z.refine(isOneLine, "invitation_label_invalid"),
      ),
    mostUses: z
      .number({ error: "invitation_uses_invalid" })
      .check(
        z.int("invitation_uses_invalid"),
        z.minimum(1, "invitation_uses_invalid"),
        z.maximum(MOST_USES, "invitation_uses_invalid"),
      ),
    /** The days until it expires; null for never. */
    days: z.nullable(z.literal(INVITATION_DAYS, { error: "body_invalid" })),
  }),
  /** `code` is text to type: 16 letters and digits in groups of four. */
  reply: z.object({ code: z.string(), invitation }),
  status: 201,
  refusals: ["body_invalid", "invitation_label_invalid", "invitation_uses_invalid"],
});

export const revokeInvitation = endpoint("revokeInvitation", {
  summary: "Revoke an invitation: nobody registers with it any more",
  audience: "admin",
  audits: "invitation_revoked",
  stepUp: true,
  params: byId,
  reply: invitation,
  refusals: ["id_invalid", "not_found"],
});

export const listInvitationUses = endpoint("listInvitationUses", {
  summary: "List who registered with an invitation, the newest first; `before` is the id of a user",
  audience: "admin",
  params: byId,
  query: page,
  reply: z.array(invitationUse),
  refusals: ["id_invalid", "not_found", "page_invalid"],
});

import { MIN_WITHDRAWAL } from "@veritick/domain/product.ts";
import * as z from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import { byId, formAmount, hasNoNul, instant, uuid, wellFormed } from "../values.ts";
import { currentUser } from "./auth.ts";
import { waiver } from "./closing.ts";
import { passkeyAssertion, passkeyBytes } from "./passkey-assertion.ts";

/** A passkey of the account, with the name that its owner gave it. */
export const passkey = z.object({
  id: uuid,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
});
export type Passkey = z.infer<typeof passkey>;

/** The options for the browser's `navigator.credentials`, as WebAuthn writes them in JSON. */
const options = z.looseObject({ challenge: z.string() });

export const beginPasskeySignIn = endpoint("beginPasskeySignIn", {
  summary: "Get a challenge for signing in with a passkey, or for the second step of a sign-in",
  audience: "public",
  reply: options,
});

export const passkeySignIn = endpoint("passkeySignIn", {
  summary: "Sign in with a passkey, without a password",
  audience: "public",
  proves: true,
  body: z.strictObject({ passkey: passkeyAssertion }),
  secrets: ["passkey"],
  reply: currentUser,
  refusals: ["passkey_wrong", "too_many_logins"],
});

export const listPasskeys = endpoint("listPasskeys", {
  summary: "List the passkeys of the account, the newest first",
  audience: "user",
  reply: z.array(passkey),
});

/** A sign-in does not count as a proof here: otherwise a thief of a fresh session could add a passkey of their own. */
export const beginPasskey = endpoint("beginPasskey", {
  summary: "Get the options with which the browser creates a passkey",
  audience: "user",
  stepUp: "after the sign-in",
  reply: options,
  refusals: ["too_many_passkeys"],
});

const name = z
  .string({ error: "passkey_name_invalid" })
  .check(
    wellFormed(),
    z.trim(),
    z.minLength(1, "passkey_name_invalid"),
    z.maxLength(50, "passkey_name_invalid"),
    z.refine(hasNoNul, "passkey_name_invalid"),
  );

export const addPasskey = endpoint("addPasskey", {
  summary:
    "Add the passkey that the browser created; withdrawals are on hold afterwards. The first second factor comes with recovery codes, which are shown once",
  audience: "user",
  stepUp: "after the sign-in",
  body: z.strictObject({
    name,
    passkey: z.object(
      {
        id: passkeyBytes,
        rawId: passkeyBytes,
        type: z.literal("public-key"),
        response: z.object({
          clientDataJSON: passkeyBytes,
          attestationObject: passkeyBytes,
          transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
        }),
      },
      "passkey_wrong",
    ),
  }),
  secrets: ["passkey"],
  reply: z.object({ passkey, recoveryCodes: z.nullable(z.array(z.string())) }),
  status: 201,
  refusals: ["passkey_name_invalid", "passkey_wrong", "passkey_taken", "too_many_passkeys"],
});

/** Needs a proof as removing does: if a thief renamed one, the owner would remove the wrong one. */
export const renamePasskey = endpoint("renamePasskey", {
  summary: "Give a passkey another name",
  audience: "user",
  stepUp: "always",
  params: byId,
  body: z.strictObject({ name }),
  reply: passkey,
  refusals: ["id_invalid", "not_found", "passkey_name_invalid"],
});

export const removePasskey = endpoint("removePasskey", {
  summary: "Remove a passkey. The only second factor of an account cannot be removed",
  audience: "user",
  stepUp: "always",
  params: byId,
  reply: done,
  refusals: ["id_invalid", "not_found", "last_factor"],
});

/**
 * A challenge is valid for one purpose: another proof of identity, one withdrawal, or closing the account with one balance.
 */
export const askPasskey = endpoint("askPasskey", {
  summary: "Get a challenge for one of your passkeys, to re-authenticate, withdraw or close your account",
  audience: "user",
  body: z.strictObject({
    withdrawal: z.optional(
      z.object({
        amount: formAmount("withdrawal_minimum", MIN_WITHDRAWAL, "balance_insufficient"),
        address: z.string({ error: "address_invalid" }).check(z.maxLength(200, "address_invalid")),
      }),
    ),
    closing: z.optional(waiver),
  }),
  reply: options,
  refusals: [
    "withdrawal_minimum",
    "amount_decimals",
    "balance_insufficient",
    "address_invalid",
    "closing_amount_invalid",
    "no_passkey",
  ],
});

import * as z from "zod/mini";

/** Bytes in base64url, as WebAuthn writes them in JSON. */
export const passkeyBytes = z
  .string({ error: "passkey_wrong" })
  .check(z.regex(/^[\w-]{1,20000}$/, "passkey_wrong"));

/** A browser's answer with a passkey to a challenge of ours. It proves possession, and a PIN or fingerprint besides. */
export const passkeyAssertion = z.object(
  {
    id: passkeyBytes,
    rawId: passkeyBytes,
    type: z.literal("public-key", "passkey_wrong"),
    response: z.object(
      {
        clientDataJSON: passkeyBytes,
        authenticatorData: passkeyBytes,
        signature: passkeyBytes,
        userHandle: z.optional(passkeyBytes),
      },
      "passkey_wrong",
    ),
  },
  "passkey_wrong",
);
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

type Options = { challenge: string };

/** A device with one passkey, as a browser uses it. */
export type Authenticator = {
  readonly id: string;
  create(options: Options): object;
  answer(options: Options, changes?: { origin?: string; verified?: boolean; uses?: number }): object;
};

const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest();

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_KEY = 64;

/** Written from the WebAuthn specification, without the server's library. */
export function softwareAuthenticator(siteUrl: string): Authenticator {
  // Passkeys belong to a host name, but a test server listens on an IP address.
  const site = new URL(siteUrl.replace("127.0.0.1", "localhost"));
  const credentialId = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  const key = createPrivateKey(privateKey.export({ format: "pem", type: "pkcs8" }));
  let count = 0;

  const clientData = (type: string, { challenge }: Options, origin = site.origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  function head(flags: number, uses: number): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags, 0);
    rest.writeUInt32BE(uses, 1);
    return Buffer.concat([sha256(site.hostname), rest]);
  }

  return {
    id: encoded(credentialId),
    create(options) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      // A COSE map: EC2, ES256, P-256, x, y.
      const coseKey = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x!, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y!, "base64url"),
      ]);
      const authData = Buffer.concat([
        head(USER_PRESENT | USER_VERIFIED | HAS_KEY, 0),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey,
      ]);
      // {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
        Buffer.from([0x58, authData.length]),
        authData,
      ]);
      return {
        id: encoded(credentialId),
        rawId: encoded(credentialId),
        type: "public-key",
        response: {
          clientDataJSON: encoded(clientData("webauthn.create", options)),
          attestationObject: encoded(attestation),
        },
      };
    },
    answer(options, { origin, verified = true, uses = (count += 1) } = {}) {
      const data = clientData("webauthn.get", options, origin);
      const authData = head(USER_PRESENT | (verified ? USER_VERIFIED : 0), uses);
      return {
        id: encoded(credentialId),
        rawId: encoded(credentialId),
        type: "public-key",
        response: {
          clientDataJSON: encoded(data),
          authenticatorData: encoded(authData),
          signature: encoded(sign("sha256", Buffer.concat([authData, sha256(data)]), key)),
        },
      };
    },
  };
}

/** Marks every session of the client's account as having proved its identity just now. */
export async function confirmIdentity(
  { database, clock }: Pick<TestApp, "database" | "clock">,
  client: TestClient,
): Promise<void> {
  const { id } = (await client.get<{ id: string }>("/api/auth/me")).body;
  await database.query("update sessions set proved_at = $2 where user_id = $1 and replaced_by is null", [
    id,
    new Date(clock.nowMs()),
  ]);
}

/** Adds a passkey to the account of the client, who has just proved their identity. */
export async function addPasskey(
  app: Pick<TestApp, "url" | "database" | "clock">,
  client: TestClient,
  name = "Telephone",
  headers: Record<string, string> = {},
): Promise<Authenticator & { passkeyId: string; recoveryCodes: string[] | null }> {
  const device = softwareAuthenticator(app.url);
  await confirmIdentity(app, client);
  const begun = await client.post<Options>("/api/profile/passkeys/begin", {});
  if (begun.status !== 200) throw new Error(`the passkey was refused: ${JSON.stringify(begun.body)}`);
  const passkeyBody = { name, passkey: device.create(begun.body) };
  const added = await client.post("/api/profile/passkeys", passkeyBody, headers);
  if (added.status !== 201) throw new Error(`the passkey was refused: ${JSON.stringify(added.body)}`);
  const { passkey, recoveryCodes } = added.body as {
    passkey: { id: string };
    recoveryCodes: string[] | null;
  };
  return { ...device, passkeyId: passkey.id, recoveryCodes };
}

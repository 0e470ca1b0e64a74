import { randomBytes } from "node:crypto";
import { VendorError } from "./vendor-http.ts";
import type { Answer, Call } from "./vendor-http.ts";

export type FakeSecrets = {
  apiKey: string;
  ipnSecret: string;
  email: string;
  password: string;
  totpSecret: string;
};

const TOKEN_LIFE_MS = 300_000;

/** The vendor's checks of key and token. */
export type VendorAuth = {
  requireKey(call: Call): void;
  requireKeyAndToken(call: Call): void;
  signIn(call: Call): Answer;
  expireTokens(): void;
};

export function vendorAuth(secrets: FakeSecrets, nowMs: () => number): VendorAuth {
  const tokens = new Map<string, number>();

  function requireKey({ headers }: Call): void {
    if (headers["x-api-key"] !== secrets.apiKey) {
      throw new VendorError(403, "INVALID_API_KEY", "Invalid api key");
    }
  }

  return {
    requireKey,
    requireKeyAndToken(call) {
      requireKey(call);
      const token = /^Bearer (.+)$/.exec(call.headers.authorization ?? "")?.[1] ?? "";
      if (!((tokens.get(token) ?? 0) > nowMs())) {
        throw new VendorError(401, "AUTH_REQUIRED", "Bearer JWTtoken is required");
      }
    },
    signIn(call) {
      const { email, password } = JSON.parse(call.body) as { email?: unknown; password?: unknown };
      if (email !== secrets.email || password !== secrets.password) {
        throw new VendorError(401, "AUTH_REQUIRED", "Invalid credentials");
      }
      const token = `fake-token.${randomBytes(24).toString("base64url")}`;
      tokens.set(token, nowMs() + TOKEN_LIFE_MS);
      return { status: 200, body: { token } };
    },
    expireTokens: () => tokens.clear(),
  };
}

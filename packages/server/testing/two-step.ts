import { Secret, TOTP } from "otpauth";
import type { MovableClock } from "./movable-clock.ts";
import type { TestClient } from "./test-client.ts";

export type TwoStep = {
  /** The secret of the authenticator app. */
  secret: string;
  recoveryCodes: string[];
  /** Returns the code of the current 30 seconds, or of so many steps later. */
  code(steps?: number): string;
  /** Lets 30 seconds pass and returns an unused code. */
  nextCode(): string;
  /** Returns six digits that are no code of these minutes. */
  wrongCode(): string;
};

export const totpCode = (secret: string, timeMs: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: timeMs });

/** Switches two-step sign-in on, as a person with an authenticator app does. */
export async function enableTwoStep(
  app: { clock: MovableClock },
  client: TestClient,
  password = "secret-1",
  headers: Record<string, string> = {},
): Promise<TwoStep> {
  const begun = await client.post<{ secret: string }>("/api/profile/two-step/begin", { password });
  if (begun.status !== 200) throw new Error(`the set-up answered ${begun.status}`);
  const { secret } = begun.body;
  const code = (steps = 0) => totpCode(secret, app.clock.nowMs() + steps * 30_000);
  const confirmed = await client.post<{ recoveryCodes: string[] }>(
    "/api/profile/two-step/confirm",
    { code: code() },
    headers,
  );
  if (confirmed.status !== 200) throw new Error(`the confirmation answered ${confirmed.status}`);
  return {
    secret,
    recoveryCodes: confirmed.body.recoveryCodes,
    code,
    nextCode() {
      app.clock.jump(30);
      return code();
    },
    wrongCode: () => wrongCode(secret, app.clock.nowMs()),
  };
}

/** Returns six digits that this secret does not give from a minute ago until half an hour from now. */
export function wrongCode(secret: string, nowMs: number): string {
  const right = new Set(
    Array.from({ length: 63 }, (_, step) => totpCode(secret, nowMs + (step - 2) * 30_000)),
  );
  let guess = 0;
  while (right.has(String(guess).padStart(6, "0"))) guess += 1;
  return String(guess).padStart(6, "0");
}

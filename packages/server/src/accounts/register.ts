import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import { countAttempt } from "../platform/db/attempts.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction, violatedConstraint } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { AccountContext } from "./context.ts";
import { hashPassword } from "./passwords.ts";
import { insertUser, toCurrentUser } from "./users.ts";
import type { Visitor } from "./visitor.ts";

const HOUR = 3600;

export type SignedIn = { user: CurrentUser; token: string };

export async function register(
  context: AccountContext,
  input: { email: string; password: string },
  visitor: Visitor,
): Promise<SignedIn | Refused> {
  const { database, clock, sessions, limits } = context;
  const now = dateOf(clock);
  const attempt = await countAttempt(
    database,
    `register/${visitor.address}`,
    limits.registrationsPerHour,
    HOUR,
    now,
  );
  if (!attempt.allowed) return refuse("too_many_registrations", attempt);
  const password = await hashPassword(input.password);
  try {
    return await transaction(database, async (connection) => {
      const row = await insertUser(connection, {
        id: newId(clock.nowMs()),
        email: input.email,
        password,
        isAdmin: false,
        createdAt: now,
      });
      const session = await sessions.open(connection, row, visitor);
      return { user: toCurrentUser(row), token: session!.token };
    });
  } catch (error) {
    if (violatedConstraint(error) === "users_email_taken") return refuse("email_taken", { field: "email" });
    throw error;
  }
}

import { PASSWORD_MIN } from "@veritick/contract/schemas/auth.ts";
import { dictionary } from "@zxcvbn-ts/language-common";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";

const MOST_COMMON = 3_000;
const PRODUCT = "veritick";

/** The most common passwords that are long enough, the most common first in the source. */
const common: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter(({ length }) => length >= PASSWORD_MIN).slice(0, MOST_COMMON),
);

/**
 * Refuses what anybody would try first: a common password, the account's e-mail or the product's name, in whatever case.
 * Whoever has such a password already keeps it until they change it.
 */
export function refuseGuessable(
  password: string,
  email: string,
  field: "password" | "newPassword",
): Refused | undefined {
  const plain = password.trim().toLowerCase();
  const isGuessable = common.has(plain) || plain === email.toLowerCase() || plain === PRODUCT;
  return isGuessable ? refuse("password_guessable", { field }) : undefined;
}

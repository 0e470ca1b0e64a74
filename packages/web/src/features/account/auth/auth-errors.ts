export type AuthMode = "login" | "register";
export type AuthField = "email" | "password" | "confirm";
export type AuthValues = Record<AuthField, string>;
export type AuthErrors = Partial<Record<AuthField, string>>;

export const EMPTY_AUTH: AuthValues = { email: "", password: "", confirm: "" };

type EmailWords = { readonly emailInvalid: string };
type PasswordWords = { readonly passwordTooShort: string; readonly mismatch: string };

const PASSWORD_MIN = 6;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is wrong with an e-mail, if anything. The server has the last word; this spares the way. */
export function emailError(email: string, words: EmailWords): string | undefined {
  return EMAIL.test(email.trim()) ? undefined : words.emailInvalid;
}

/** What is wrong with the form, in the order of its fields. */
export function authErrors(
  mode: AuthMode,
  values: AuthValues,
  words: EmailWords & PasswordWords,
): AuthErrors {
  const errors: AuthErrors = {};
  const email = emailError(values.email, words);
  if (email !== undefined) errors.email = email;
  return { ...errors, ...passwordErrors(values, words, mode === "register") };
}

/** What is wrong with a password, and where it is asked for twice, with the second one. */
export function passwordErrors(
  { password, confirm }: Pick<AuthValues, "password" | "confirm">,
  words: PasswordWords,
  isConfirmed = true,
): AuthErrors {
  const errors: AuthErrors = {};
  if (password.length < PASSWORD_MIN) errors.password = words.passwordTooShort;
  if (isConfirmed && confirm !== password) errors.confirm = words.mismatch;
  return errors;
}

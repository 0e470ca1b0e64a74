export type AuthMode = "login" | "register";
export type AuthField = "email" | "password" | "confirm";
export type AuthValues = Record<AuthField, string>;
export type AuthErrors = Partial<Record<AuthField, string>>;

type AuthWords = {
  readonly emailInvalid: string;
  readonly passwordTooShort: string;
  readonly mismatch: string;
};

const PASSWORD_MIN = 6;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is wrong with the form, in the order of its fields. The server has the last word; this spares the way. */
export function authErrors(mode: AuthMode, values: AuthValues, words: AuthWords): AuthErrors {
  const errors: AuthErrors = {};
  if (!EMAIL.test(values.email.trim())) errors.email = words.emailInvalid;
  if (values.password.length < PASSWORD_MIN) errors.password = words.passwordTooShort;
  if (mode === "register" && values.confirm !== values.password) errors.confirm = words.mismatch;
  return errors;
}

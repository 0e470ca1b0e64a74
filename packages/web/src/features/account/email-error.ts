export type EmailWords = { readonly emailInvalid: string };

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Finds an obvious fault of an e-mail before it is sent. The server decides. */
export function emailError(email: string, words: EmailWords): string | undefined {
  return EMAIL.test(email.trim()) ? undefined : words.emailInvalid;
}

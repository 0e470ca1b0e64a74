import { EMAIL, hasForeignLocalPart, plainEmail } from "@veritick/domain/emails.ts";

export type EmailWords = { readonly emailInvalid: string; readonly emailLocalPart: string };

/** Finds the fault of a typed e-mail before it is sent. */
export function emailError(typed: string, words: EmailWords): string | undefined {
  const email = plainEmail(typed);
  if (EMAIL.test(email)) return undefined;
  return hasForeignLocalPart(email) ? words.emailLocalPart : words.emailInvalid;
}

/**
 * Readers of what people type or paste, one for each kind of value: amounts in `typed-amounts.ts`, addresses in
 * `addresses.ts`, e-mails in `emails.ts`, the others here. A `plain...` function returns the value as calls take it, and
 * text that is no such value without its blanks, for a check to refuse.
 */

/** Characters that nobody sees and that a copy brings along: joiners, marks of direction, soft hyphens, byte order marks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const BLANKS = /[\s\p{Z}\u0085]/gu;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
const DIGITS_OF_OTHER_SCRIPTS = /[^\P{Nd}0-9]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;

const isDigit = (point: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(point));

/** Unicode keeps the digits of a script together, from zero to nine; some such rows follow each other. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0)!;
  let first = point;
  while (isDigit(first - 1)) first -= 1;
  return String((point - first) % 10);
}

/** Removes invisible characters and blanks, and writes full-width characters in ASCII. */
export const compact = (typed: string): string =>
  visible(typed)
    .replace(BLANKS, "")
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET));

/** Removes invisible characters. */
export const visible = (typed: string): string => typed.replace(INVISIBLE, "");

/** Does as `compact` does, and writes the digits of all scripts in ASCII. */
export const compactDigits = (typed: string): string =>
  compact(typed).replace(DIGITS_OF_OTHER_SCRIPTS, asciiDigit);

/** Returns a withdrawal code, five ASCII digits, or undefined. */
export function readWithdrawalCode(typed: string): string | undefined {
  const code = compactDigits(typed);
  return /^[0-9]{5}$/.test(code) ? code : undefined;
}

/** Returns a code of letters and digits without dashes and capitals. */
export const plainCode = (typed: string): string => compactDigits(typed).replace(DASHES, "").toLowerCase();

/** Returns the six digits of an authenticator app, or undefined. */
export function readAppCode(typed: string): string | undefined {
  const code = plainCode(typed);
  return /^[0-9]{6}$/.test(code) ? code : undefined;
}

/** Returns a recovery code, or undefined. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = plainCode(typed);
  return /^[a-z2-7]{16}$/.test(code) ? code : undefined;
}

/** Returns a code of the second step, of an app or for recovery, or undefined. */
export const readTwoStepCode = (typed: string): string | undefined =>
  readAppCode(typed) ?? readRecoveryCode(typed);

/**
 * Returns the code of an invitation, or of its link, in Crockford's alphabet, in which letters that look like 0 and 1 mean
 * these.
 */
export const plainInvitation = (typed: string): string =>
  plainCode(typed.replace(/^.*[#=]/s, ""))
    .toUpperCase()
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");

/** Returns the id of a TRON transaction, 64 hexadecimal digits in lower case, or undefined. */
export function readTransactionId(typed: string): string | undefined {
  const id = compact(typed).toLowerCase().replace(/^0x/, "");
  return /^[0-9a-f]{64}$/.test(id) ? id : undefined;
}

/**
 * Returns a password in the form that is hashed and compared: OpaqueString of RFC 8265, section 4.2. Blanks other than
 * U+0020 become that one, and letters are composed. Nothing else is changed, as everything else is part of a password.
 */
export const normalizePassword = (password: string): string =>
  password.replace(/\p{Zs}/gu, " ").normalize("NFC");

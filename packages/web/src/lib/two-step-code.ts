/** Spaces, dashes and capitals are how people write a code, not part of it. */
const plain = (typed: string) => typed.replace(/[\s-]/g, "").toLowerCase();

/** Six digits of an authenticator app. */
export const isAppCode = (typed: string): boolean => /^\d{6}$/.test(plain(typed));

/** Six digits, or a recovery code. */
export const isTwoStepCode = (typed: string): boolean =>
  isAppCode(typed) || /^[a-z2-7]{10}$/.test(plain(typed));

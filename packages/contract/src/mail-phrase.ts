export const MAIL_PHRASE_LENGTHS = [3, 40] as const;

/**
 * Returns true for a phrase that mails may show: letters in one line, without digits and signs. Somebody else at the owner's
 * session can thus put no web address and no telephone number into our mails.
 */
export const isMailPhrase = (phrase: string): boolean =>
  phrase.length >= MAIL_PHRASE_LENGTHS[0] &&
  phrase.length <= MAIL_PHRASE_LENGTHS[1] &&
  /^[\p{L}\p{M} '’,-]*$/u.test(phrase);

import { compact } from "./typed-text.ts";

/** WHATWG's parser of addresses is the same in Node and browsers, and pure. */
declare const URL: {
  canParse(address: string): boolean;
  new (address: string): { readonly hostname: string };
};

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";

/**
 * HTML's own pattern of an e-mail address (https://html.spec.whatwg.org/#valid-e-mail-address) in lower case, with the
 * lengths of RFC 5321. The domain has a point, and does not end in a number as IPv4 addresses do.
 */
export const EMAIL = new RegExp(
  `^(?=.{1,254}$)[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`,
);

/** Returns true if a plain e-mail address has other letters than those of ASCII before its @. Few servers deliver to such. */
export const hasForeignLocalPart = (plain: string): boolean =>
  /[^\p{ASCII}]/u.test(plain.slice(0, Math.max(0, plain.lastIndexOf("@"))));

/** Returns a domain in ASCII. One with other letters than ASCII is converted as browsers do: `exämple.fr` is `xn--exmple-cua.fr`. */
function asciiDomain(domain: string): string {
  // Characters that separate the parts of an address would change its host.
  if (!/[^\p{ASCII}]/u.test(domain) || /[^\P{ASCII}a-z0-9.-]/iu.test(domain)) return domain;
  const address = `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : domain;
}

/**
 * Returns an e-mail address as it is kept and compared: in lower case, with its domain in ASCII. Text that is no address is
 * returned without blanks.
 */
export function plainEmail(typed: string): string {
  const text = compact(typed).replace(/^mailto:/i, "");
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at + 1);
  // The lower case of some letters is in ASCII, and an address with such a letter is another one.
  if (/[^\p{ASCII}]/u.test(local)) return text;
  return local.toLowerCase() + asciiDomain(text.slice(at + 1)).toLowerCase();
}

import type { Language } from "@veritick/contract/errors.ts";
import type { Queryable } from "../platform/db/database.ts";
import { INSTALLATION_NAME } from "../platform/db/kept-values.ts";

/** The text of a mail. A subject names no address, amount or balance, because locked screens show it. */
export type Text = { subject: string; text: string };

/** Returns a part of a text that leads to support, or nothing where people cannot reach any. */
export type ToSupport = (part: string) => string;

/** A mail as its writer leaves it: without greeting and sign-off. */
export type WrittenMail = Text & {
  to: string;
  language: Language;
};

type Frame = {
  /** The words of the recipient's own by which they recognise our mails; null for none. */
  phrase: string | null;
  /** The operator's name for this installation; null for none. */
  name: string | null;
  /** The addresses at which people reach support. */
  support: readonly string[];
};

/** Completes a mail. The phrase is that of the account with this confirmed address, so that it reaches no other mailbox. */
export async function layOutMail(
  database: Queryable,
  mail: WrittenMail,
  support: readonly string[],
): Promise<{ text: string; html: string }> {
  const { rows } = await database.query<Pick<Frame, "phrase" | "name">>({
    name: "find_mail_frame",
    text: `select (select mail_phrase from users where email = $1 and email_confirmed_at is not null) as phrase,
                  (select value from kept_values where name = $2) as name`,
    values: [mail.to, INSTALLATION_NAME],
  });
  return frameMail(mail, { ...rows[0]!, support });
}

/** Puts a mail's text between greeting and sign-off, as plain text and as HTML. */
export function frameMail(
  { subject, text, language }: Omit<WrittenMail, "to">,
  { phrase, name, support }: Frame,
): { text: string; html: string } {
  const words = WORDS[language];
  const first = phrase === null ? undefined : words.phrase(phrase);
  const body = [words.greeting, ...text.trim().split(/\n{2,}/)];
  const last = [name ?? "Veritick", ...(support.length === 0 ? [] : [words.support(support.join(", "))])];
  const paragraphs = [...(first === undefined ? [] : [first]), ...body, last.join("\n")];
  return {
    text: `${paragraphs.join("\n\n")}\n`,
    html: toHtml(language, subject, { first, body, last: last.join("\n") }),
  };
}

const WORDS = {
  en: {
    phrase: (phrase: string) => `Your anti-phishing phrase: ${phrase}`,
    greeting: "Hello,",
    support: (addresses: string) => `Support: ${addresses}`,
  },
  fr: {
    phrase: (phrase: string) => `Votre phrase anti-hameçonnage : ${phrase}`,
    greeting: "Bonjour,",
    support: (addresses: string) => `Assistance : ${addresses}`,
  },
} as const satisfies Record<Language, unknown>;

/**
 * Returns the paragraphs as HTML that loads nothing and follows the mail program's light or dark look. It sets no colour but
 * one of lines that is visible in both.
 */
function toHtml(
  language: Language,
  subject: string,
  { first, body, last }: { first: string | undefined; body: readonly string[]; last: string },
): string {
  const line = "1px solid #808080";
  return `<!doctype html>
<html lang="${language}" style="color-scheme: light dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin: 0; padding: 24px 16px; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere">
<div style="max-width: 36em; margin: 0 auto">
${first === undefined ? "" : `${paragraph(first, ` style="margin: 0; padding: 8px 12px; border: ${line}; border-radius: 6px"`)}\n`}${body.map((text) => paragraph(text)).join("\n")}
${paragraph(last, ` style="margin: 24px 0 0; padding-top: 16px; border-top: ${line}"`)}
</div>
</body>
</html>
`;
}

const paragraph = (text: string, attributes = ""): string =>
  `<p${attributes}>${text.split("\n").map(linkAddresses).join("<br>\n")}</p>`;

/** A web address, without the punctuation that follows it, or an e-mail address. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])|[^\s<>"(),;:]+@[^\s<>"(),;:]+\.\w+/g;

function linkAddresses(text: string): string {
  let html = "";
  let end = 0;
  for (const { 0: found, 1: web, index } of text.matchAll(ADDRESS)) {
    const shown = escapeHtml(found);
    html += `${escapeHtml(text.slice(end, index))}<a href="${web === undefined ? "mailto:" : ""}${shown}">${shown}</a>`;
    end = index + found.length;
  }
  return html + escapeHtml(text.slice(end));
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

import type { Language } from "@veritick/contract/errors.ts";
import type { Queryable } from "../platform/db/database.ts";
import { INSTALLATION_NAME } from "../platform/db/kept-values.ts";

/** The text of a mail. A subject names no address, amount or balance, because locked screens show it. */
export type Text = { subject: string; text: string };

/** What the words of a mail depend on, besides its subject. */
export type MailFacts = {
  /** The operator's name for this installation, or the product's. */
  name: string;
  /** The recipient's time zone; undefined if it is not known. */
  zone: string | undefined;
  /** Returns a part of a text that leads to support, or nothing where people cannot reach any. */
  toSupport(part: string): string;
};

/** A mail as its writer leaves it: without greeting and sign-off, and without the installation's name in its subject. */
export type WrittenMail = Text & {
  to: string;
  language: Language;
};

type Frame = {
  /** The words of the recipient's own by which they recognise our mails; null for none. */
  phrase: string | null;
  name: string;
  /** The addresses at which people reach support. */
  support: readonly string[];
};

/** Finds the name of the installation and the time zone of a user, in which they set their limits. */
export async function findMailFacts(
  database: Queryable,
  userId: string | undefined,
): Promise<Pick<MailFacts, "name" | "zone">> {
  const { rows } = await database.query<{ name: string | null; zone: string | null }>({
    name: "find_mail_facts",
    text: `select (select value from kept_values where name = $1) as name,
                  (select time_zone from user_limits where user_id = $2) as zone`,
    values: [INSTALLATION_NAME, userId],
  });
  const { name, zone } = rows[0]!;
  return { name: name ?? "Veritick", zone: zone ?? undefined };
}

/** Completes a mail. The phrase is that of the account with this confirmed address, so that it reaches no other mailbox. */
export async function layOutMail(
  database: Queryable,
  mail: WrittenMail,
  frame: Omit<Frame, "phrase">,
): Promise<Text & { html: string }> {
  const { rows } = await database.query<{ phrase: string | null }>({
    name: "find_mail_phrase",
    text: "select (select mail_phrase from users where email = $1 and email_confirmed_at is not null) as phrase",
    values: [mail.to],
  });
  return frameMail(mail, { ...frame, ...rows[0]! });
}

/** Puts a mail's text between greeting and sign-off, as plain text and as HTML, and the name into its subject. */
export function frameMail(
  { subject: about, text, language }: Omit<WrittenMail, "to">,
  { phrase, name, support }: Frame,
): Text & { html: string } {
  const words = WORDS[language];
  const subject = words.subject(name, about);
  const first = phrase === null ? undefined : words.phrase(phrase);
  const body = [words.greeting, ...text.trim().split(/\n{2,}/)];
  const last = [name, ...(support.length === 0 ? [] : [words.support(support.join(", "))])];
  const paragraphs = [...(first === undefined ? [] : [first]), ...body, last.join("\n")];
  return {
    subject,
    text: `${paragraphs.join("\n\n")}\n`,
    html: toHtml(language, subject, { first, body, last: last.join("\n") }),
  };
}

const WORDS = {
  en: {
    subject: (name: string, about: string) => `${name}: ${about}`,
    phrase: (phrase: string) => `Your anti-phishing phrase: ${phrase}`,
    greeting: "Hello,",
    support: (addresses: string) => `Support: ${addresses}`,
  },
  fr: {
    subject: (name: string, about: string) => `${name} : ${about}`,
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

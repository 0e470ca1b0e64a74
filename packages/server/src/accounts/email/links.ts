import type { Language } from "@veritick/contract/errors.ts";
import { dateOf } from "../../platform/clock.ts";
import { sweepTable } from "../../platform/db/claim-due.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { hashToken, mailedTokens } from "../../platform/tokens.ts";
import type { AccountContext, Visitor } from "../context.ts";

/** The links about an account's address, by what they do. */
export type LinkKind = "confirm" | "change" | "undo";

const HOURS: Record<LinkKind, number> = { confirm: 24, change: 24, undo: 72 };
/** The time for which an undone change stops others, from the moment it is undone. */
export const UNDONE_HOURS = 72;

const MAIL_OF = { confirm: "email_confirm", change: "email_change", undo: "email_change_asked" } as const;

const tokenOf = mailedTokens("email-link");

export type LinkContext = Pick<AccountContext, "clock" | "notifier" | "sealing">;

/** Queues a mail with a link about an account's address, and stores the link's hash. Mails must be sent here. */
export async function mailLink(
  context: LinkContext,
  connection: Queryable,
  { kind, userId, email }: { kind: LinkKind; userId: string; email: string },
  { address, language }: Partial<Pick<Visitor, "address" | "language">>,
): Promise<void> {
  const id = await context.notifier.mail(connection, {
    kind: MAIL_OF[kind],
    userId,
    source: address,
    ...(language !== undefined && { language }),
  });
  await connection.query(
    `insert into email_links (token_hash, user_id, kind, email, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $5::timestamptz + make_interval(hours => $6))`,
    [hashToken(tokenOf(context, id)), userId, kind, email, dateOf(context.clock), HOURS[kind]],
  );
}

/** Finds the account of a link that is still valid. */
export async function findLinkUser(
  database: Queryable,
  token: string,
  kinds: readonly LinkKind[],
  now: Date,
): Promise<string | undefined> {
  const { rows } = await database.query<{ user_id: string }>({
    name: "find_email_link",
    text: "select user_id from email_links where token_hash = $1 and kind = any ($2) and expires_at > $3",
    values: [hashToken(token), kinds, now],
  });
  return rows[0]?.user_id;
}

/** Makes the pending change of an account's address void. A new password does so too: a thief may have asked for the change. */
export async function dropPendingChange(connection: Queryable, userId: string): Promise<void> {
  await connection.query("delete from email_links where user_id = $1 and kind = 'change'", [userId]);
}

export async function dropAllLinks(connection: Queryable, userId: string): Promise<void> {
  await connection.query("delete from email_links where user_id = $1", [userId]);
}

/** After a restore: a change that was stopped since the backup must not be possible again. */
export async function dropPendingChanges(connection: Queryable): Promise<void> {
  await connection.query("delete from email_links where kind = 'change'");
}

/** Notes that mail to the account's present address reaches its owner, and drops the links that ask for it. */
export async function markConfirmed(connection: Queryable, userId: string, now: Date): Promise<void> {
  await connection.query(
    "update users set email_confirmed_at = $2 where id = $1 and email_confirmed_at is null",
    [userId, now],
  );
  await connection.query("delete from email_links where user_id = $1 and kind = 'confirm'", [userId]);
}

/** Thrown to roll back a transaction that gave an account an address that is reserved. */
export class EmailReservedError extends Error {
  override readonly name = "EmailReservedError";
}

/**
 * Throws if a former owner may still return to the address. Call it after the write that takes the address: whoever leaves one
 * has stored the reservation before, so that this look finds it even if they leave at the same moment.
 */
export async function assertNotReserved(
  connection: Queryable,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<void> {
  const { rowCount } = await connection.query(
    "select from email_links where kind = 'undo' and email = $1 and user_id <> $2 and expires_at > $3 limit 1",
    [email, id, now],
  );
  if (rowCount !== 0)
    throw new EmailReservedError(`the address of account ${id} is reserved for another one`);
}

export const sweepEmailLinks = (database: Queryable, now: Date): Promise<void> =>
  sweepTable(database, { table: "email_links", key: "token_hash", column: "expires_at" }, now);

/** Writes the mails with these links, if the link is still valid when its mail is sent. */
export function writeEmailLinks(context: AccountContext): void {
  const { database, clock, notifier, siteOrigin } = context;
  for (const kind of ["confirm", "change", "undo"] as const) {
    notifier.writes(MAIL_OF[kind], async ({ id, data }, { name }) => {
      const token = tokenOf(context, id);
      const { rows } = await database.query<{ email: string; language: Language | null }>({
        name: "find_mailed_email_link",
        text: `select l.email, u.language from email_links l join users u on u.id = l.user_id
               where l.token_hash = $1 and l.kind = $2 and l.expires_at > $3`,
        values: [hashToken(token), kind, dateOf(clock)],
      });
      const row = rows[0];
      if (row === undefined) return undefined;
      // Browsers send nothing after the # to any server, so the token is in no log and no Referer header.
      const link = `${siteOrigin()}/auth#${kind === "undo" ? "keep-email" : "confirm"}=${token}`;
      const language = data.language ?? row.language ?? "en";
      const [subject, text] = WORDS[language][kind];
      return { to: row.email, language, subject, text: text(link, name) };
    });
  }
}

type Words = Record<LinkKind, readonly [subject: string, text: (link: string, name: string) => string]>;

const WORDS: Record<Language, Words> = {
  en: {
    confirm: [
      "Confirm your e-mail address",
      (link, name) =>
        `You have opened a ${name} account with this e-mail address.\n\n` +
        `To confirm the address, open this link and press “Confirm the address”. The link works once, within 24 hours:\n\n${link}\n\n` +
        `If this was not you, ignore this e-mail. Do not pass the link on to anyone.\n`,
    ],
    change: [
      "Confirm your new e-mail address",
      (link, name) =>
        `You asked to use this e-mail address for your ${name} account.\n\n` +
        `To use it from now on, open this link and press “Confirm the address”. All devices are then signed out. The link works once, within 24 hours:\n\n${link}\n\n` +
        `If this was not you, ignore this e-mail. Do not pass the link on to anyone.\n`,
    ],
    undo: [
      "Your e-mail address is about to change",
      (link, name) =>
        `You asked to use another e-mail address for your ${name} account. It will change once that address is confirmed.\n\n` +
        `If this was not you, open this link and press “That was not me”. Your account then keeps this address, all devices are signed out and API keys are revoked. The link works for 72 hours, even after the change:\n\n${link}\n\n` +
        `If it was you, do nothing, and do not pass the link on to anyone.\n`,
    ],
  },
  fr: {
    confirm: [
      "Confirmez votre adresse e-mail",
      (link, name) =>
        `Vous avez ouvert un compte ${name} avec cette adresse e-mail.\n\n` +
        `Pour confirmer l’adresse, ouvrez ce lien et appuyez sur « Confirmer l’adresse ». Il fonctionne une seule fois, pendant 24 heures :\n\n${link}\n\n` +
        `Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Ne transmettez ce lien à personne.\n`,
    ],
    change: [
      "Confirmez votre nouvelle adresse e-mail",
      (link, name) =>
        `Vous avez demandé d’utiliser cette adresse e-mail pour votre compte ${name}.\n\n` +
        `Pour l’utiliser désormais, ouvrez ce lien et appuyez sur « Confirmer l’adresse ». Tous les appareils seront alors déconnectés. Le lien fonctionne une seule fois, pendant 24 heures :\n\n${link}\n\n` +
        `Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Ne transmettez ce lien à personne.\n`,
    ],
    undo: [
      "Votre adresse e-mail va changer",
      (link, name) =>
        `Vous avez demandé d’utiliser une autre adresse e-mail pour votre compte ${name}. Elle changera dès que l’autre adresse sera confirmée.\n\n` +
        `Si ce n’était pas vous, ouvrez ce lien et appuyez sur « Ce n’était pas moi ». Votre compte gardera alors cette adresse, tous les appareils seront déconnectés et les clés API seront révoquées. Le lien fonctionne pendant 72 heures, même après le changement :\n\n${link}\n\n` +
        `Si c’était vous, vous n’avez rien à faire ; ne transmettez ce lien à personne.\n`,
    ],
  },
};

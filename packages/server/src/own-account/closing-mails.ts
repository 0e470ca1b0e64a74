import type { Language } from "@veritick/contract/errors.ts";
import type { ClosingRefusal } from "@veritick/domain/closing.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { findRecipient } from "../notifications/public.ts";
import type { ToSupport } from "../notifications/public.ts";
import { hashToken, mailedTokens } from "../platform/tokens.ts";
import { exactly } from "./closing-facts.ts";
import type { ClosingContext } from "./closing-facts.ts";

/** The name of the audit action and of the mail. */
export const OWN_ACCOUNT_CLOSED = "own_account_closed";

export const tokenOf = mailedTokens("closing-link");

/** Writes the mails about scheduled, refused and completed closings. */
export function writeClosingMails(context: ClosingContext): void {
  const { database, notifier, siteOrigin } = context;

  notifier.writes("closing_scheduled", async ({ id, data: { language: asked } }, toSupport) => {
    const token = tokenOf(context, id);
    const { rows } = await database.query<{
      email: string;
      language: Language | null;
      due_at: Date;
      waived: string;
    }>({
      name: "find_told_closing",
      text: `select u.email, u.language, c.due_at, c.waived from scheduled_closings c join users u on u.id = c.user_id
             where c.token_hash = $1`,
      values: [hashToken(token)],
    });
    const row = rows[0];
    if (row === undefined) return undefined;
    // Browsers send nothing after the # to any server, so the token is in no log and no Referer header.
    const link = `${siteOrigin()}/stop-closing#${token}`;
    const language = asked ?? row.language ?? "en";
    const { scheduled } = WORDS[language](toSupport);
    return { to: row.email, language, ...scheduled(row.due_at, exactly(parseMinor(row.waived)), link) };
  });

  notifier.writes("closing_refused", async ({ data: { userId, ref, language: asked } }, toSupport) => {
    const person = await findRecipient(database, userId);
    if (person === undefined) return undefined;
    const language = asked ?? person.language ?? "en";
    const { refused, reasons } = WORDS[language](toSupport);
    const text = refused(reasons[ref as ClosingRefusal], `${siteOrigin()}/profile/close`);
    return { to: person.email, language, ...text };
  });

  // The facts come from the audit log, which outlives the account.
  notifier.writes(OWN_ACCOUNT_CLOSED, async ({ data: { userId, email, language = "en" } }, toSupport) => {
    const { rows } = await database.query<{ at: Date; waived: string }>({
      name: "find_closed_account",
      text: "select created_at as at, after ->> 'waived' as waived from audit_log where subject = $1 and action = $2",
      values: [userId, OWN_ACCOUNT_CLOSED],
    });
    const closed = rows[0];
    if (closed === undefined || email === undefined) return undefined;
    const text = WORDS[language](toSupport).closed(closed.at, exactly(parseMinor(closed.waived)));
    return { to: email, language, ...text };
  });
}

const minutesOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
const isNothing = (amount: string): boolean => amount === "0.00";

/** A subject names no amount, because locked screens show it. */
type Text = { subject: string; text: string };

type Words = {
  scheduled(due: Date, waived: string, link: string): Text;
  refused(reason: string, page: string): Text;
  reasons: Record<ClosingRefusal, string>;
  closed(at: Date, waived: string): Text;
};

const WORDS: Record<Language, (toSupport: ToSupport) => Words> = {
  en: (toSupport) => ({
    scheduled: (due, waived, link) => ({
      subject: "Veritick: Your account is about to be closed",
      text:
        `Somebody, probably you, asked to close your Veritick account. It closes on ${minutesOf(due)}, and the balance of ${waived} USDMS is then given up for good.\n\n` +
        `If this was not you, open this link and stop the closing. You need not sign in, and the link works once:\n\n${link}\n\n` +
        `Whoever asked knows your password or has your passkey. So also set a new password with “Forgot your password?” on the sign-in page${toSupport(", and contact support")}.\n`,
    }),
    refused: (reason, page) => ({
      subject: "Veritick: Account not closed",
      text:
        `Your Veritick account was not closed as scheduled: ${reason}. The closing is cancelled, and nothing was given up.\n\n` +
        `If you still want to close the account, ask again:\n\n${page}\n`,
    }),
    reasons: {
      last_admin: "you are the only administrator",
      closing_takes_two: "two people must first remove your administrator’s rights",
      closing_locked: "an administrator has locked it",
      closing_paused: "you are on a break",
      closing_held: "withdrawals are paused after a change to it",
      closing_open: "a position or payment is still open",
      closing_expected: "a deposit is still expected",
      closing_balance_differs: "its balance has changed",
    },
    closed: (at, waived) => ({
      subject: "Veritick: Account closed",
      text:
        `Your Veritick account was closed on ${minutesOf(at)}, as somebody asked with your password or passkey.\n\n` +
        (isNothing(waived) ? "" : `You gave up the balance of ${waived} USDMS.\n\n`) +
        `You are signed out everywhere, and API keys and passkeys no longer work. Send nothing to an address that you were given for a deposit.\n\n` +
        `The ledger and the audit log keep their entries without your e-mail address.\n\n` +
        `${toSupport("If this was not you, contact support. ")}This is the last e-mail about this account.\n`,
    }),
  }),
  fr: (toSupport) => ({
    scheduled: (due, waived, link) => ({
      subject: "Veritick: Votre compte va être fermé",
      text:
        `Quelqu’un, probablement vous, a demandé de fermer votre compte Veritick. Il sera fermé le ${minutesOf(due)}, et le solde de ${waived.replace(".", ",")} USDMS sera alors définitivement abandonné.\n\n` +
        `Si ce n’était pas vous, ouvrez ce lien et annulez la fermeture. Il n’est pas nécessaire de vous connecter, et le lien fonctionne une seule fois :\n\n${link}\n\n` +
        `La personne qui l’a demandé connaît votre mot de passe ou a votre clé d’accès. Choisissez donc aussi un nouveau mot de passe avec « Mot de passe oublié ? » sur la page de connexion${toSupport(", puis prévenez l’assistance")}.\n`,
    }),
    refused: (reason, page) => ({
      subject: "Veritick: Compte non fermé",
      text:
        `Votre compte Veritick n’a pas été fermé comme prévu : ${reason}. La fermeture est annulée, et votre solde est intact.\n\n` +
        `Si vous souhaitez toujours fermer le compte, demandez-le à nouveau :\n\n${page}\n`,
    }),
    reasons: {
      last_admin: "vous êtes le seul administrateur",
      closing_takes_two: "deux personnes doivent d’abord retirer vos droits d’administrateur",
      closing_locked: "un administrateur l’a bloqué",
      closing_paused: "vous êtes en pause",
      closing_held: "les retraits sont suspendus après une modification du compte",
      closing_open: "une position ou un paiement est encore en cours",
      closing_expected: "un dépôt est encore attendu",
      closing_balance_differs: "son solde a changé",
    },
    closed: (at, waived) => ({
      subject: "Veritick: Compte fermé",
      text:
        `Votre compte Veritick a été fermé le ${minutesOf(at)}, à la demande d’une personne qui a votre mot de passe ou votre clé d’accès.\n\n` +
        (isNothing(waived) ? "" : `Vous avez renoncé au solde de ${waived.replace(".", ",")} USDMS.\n\n`) +
        `Toutes vos sessions ont pris fin, et vos clés API et clés d’accès ne fonctionnent plus. N’envoyez plus rien à une adresse reçue pour un dépôt.\n\n` +
        `Le grand livre et le journal d’audit gardent leurs écritures sans votre adresse e-mail.\n\n` +
        `${toSupport("Si ce n’était pas vous, contactez l’assistance. ")}C’est le dernier e-mail concernant ce compte.\n`,
    }),
  }),
};

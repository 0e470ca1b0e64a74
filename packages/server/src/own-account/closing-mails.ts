import type { Language } from "@veritick/contract/errors.ts";
import { amountIn, momentIn } from "@veritick/contract/local-values.ts";
import type { ClosingRefusal } from "@veritick/domain/closing.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { findRecipient } from "../notifications/public.ts";
import type { MailFacts } from "../notifications/public.ts";
import { hashToken, mailedTokens } from "../platform/tokens.ts";
import { exactly } from "./closing-facts.ts";
import type { ClosingContext } from "./closing-facts.ts";

/** The name of the audit action and of the mail. */
export const OWN_ACCOUNT_CLOSED = "own_account_closed";

export const tokenOf = mailedTokens("closing-link");

/** Writes the mails about scheduled, refused and completed closings. */
export function writeClosingMails(context: ClosingContext): void {
  const { database, notifier, siteOrigin } = context;

  notifier.writes("closing_scheduled", async ({ id, data: { language: asked } }, facts) => {
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
    const { scheduled } = WORDS[language](facts);
    return { to: row.email, language, ...scheduled(row.due_at, exactly(parseMinor(row.waived)), link) };
  });

  notifier.writes("closing_refused", async ({ data: { userId, ref, language: asked } }, facts) => {
    const person = await findRecipient(database, userId);
    if (person === undefined) return undefined;
    const language = asked ?? person.language ?? "en";
    const { refused, reasons } = WORDS[language](facts);
    const text = refused(reasons[ref as ClosingRefusal], `${siteOrigin()}/profile/close`);
    return { to: person.email, language, ...text };
  });

  // The facts come from the audit log, which outlives the account.
  notifier.writes(OWN_ACCOUNT_CLOSED, async ({ data: { userId, email, language = "en" } }, facts) => {
    const { rows } = await database.query<{ at: Date; waived: string }>({
      name: "find_closed_account",
      text: "select created_at as at, after ->> 'waived' as waived from audit_log where subject = $1 and action = $2",
      values: [userId, OWN_ACCOUNT_CLOSED],
    });
    const closed = rows[0];
    if (closed === undefined || email === undefined) return undefined;
    const text = WORDS[language](facts).closed(closed.at, exactly(parseMinor(closed.waived)));
    return { to: email, language, ...text };
  });
}

const isNothing = (amount: string): boolean => amount === "0.00";

/** A subject names no amount, because locked screens show it. */
type Text = { subject: string; text: string };

type Words = {
  scheduled(due: Date, waived: string, link: string): Text;
  refused(reason: string, page: string): Text;
  reasons: Record<ClosingRefusal, string>;
  closed(at: Date, waived: string): Text;
};

const WORDS: Record<Language, (facts: MailFacts) => Words> = {
  en: ({ name, zone, toSupport }) => ({
    scheduled: (due, waived, link) => ({
      subject: "Your account is about to be closed",
      text:
        `You asked to close your ${name} account. It will be closed on ${momentIn("en", due, zone)}. You then give up the balance of ${amountIn("en", waived)} USDMS for good.\n\n` +
        `If this was not you, open this link and stop the closing. You need not sign in, and the link works once:\n\n${link}\n\n` +
        `In that case, the person who asked knows your password or has your passkey. Also set a new password with “Forgot your password?” on the sign-in page${toSupport(", and contact support")}.\n`,
    }),
    refused: (reason, page) => ({
      subject: "Account not closed",
      text:
        `Your ${name} account was not closed as scheduled: ${reason}. The closing is cancelled, and you have not given up your balance.\n\n` +
        `If you still want to close the account, ask again here:\n\n${page}\n`,
    }),
    reasons: {
      last_admin: "you are the only administrator",
      closing_takes_two: "your administrator’s rights must first be removed, with a second approval",
      closing_locked: "an administrator has locked it",
      closing_paused: "you are on a break",
      closing_held: "withdrawals are on hold after a change to the account",
      closing_open: "a position, deposit or withdrawal is still open",
      closing_expected: "a deposit is still awaiting payment",
      closing_balance_differs: "the balance has changed",
    },
    closed: (at, waived) => ({
      subject: "Account closed",
      text:
        `Your ${name} account was closed on ${momentIn("en", at, zone)}, as requested with your password or passkey.\n\n` +
        (isNothing(waived) ? "" : `You gave up the balance of ${amountIn("en", waived)} USDMS.\n\n`) +
        `You are signed out everywhere, and API keys and passkeys no longer work. Do not send anything to an address that you were given for a deposit.\n\n` +
        `The ledger and the audit log keep their entries without your e-mail address.\n\n` +
        `${toSupport("If this was not you, contact support. ")}This is the last e-mail about this account.\n`,
    }),
  }),
  fr: ({ name, zone, toSupport }) => ({
    scheduled: (due, waived, link) => ({
      subject: "Votre compte va être fermé",
      text:
        `Vous avez demandé la fermeture de votre compte ${name}. Il sera fermé le ${momentIn("fr", due, zone)}. Vous renoncerez alors définitivement au solde de ${amountIn("fr", waived)} USDMS.\n\n` +
        `Si ce n’était pas vous, ouvrez ce lien et annulez la fermeture. Il n’est pas nécessaire de vous connecter, et le lien fonctionne une seule fois :\n\n${link}\n\n` +
        `Dans ce cas, l’auteur de la demande connaît votre mot de passe ou a votre clé d’accès. Choisissez aussi un nouveau mot de passe avec « Mot de passe oublié ? » sur la page de connexion${toSupport(", puis contactez l’assistance")}.\n`,
    }),
    refused: (reason, page) => ({
      subject: "Compte non fermé",
      text:
        `Votre compte ${name} n’a pas été fermé comme prévu : ${reason}. La fermeture est annulée, et vous n’avez pas renoncé à votre solde.\n\n` +
        `Si vous souhaitez toujours fermer le compte, renouvelez votre demande ici :\n\n${page}\n`,
    }),
    reasons: {
      last_admin: "vous êtes le seul administrateur",
      closing_takes_two:
        "vos droits d’administrateur doivent d’abord être retirés, avec une double validation",
      closing_locked: "un administrateur l’a bloqué",
      closing_paused: "vous êtes en pause",
      closing_held: "les retraits sont temporairement suspendus après une modification du compte",
      closing_open: "une position, un dépôt ou un retrait est encore en cours",
      closing_expected: "un dépôt est encore en attente de paiement",
      closing_balance_differs: "le solde a changé",
    },
    closed: (at, waived) => ({
      subject: "Compte fermé",
      text:
        `Votre compte ${name} a été fermé le ${momentIn("fr", at, zone)}, sur une demande faite avec votre mot de passe ou votre clé d’accès.\n\n` +
        (isNothing(waived) ? "" : `Vous avez renoncé au solde de ${amountIn("fr", waived)} USDMS.\n\n`) +
        `Toutes vos sessions ont pris fin, et vos clés API et clés d’accès ne fonctionnent plus. N’envoyez plus rien à une adresse reçue pour un dépôt.\n\n` +
        `Le grand livre et le journal d’audit gardent leurs écritures sans votre adresse e-mail.\n\n` +
        `${toSupport("Si ce n’était pas vous, contactez l’assistance. ")}C’est le dernier e-mail concernant ce compte.\n`,
    }),
  }),
};

import { describeAgent } from "@veritick/contract/describe-agent.ts";
import type { Language } from "@veritick/contract/errors.ts";
import { momentIn } from "@veritick/contract/local-values.ts";
import { counted } from "@veritick/contract/plural.ts";
import type { MailFacts, Text } from "./mail-layout.ts";
import { MONEY_MAIL_WORDS } from "./money-mail-words.ts";
import type { MoneyWords } from "./money-mail-words.ts";

/** The changes that are mailed to the owner, because a thief of a session may have made them. */
export const MAILED_CHANGES = [
  "password_changed",
  "password_reset",
  "withdrawal_code_created",
  "withdrawal_code_reset",
  "withdrawal_address_saved",
  "saved_addresses_only_disabled",
  "mail_phrase_changed",
  "passkey_added",
  "passkey_removed",
  "api_key_created",
  "data_exported",
  "two_step_enabled",
  "two_step_disabled",
] as const;
export type MailedChange = (typeof MAILED_CHANGES)[number];

export type SignIn = { at: Date; address: string | null; userAgent: string | null };

type Words = MoneyWords & {
  change(change: MailedChange, holdHours: number, profile: string): Text;
  signIn(signIn: SignIn, profile: string): Text;
  longBreak(until: Date, profile: string): Text;
  /** The beginning of the last mail of its kind until a time. */
  last(most: number, until: Date): string;
};

const CHANGES_EN: Record<MailedChange, readonly [subject: string, news: string]> = {
  password_changed: ["Password changed", "Your password has just been changed."],
  password_reset: ["Password reset", "Your password has just been reset."],
  withdrawal_code_created: ["Withdrawal code created", "Your withdrawal code has just been created."],
  withdrawal_code_reset: [
    "Withdrawal code reset",
    "At your request, support has just reset your withdrawal code. Create a new one in the profile.",
  ],
  withdrawal_address_saved: ["Withdrawal address saved", "A withdrawal address has just been saved."],
  saved_addresses_only_disabled: [
    "Withdrawals to any address allowed",
    "“Withdraw only to saved addresses” has just been switched off.",
  ],
  mail_phrase_changed: [
    "Anti-phishing phrase changed",
    "The anti-phishing phrase of your e-mails has just been changed.",
  ],
  passkey_added: ["Passkey added", "A passkey has just been added."],
  passkey_removed: ["Passkey removed", "A passkey has just been removed."],
  api_key_created: ["API key created", "An API key has just been created."],
  data_exported: ["Data downloaded", "Your data has just been downloaded."],
  two_step_enabled: ["Two-step sign-in switched on", "Two-step sign-in has just been switched on."],
  two_step_disabled: ["Two-step sign-in switched off", "Two-step sign-in has just been switched off."],
};

const CHANGES_FR: Record<MailedChange, readonly [subject: string, news: string]> = {
  password_changed: ["Mot de passe modifié", "Votre mot de passe vient d’être modifié."],
  password_reset: ["Mot de passe réinitialisé", "Votre mot de passe vient d’être réinitialisé."],
  withdrawal_code_created: ["Code de retrait créé", "Votre code de retrait vient d’être créé."],
  withdrawal_code_reset: [
    "Code de retrait réinitialisé",
    "À votre demande, l’assistance vient de réinitialiser votre code de retrait. Créez-en un nouveau dans le profil.",
  ],
  withdrawal_address_saved: [
    "Adresse de retrait enregistrée",
    "Une adresse de retrait vient d’être enregistrée.",
  ],
  saved_addresses_only_disabled: [
    "Retraits autorisés vers toute adresse",
    "« Retirer uniquement vers les adresses enregistrées » vient d’être désactivé.",
  ],
  mail_phrase_changed: [
    "Phrase anti-hameçonnage modifiée",
    "La phrase anti-hameçonnage de vos e-mails vient d’être modifiée.",
  ],
  passkey_added: ["Clé d’accès ajoutée", "Une clé d’accès vient d’être ajoutée."],
  passkey_removed: ["Clé d’accès supprimée", "Une clé d’accès vient d’être supprimée."],
  api_key_created: ["Clé API créée", "Une clé API vient d’être créée."],
  data_exported: ["Données téléchargées", "Vos données viennent d’être téléchargées."],
  two_step_enabled: ["Double authentification activée", "La double authentification vient d’être activée."],
  two_step_disabled: [
    "Double authentification désactivée",
    "La double authentification vient d’être désactivée.",
  ],
};

type Advice = Partial<Record<MailedChange, string>>;

/** Further advice by change. A new password revokes API keys, but no passkeys, saved addresses or authenticator app. */
const ADVICE: Record<Language, (toSupport: MailFacts["toSupport"]) => Advice> = {
  en: (toSupport) => ({
    passkey_added:
      "\nA passkey signs in without a password, and a new password does not remove it. Sign in, then remove the passkey in the profile." +
      toSupport(
        " If signing in asks for a passkey that is not yours, contact support. They will verify your identity and remove it.",
      ) +
      "\n",
    withdrawal_address_saved: "\nAlso remove the address in the profile.\n",
    api_key_created: "\nA new password also revokes all API keys.\n",
    two_step_enabled:
      "\nSigning in now asks for a code from an authenticator app." +
      toSupport(
        " If you did not set up this app, contact support. They will verify your identity and remove it.",
      ) +
      "\n",
  }),
  fr: (toSupport) => ({
    passkey_added:
      "\nUne clé d’accès permet de se connecter sans mot de passe, et un nouveau mot de passe ne la supprime pas. Connectez-vous, puis supprimez-la dans le profil." +
      toSupport(
        " Si la connexion demande une clé d’accès qui n’est pas la vôtre, contactez l’assistance. Elle vérifiera votre identité et supprimera cette clé.",
      ) +
      "\n",
    withdrawal_address_saved: "\nSupprimez aussi l’adresse dans le profil.\n",
    api_key_created: "\nUn nouveau mot de passe révoque aussi toutes les clés API.\n",
    two_step_enabled:
      "\nLa connexion demande désormais un code d’une application d’authentification." +
      toSupport(
        " Si vous n’avez pas configuré cette application, contactez l’assistance. Elle vérifiera votre identité et retirera l’application.",
      ) +
      "\n",
  }),
};

/** The changes that put no withdrawals on hold, because nobody can withdraw with what they change. */
const HARMLESS: readonly MailedChange[] = ["api_key_created", "data_exported", "mail_phrase_changed"];

const holds = (change: MailedChange, hours: number): boolean => hours > 0 && !HARMLESS.includes(change);

/** Returns true if a thief who made the change has locked the owner out of the profile. A link by e-mail ends their session. */
const locksOut = (change: MailedChange): boolean =>
  /^(?:password|passkey)_/.test(change) || change === "two_step_enabled";

const DEVICE = {
  en: { device: (browser: string, system: string) => `${browser} on ${system}`, unknownDevice: "unknown" },
  fr: { device: (browser: string, system: string) => `${browser} sous ${system}`, unknownDevice: "inconnu" },
};

/** Returns a network address, and nothing else that a proxy with wrong settings may pass on in its place. */
const shownAddress = (address: string | null): string | undefined =>
  address !== null && /^[\da-f.:]+(?:\/\d+)?$/i.test(address) ? address : undefined;

const en = ({ name, zone, toSupport }: MailFacts): Words => ({
  change: (change, hours, profile) => ({
    subject: CHANGES_EN[change][0],
    text:
      `${CHANGES_EN[change][1]}\n\n` +
      (!holds(change, hours)
        ? ""
        : `Withdrawals are on hold for ${counted.en(hours, "hour", "hours")}.\n\n`) +
      (locksOut(change)
        ? `If this was not you, choose a new password now. That signs out all devices. Use “Forgot your password?” on the sign-in page:\n\n${profile.replace("/profile", "/auth")}\n\n`
        : `If this was not you, change your password now in the profile. That signs out all other devices.\n\n${profile}\n\n`) +
      toSupport(`Then contact support.\n`) +
      (ADVICE.en(toSupport)[change] ?? ""),
  }),
  signIn: ({ at, address, userAgent }, profile) => ({
    subject: "New sign-in",
    text:
      `There was a new sign-in to your ${name} account from an unknown device. If this was you, ignore this e-mail.\n\n` +
      `Time: ${momentIn("en", at, zone)}\nIP address: ${shownAddress(address) ?? "unknown"}\nBrowser: ${describeAgent(userAgent, DEVICE.en)}\n\n` +
      `If this was not you, change your password now in the profile. That signs out all other devices.\n\n${profile}\n\n` +
      toSupport(`Then contact support.\n`),
  }),
  longBreak: (until, profile) => ({
    subject: "Your long break has started",
    text:
      `A long break has just started on your ${name} account. Until ${momentIn("en", until, zone)} you can neither open positions nor deposit. You can withdraw at any time.\n\n` +
      `A break cannot be ended early, not even by support.\n\n` +
      `If this was not you, change your password now in the profile. That signs out all other devices.\n\n${profile}\n\n` +
      toSupport(`Then contact support.\n`),
  }),
  ...MONEY_MAIL_WORDS.en(name, toSupport),
  last: (most, until) =>
    `You have received ${most} e-mails of this kind in the last hour, so we are pausing them until ${momentIn("en", until, zone)}. ` +
    `Until then, sign in to follow your account: the profile lists security events, and the history deposits and withdrawals.\n\n`,
});

const fr = ({ name, zone, toSupport }: MailFacts): Words => ({
  change: (change, hours, profile) => ({
    subject: CHANGES_FR[change][0],
    text:
      `${CHANGES_FR[change][1]}\n\n` +
      (!holds(change, hours)
        ? ""
        : `Les retraits sont temporairement suspendus pendant ${counted.fr(hours, "heure", "heures")}.\n\n`) +
      (locksOut(change)
        ? `Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe. Tous les appareils seront déconnectés. Utilisez « Mot de passe oublié ? » sur la page de connexion :\n\n${profile.replace("/profile", "/auth")}\n\n`
        : `Si ce n’était pas vous, changez tout de suite votre mot de passe dans le profil. Tous les autres appareils seront déconnectés.\n\n${profile}\n\n`) +
      toSupport(`Contactez ensuite l’assistance.\n`) +
      (ADVICE.fr(toSupport)[change] ?? ""),
  }),
  signIn: ({ at, address, userAgent }, profile) => ({
    subject: "Nouvelle connexion",
    text:
      `Une nouvelle connexion à votre compte ${name} a eu lieu depuis un appareil inconnu. Si c’était vous, ignorez cet e-mail.\n\n` +
      `Heure : ${momentIn("fr", at, zone)}\nAdresse IP : ${shownAddress(address) ?? "inconnue"}\nNavigateur : ${describeAgent(userAgent, DEVICE.fr)}\n\n` +
      `Si ce n’était pas vous, changez tout de suite votre mot de passe dans le profil. Tous les autres appareils seront déconnectés.\n\n${profile}\n\n` +
      toSupport(`Contactez ensuite l’assistance.\n`),
  }),
  longBreak: (until, profile) => ({
    subject: "Votre longue pause a commencé",
    text:
      `Une longue pause vient de commencer sur votre compte ${name}. Jusqu’au ${momentIn("fr", until, zone)}, vous ne pouvez ni ouvrir de position ni déposer. Vous pouvez retirer à tout moment.\n\n` +
      `Il est impossible de mettre fin à une pause plus tôt, même pour l’assistance.\n\n` +
      `Si ce n’était pas vous, changez tout de suite votre mot de passe dans le profil. Tous les autres appareils seront déconnectés.\n\n${profile}\n\n` +
      toSupport(`Contactez ensuite l’assistance.\n`),
  }),
  ...MONEY_MAIL_WORDS.fr(name, toSupport),
  last: (most, until) =>
    `Vous avez reçu ${most} e-mails de ce type en une heure : les suivants sont suspendus jusqu’au ${momentIn("fr", until, zone)}. ` +
    `D’ici là, connectez-vous pour suivre votre compte : le profil indique les événements de sécurité, et l’historique les dépôts et les retraits.\n\n`,
});

export const MAIL_WORDS: Record<Language, (facts: MailFacts) => Words> = { en, fr };
